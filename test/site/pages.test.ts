import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REFUSAL_CODES } from '../../lib/refusal.ts';
import { VERSION } from '../../lib/runtime/version.ts';
import { escape } from '../../site/escape.ts';
import { markdown } from '../../site/markdown.ts';
import { openPage } from '../../site/open-page.ts';
import { HOME, NAMES } from '../../site/pages.ts';
import { openWorld } from '../world/opened.ts';

const world = await openWorld();

const pages: Record<string, string> = Object.fromEntries(NAMES.map((name) => [name, openPage(name)!]));
const all = Object.entries(pages);
const root = join(import.meta.dirname, '..', '..');

describe('The open endpoints', () => {
  it('GET /health says that a request gets here, without touching the table', async () => {
    const headers = { 'x-api-key': 'wrong', 'x-api-secret': 'wrong' };
    const { status, body, headers: said } = await world.call('health', { headers });
    expect({ status, body }).toEqual({ status: 200, body: { status: 'success', version: VERSION } });
    expect(said['x-request-id']).toMatch(/\S/);
  });

  it('GET /openapi.json is the description', async () => {
    const { status, body, headers } = await world.call('openapi');
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('application/json');
    expect(body).toEqual(JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')));
  });

  it('GET /docs is the first guide, GET /docs/{page} any page, and what there is not is 404', async () => {
    const home = await world.call('docs');
    expect(home).toMatchObject({ status: 200, text: pages[HOME] });
    expect(home.headers['content-type']).toBe('text/html; charset=utf-8');
    expect((await world.call('docs/page', { path: { page: 'webhooks' } })).text).toBe(pages.webhooks);
    for (const page of ['nothing', 'toString', '', '__proto__'])
      expect(await world.call('docs/page', { path: { page } })).toMatchObject({
        status: 404,
        body: { error: 'not_found' },
      });
  });

  it('GET /docs/{page} leads a browser back to the documentation from a page that there is not', async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const ask = { path: { page: 'nothing' }, headers: { accept } };
    const { status, headers, text } = await world.call('docs/page', ask);
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain('<a href="/docs">');
    expect(text).toContain('There is no such page');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['x-request-id']).toBeDefined();
    const named = await world.call('docs/page', { ...ask, path: { page: 'unknown' } });
    expect(named.status).toBe(404);
    const other = await world.call('docs/page', { ...ask, headers: { accept: '*/*' } });
    expect(other).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });

  it('lets a browser run the script of the pages and nothing else', async () => {
    const { headers, text } = await world.call('docs');
    const policy = headers['content-security-policy']!;
    const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(text) ?? [];
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? [];
    const hash = (of: string) => `'sha256-${createHash('sha256').update(of).digest('base64')}'`;
    expect(policy).toContain(`default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)};`);
    expect(policy).not.toContain('unsafe');
  });
});

describe('The pages', () => {
  it('take nothing from another host', () => {
    for (const [name, html] of all)
      expect(html.match(/(?:src|href|action)="(?:https?:)?\/\/[^"]*"|@import|url\(/g), name).toBeNull();
  });

  it('link only to pages and places that there are', () => {
    for (const [name, html] of all) {
      const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, to = '']) => to);
      expect(
        links.filter((to) => !/^(#|\/docs(\/|$)|\/openapi\.json$|https?:|data:)/.test(to)),
        name,
      ).toEqual([]);
      for (const [, page = '', , anchor] of html.matchAll(/href="\/docs\/([a-z0-9-]+)(#([^"]+))?"/g)) {
        expect(pages, `${name} links to ${page}`).toHaveProperty([page]);
        if (anchor !== undefined)
          expect(pages[page], `${name} links to ${page}#${anchor}`).toContain(`id="${anchor}"`);
      }
    }
  });

  it('tell every endpoint, every event and every code, and the search finds them', () => {
    const text = all.map(([, html]) => html).join('\n');
    const { paths, webhooks } = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as {
      paths: Record<string, object>;
      webhooks: Record<string, object>;
    };
    const [, index = '[]'] = /id="index">([\s\S]*?)<\/script>/.exec(pages[HOME]!) ?? [];
    const found = (JSON.parse(index) as { t: string; h: string }[]).map(({ t }) => t);
    for (const path of Object.keys(paths)) expect(text).toContain(`<code>${escape(path)}</code>`);
    for (const [path, methods] of Object.entries(paths))
      for (const method of Object.keys(methods)) expect(found).toContain(`${method.toUpperCase()} ${path}`);
    for (const event of Object.keys(webhooks)) expect(found).toContain(`Webhook ${event}`);
    for (const code of REFUSAL_CODES) expect(found).toContain(code);
  });
});

describe('Markdown', () => {
  it('of our guides becomes HTML', () => {
    const source =
      '# A `title`\n\nSome **bold `x`** [link](/docs/x), [`y` z](/docs/y) and `a < b`\nin two lines.\n\n- one\n  goes on\n- two\n\n1. first\n\n| a | b |\n| - | - |\n| 1 | `x` |\n\n```js\nif (a < b) {\n\n}\n```\n';
    const { html, headings } = markdown(source);
    expect(headings).toEqual([{ level: 1, text: 'A title', anchor: 'a-title' }]);
    expect(html.split('\n')).toEqual([
      '<h1 id="a-title">A <code>title</code></h1>',
      '<p>Some <strong>bold <code>x</code></strong> <a href="/docs/x">link</a>, <a href="/docs/y"><code>y</code> z</a> and <code>a &lt; b</code> in two lines.</p>',
      '<ul>',
      '<li>one goes on</li>',
      '<li>two</li>',
      '</ul>',
      '<ol>',
      '<li>first</li>',
      '</ol>',
      '<div class="wide" tabindex="0"><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><code>x</code></td></tr></tbody></table></div>',
      '<pre tabindex="0"><code class="language-js">if (a &lt; b) {',
      '',
      '}</code></pre>',
    ]);
  });

  it('shows HTML as text', () => {
    expect(markdown('<img src=x onerror=y>').html).toBe('<p>&lt;img src=x onerror=y&gt;</p>');
  });
});
