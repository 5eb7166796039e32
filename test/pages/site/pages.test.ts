import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REFUSAL_CODES } from '../../../lib/refusal.ts';
import { VERSION } from '../../../lib/runtime/version.ts';
import { escape } from '../../../site/escape.ts';
import { markdown } from '../../../site/markdown.ts';
import { GUIDE_FILES, translated } from '../../../site/guides.ts';
import { openPage } from '../../../site/open-page.ts';
import { inlined } from '../../../openapi/inlined.ts';
import { HOME, names } from '../../../site/pages.ts';
import { openWorld } from '../../support/world/opened.ts';

const world = await openWorld();

interface Description {
  readonly paths: Record<string, Record<string, { tags: string[]; security?: object[] }>>;
}

/** As the world of these tests shows them: it runs on a developer's machine. */
const SHOWN = { place: 'local', address: world.app.settings.publicUrl } as const;
const pages: Record<string, string> = Object.fromEntries(
  names().map((name) => [name, openPage(name, SHOWN)!]),
);
const all = Object.entries(pages);
const root = join(import.meta.dirname, '../../..');

describe('The open endpoints', () => {
  it('GET /health says that a request gets here, without touching the table', async () => {
    const headers = { 'x-api-key': 'wrong', 'x-api-secret': 'wrong' };
    const { status, body, headers: said } = await world.call('health', { headers });
    expect({ status, body }).toEqual({ status: 200, body: { status: 'success', version: VERSION } });
    expect(said['x-request-id']).toMatch(/\S/);
  });

  it('may be read by scripts of any site, and what is behind a sign-in by none', async () => {
    const asked = [
      ...(['health', 'openapi', 'docs', 'docs/for-machines', 'docs/sitemap'] as const).map((name) =>
        world.call(name),
      ),
      ...['start', 'tr-start.md', 'search.json'].map((page) => world.call('docs/page', { path: { page } })),
    ];
    for (const { status, headers } of await Promise.all(asked))
      expect([status, headers['access-control-allow-origin']]).toEqual([200, '*']);
    const inside = [
      await world.call('portal/show', { path: { page: 'home' } }),
      await world.call('console/show', { path: { screen: 'overview' } }),
      await world.call('plans/list'),
    ];
    for (const { headers } of inside) expect(headers['access-control-allow-origin']).toBeUndefined();
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

  it.each([
    ['nothing', {}, 'en'],
    ['nothing', { 'accept-language': 'tr' }, 'tr'],
    ['tr-nothing', {}, 'tr'],
    ['unknown', {}, 'en'],
    ['tr-unknown', {}, 'tr'],
  ])('shows a browser in its language that there is no %s, %j', async (page, more, language) => {
    const headers = { accept: 'text/html', ...more };
    const { status, text } = await world.call('docs/page', { path: { page }, headers });
    expect([status, /<html lang="(..)">/.exec(text)?.[1]]).toEqual([404, language]);
    expect(text).not.toContain('unknown.md');
  });

  it('GET /docs speaks the browser’s language, and the one that was chosen before it', async () => {
    const shown = async (headers: Record<string, string>, cookies: Record<string, string> = {}) => {
      const answer = await world.call('docs', { headers, cookies });
      expect(answer.headers.vary).toBe('accept-language, cookie, accept-encoding');
      return /<html lang="(..)">/.exec(answer.text)?.[1];
    };
    expect(await shown({ 'accept-language': 'tr-TR,tr;q=0.9,en;q=0.8' })).toBe('tr');
    expect(await shown({ 'accept-language': 'de' })).toBe('en');
    expect(await shown({ 'accept-language': '*' })).toBe('en');
    expect(await shown({})).toBe('en');
    const choice = pages[HOME]!.match(/<p class="language"><a href="\/docs\/([\w-]+)\?lang=(\w+)"/);
    const [, page = '', lang = ''] = choice ?? [];
    const { cookies = [] } = await world.call('docs/page', { path: { page }, query: { lang } });
    const [name = '', value = ''] = cookies[0]!.split(';')[0]!.split('=');
    expect(await shown({ 'accept-language': 'en' }, { [name]: value })).toBe('tr');
  });

  it('GET /docs/{page} leads a browser back to the documentation from a page that there is not', async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const ask = { path: { page: 'nothing' }, headers: { accept } };
    const { status, headers, text } = await world.call('docs/page', ask);
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain('<a href="/docs/start">');
    expect(text).toContain('There is no such page');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['x-request-id']).toBeDefined();
    const named = await world.call('docs/page', { ...ask, path: { page: 'unknown' } });
    expect(named.status).toBe(404);
    const other = await world.call('docs/page', { ...ask, headers: { accept: '*/*' } });
    expect(other).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });

  it('GET / leads to the documentation, and HEAD is answered like GET without a body', async () => {
    expect(await world.call('home')).toMatchObject({ status: 302, headers: { location: '/docs' } });
    const { status, text, headers } = await world.call('docs', { method: 'HEAD' });
    expect([status, text, headers['content-type']]).toEqual([200, '', 'text/html; charset=utf-8']);
  });

  it('GET /llms.txt leads to every page as Markdown, which GET /docs/{page}.md is', async () => {
    const { text, headers } = await world.call('docs/for-machines');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    const links = [...text.matchAll(/\/docs\/([\w-]+)\.md/g)].map(([, name = '']) => name);
    expect([...new Set(links)].sort()).toEqual(
      names()
        .filter((name) => !name.startsWith('tr-'))
        .sort(),
    );
    const asked = { path: { page: 'webhooks.md' } };
    const markdown = await world.call('docs/page', asked);
    expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(markdown.text).toMatch(/^# Webhooks\n/);
    for (const page of ['llms.txt', 'sitemap.xml'])
      expect((await world.call('docs/page', { path: { page } })).status).toBe(404);
  });

  it('GET /sitemap.xml has every page at the address of this stage', async () => {
    const { text, headers } = await world.call('docs/sitemap');
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    const found = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);
    expect(found).toEqual(names().map((name) => `${world.app.settings.publicUrl}/docs/${name}`));
  });

  it('lets a browser run the script of the pages and nothing else', async () => {
    const { headers, text } = await world.call('docs');
    const policy = headers['content-security-policy']!;
    const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(text) ?? [];
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? [];
    const hash = (of: string) => `'sha256-${createHash('sha256').update(of).digest('base64')}'`;
    expect(policy).toContain(
      `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; connect-src 'self';`,
    );
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
        links.filter((to) => !/^(#|\/docs(\/|$)|\/openapi\.json$|\/llms\.txt$|https?:|data:)/.test(to)),
        name,
      ).toEqual([]);
      for (const [, page = '', , anchor] of html.matchAll(/href="\/docs\/([a-z0-9-]+)(#([^"]+))?"/g)) {
        expect(pages, `${name} links to ${page}`).toHaveProperty([page]);
        if (anchor !== undefined)
          expect(pages[page], `${name} links to ${page}#${anchor}`).toContain(`id="${anchor}"`);
      }
    }
  });

  it('have every place once, and the search leads to each once', () => {
    for (const [name, html] of all) {
      const places = [...html.matchAll(/ id="([^"]*)"/g)].map(([, place = '']) => place);
      expect([...new Set(places)], name).toEqual(places);
    }
    const index = openPage('search.json', SHOWN) ?? '[]';
    const found = (JSON.parse(index) as { h: string }[]).map(({ h }) => h);
    expect([...new Set(found)]).toEqual(found);
  });

  it('tell every endpoint, every event and every code, and the search finds them', () => {
    const text = all.map(([, html]) => html).join('\n');
    const { paths, webhooks } = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as {
      paths: Record<string, object>;
      webhooks: Record<string, object>;
    };
    const index = openPage('search.json', SHOWN) ?? '[]';
    const found = (JSON.parse(index) as { t: string; h: string }[]).map(({ t }) => t);
    for (const path of Object.keys(paths)) expect(text).toContain(` ${escape(path)}<`);
    for (const [path, methods] of Object.entries(paths))
      for (const method of Object.keys(methods)) expect(found).toContain(`${method.toUpperCase()} ${path}`);
    for (const event of Object.keys(webhooks)) expect(found).toContain(`Webhook ${event}`);
    for (const code of REFUSAL_CODES) expect(found).toContain(code);
  });
});

