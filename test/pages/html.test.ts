import { describe, expect, it } from 'vitest';
import { html, trusted } from '../../lib/pages/html.ts';

const HOSTILE = `</p><script>alert("x")</script>'&`;
const ESCAPED = '&lt;/p&gt;&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&amp;';

describe('a page’s HTML', () => {
  it('escapes every text, in elements, in attributes and in lists', () => {
    const made = html`<p title="${HOSTILE}">${HOSTILE}${[HOSTILE, html`<b>${HOSTILE}</b>`]}</p>`;
    expect(made.text).toBe(`<p title="${ESCAPED}">${ESCAPED}${ESCAPED}<b>${ESCAPED}</b></p>`);
  });

  it('shows nothing for what is absent, and a zero as it is', () => {
    expect(html`<p>${undefined}${null}${false}${''}${0}</p>`.text).toBe('<p>0</p>');
  });

  it('keeps what it made itself, once', () => {
    expect(html`<i>${html`<b>${'a<b'}</b>`}</i>`.text).toBe('<i><b>a&lt;b</b></i>');
    expect(html`<style>${trusted('a>b{}')}</style>`.text).toBe('<style>a>b{}</style>');
  });

  it('isolates what is written from right to left, wherever it stands among our words', () => {
    const name = 'عمر، الخيام';
    expect(html`<td>${name}</td>`.text).toBe(`<td><bdi>${name}</bdi></td>`);
    expect(html`<p>${`Removed ${name} (3) for 5`}</p>`.text).toBe(
      `<p>Removed <bdi>${name}</bdi> (3) for 5</p>`,
    );
    expect(html`${[name, 'Ada']} ${'דוד Ada דוד'}`.text).toBe(
      `<bdi>${name}</bdi>Ada <bdi>דוד</bdi> Ada <bdi>דוד</bdi>`,
    );
    expect(html`<option value="${name}">${name}</option>`.text).toBe(
      `<option value="${name}">\u2068${name}\u2069</option>`,
    );
    expect(html`<p${html` class="${name}"`}>${'<'}${name}</p>`.text).toBe(
      `<p class="${name}">&lt;<bdi>${name}</bdi></p>`,
    );
  });

  it('shows no character that turns the direction, and changes nothing that a form sends back', () => {
    const turned = 'Ada\u202egnp.exe\u2066';
    expect(html`<p>${turned}</p>`.text).toBe('<p>Adagnp.exe</p>');
    expect(html`<input value="${turned}"><textarea>${turned}</textarea>`.text).toBe(
      `<input value="${turned}"><textarea>${turned}</textarea>`,
    );
  });

  it('takes a time that grows as the text does', () => {
    const long = `ع${' '.repeat(50_000)}`.repeat(4);
    expect(html`<p>${long}</p>`.text.length).toBe(long.length + '<p><bdi></bdi></p>'.length);
  });
});
