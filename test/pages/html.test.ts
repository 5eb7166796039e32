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
});