describe('The pages of a deployed stage', () => {
  const address = 'https://billing.tenant.example';
  const shown = { place: 'deployed', address } as const;
  const texts = names().map((name) => [name, openPage(`${name}.md`, shown)!] as const);

  it.each(texts)('speak of that stage and not of the repository: %s', (_, text) => {
    expect(text).not.toMatch(
      /npm start|npm pack|npx billing|\.local\/|repository|local cloud|127\.0\.0\.1:300|\$(PAY|CONTROL|INBOX)\b|billing\.example(?!\.)|<!--/,
    );
  });

  it('have its address in their examples', () => {
    expect(openPage('start', shown)).toContain(address);
    expect(openPage('api-subscribers', shown)).toContain(`${address}/subscribers`);
    expect(openPage('api-subscribers.md', shown)).toContain(`'${address}/subscribers`);
    expect(openPage('llms.txt', shown)).toContain(`${address}/docs/start.md`);
  });

  it('on a local copy says where the sandbox, the clock and the inbox beside it are, whatever its port', () => {
    const at = { place: 'local', address: 'http://127.0.0.1:33100' } as const;
    expect(openPage('start.md', at)).toContain('export PAY=http://127.0.0.1:33102');
    expect(openPage('test-cards', at)).toContain('http://127.0.0.1:33104');
    const llms = openPage('llms.txt', at);
    expect(llms).toContain('POST http://127.0.0.1:33102/v2/subscription/checkoutform/complete');
    expect(llms).not.toMatch(/127\.0\.0\.1:300\d/);
    expect(openPage('llms.txt', { ...at, place: 'deployed' })).not.toContain('sandbox at');
    expect(openPage('start', at)).toContain('This is the local copy');
    expect(openPage('start', shown)).not.toContain('This is the local copy');
  });

  it('are the same in Turkish, page by page and section by section', () => {
    const missing = GUIDE_FILES.filter((file) => translated(file, 'tr') === undefined);
    expect(missing).toEqual([]);
    const anchors = (html: string) => [...html.matchAll(/<h[1-4] id="([^"]+)"/g)].map(([, id]) => id);
    for (const name of names().filter((one) => one.startsWith('tr-')))
      expect(anchors(openPage(name, shown)!), name).toEqual(anchors(openPage(name.slice(3), shown)!));
  });
});

describe('The reference', () => {
  it('shows each endpoint of a tenant with curl and with the client, and each field where it stands', () => {
    const { paths } = inlined(JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as Description);
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { tags, security }] of Object.entries(methods)) {
        const page = openPage(`api-${tags[0]!.toLowerCase()}.md`, SHOWN)!;
        const label = `## ${method.toUpperCase()} ${path}\n`;
        const part = page.slice(page.indexOf(label)).split(/^## /m)[1] ?? '';
        expect(part, label).toContain('```sh\ncurl ');
        if (security === undefined) expect(part, label).toMatch(/```ts\nawait client\.\w+(\.\w+)?\(/);
      }
    const subscribers = openPage('api-subscribers.md', SHOWN)!;
    expect(subscribers).toMatch(/^- `data\.payReference` \(string\) The payment provider's reference/m);
    expect(subscribers).toMatch(/^- `latestInvoice\.pdfUrl` \(string or null/m);
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
