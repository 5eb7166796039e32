import { attributeOf } from '../../support/world/forms-in.ts';

/** A page as a browser got it in the end. */
export interface Got {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  /** Where the redirects led. */
  readonly url: URL;
}

/** A browser with cookies, for one language. */
export interface Browser {
  readonly language: 'tr' | 'en';
  get(address: string | URL): Promise<Got>;
  post(address: string | URL, form: Readonly<Record<string, string>>): Promise<Got>;
}

const REDIRECTS_MAX = 6;

/** A browser that follows redirects and keeps its cookies, whatever scheme they are for. */
export function browserIn(language: Browser['language']): Browser {
  const cookies = new Map<string, string>();
  async function go(address: URL, asked: RequestInit, redirects = 0): Promise<Got> {
    const headers = {
      accept: 'text/html',
      'accept-language': language,
      cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
    };
    const answer = await fetch(address, { ...asked, headers, redirect: 'manual' });
    for (const [, name = '', value = ''] of answer.headers
      .getSetCookie()
      .map((one) => /^([^=]+)=([^;]*)/.exec(one) ?? []))
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    const text = await answer.text();
    const location = answer.headers.get('location');
    if (location === null || answer.status >= 400)
      return { status: answer.status, type: answer.headers.get('content-type') ?? '', text, url: address };
    if (redirects === REDIRECTS_MAX) throw new Error(`${address.href} redirects without an end`);
    return go(new URL(location, address), {}, redirects + 1);
  }
  return {
    language,
    get: (address) => go(new URL(address), {}),
    post: (address, form) => go(new URL(address), { method: 'POST', body: new URLSearchParams(form) }),
  };
}

/** The addresses that a page links to. */
function linksIn({ text, url, type }: Got): URL[] {
  if (!type.startsWith('text/html')) return [];
  return Array.from(text.matchAll(/<a\s[^>]*>/g), ([tag]) => attributeOf(tag, 'href')).flatMap((href) =>
    href === undefined ? [] : [new URL(href, url)],
  );
}

/** A form of a page, with its fields as they stand. */
export interface Form {
  readonly method: 'get' | 'post';
  readonly action: URL;
  readonly fields: Readonly<Record<string, string>>;
}

/** The forms of a page. */
export function formsIn({ text, url }: Pick<Got, 'text' | 'url'>): Form[] {
  return Array.from(text.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g), ([form]) => {
    const [open = ''] = /<form\b[^>]*>/.exec(form) ?? [];
    const tags = form.match(/<(input|select|textarea|button)\b[^>]*>/g) ?? [];
    const fields = tags.flatMap((tag) => {
      const name = attributeOf(tag, 'name');
      return name === undefined ? [] : [[name, attributeOf(tag, 'value') ?? ''] as const];
    });
    return {
      method: attributeOf(open, 'method') === 'post' ? 'post' : 'get',
      action: new URL(attributeOf(open, 'action') ?? url.href, url),
      fields: Object.fromEntries(fields),
    };
  });
}

/** What is wrong with a page; undefined where nothing is. `language`: that it promises, where it does. */
export function wrongWith({ status, type, text, url }: Got, language?: string): string | undefined {
  if (status >= 400) return `status ${status}`;
  const [kind = ''] = type.split(';');
  if (kind === 'text/html') return wrongHtml(text, url, language);
  if (kind === 'application/json') return text.length > 20 ? void JSON.parse(text) : `says ${text}`;
  if (kind === 'text/markdown') return /^# \S/.test(text) ? undefined : 'has no heading';
  if (kind === 'application/xml') return text.includes('<loc>') ? undefined : 'is no sitemap';
  if (['text/plain', 'text/csv', 'application/pdf', 'image/png', 'image/svg+xml'].includes(kind))
    return text === '' ? 'is empty' : undefined;
  return `is of the type ${type}`;
}

function wrongHtml(text: string, url: URL, language: string | undefined): string | undefined {
  if (!text.trimEnd().endsWith('</html>')) return 'has no end';
  const own = /<html[^>]*\slang="(\w+)"/.exec(text)?.[1];
  if (language !== undefined && own !== language) return `is in ${String(own)}`;
  if (!/<title>\s*[^<\s]/.test(text)) return 'has no title';
  const headings = text.match(/<h1\b[^>]*>[\s\S]*?<\/h1>/g) ?? [];
  if (headings.length !== 1 || headings[0].replaceAll(/<[^>]*>/g, '').trim() === '')
    return `has ${headings.length} headings`;
  const fragment = decodeURIComponent(url.hash.slice(1));
  return fragment === '' || text.includes(`id="${fragment}"`) ? undefined : `has no place ${url.hash}`;
}

/** What a crawl goes through. */
interface Crawl {
  readonly from: readonly (string | URL)[];
  /** Whether an address is part of it. */
  readonly follows: (address: URL) => boolean;
  /** The language that an address promises. */
  readonly language?: (address: URL) => string | undefined;
}

/** A crawl's pages by their address without its host, and what was wrong with which. */
export interface Crawled {
  readonly pages: ReadonlyMap<string, Got>;
  readonly wrong: readonly string[];
}

/** More at once would only start more instances of the same function. */
const AT_ONCE = 2;

/** Opens each page that is linked from others, once, and says what is wrong with them. */
export async function crawl(browser: Browser, { from, follows, language }: Crawl): Promise<Crawled> {
  const pages = new Map<string, Got>();
  const wrong: string[] = [];
  const known = new Set<string>();
  let open: { address: URL; on: string }[] = from.map((one) => ({ address: new URL(one), on: 'the start' }));
  while (open.length > 0) {
    const next = open.filter(({ address }) => isNew(known, address.href)).splice(0, Infinity);
    open = [];
    for (let at = 0; at < next.length; at += AT_ONCE)
      await Promise.all(
        next.slice(at, at + AT_ONCE).map(async ({ address, on }) => {
          const path = address.pathname + address.search;
          const got = pages.get(path) ?? (await browser.get(address));
          const shown = { ...got, url: new URL(address.hash, got.url) };
          const said = wrongWith(shown, language ? language(got.url) : browser.language);
          if (said !== undefined) wrong.push(`${path}${address.hash} of ${on} ${said}`);
          if (pages.has(path)) return;
          pages.set(path, got);
          const found = [...linksIn(got), ...searchesIn(got)].filter(follows);
          open.push(...found.map((one) => ({ address: one, on: path })));
        }),
      );
  }
  return { pages, wrong };
}

/** Where the forms of a page lead that ask for another one. */
const searchesIn = (got: Got) =>
  formsIn(got).flatMap(({ method, action, fields }) => {
    if (method !== 'get' || Object.keys(fields).length === 0) return [];
    const asked = new URL(action);
    asked.search = new URLSearchParams(fields).toString();
    return [asked];
  });

function isNew(known: Set<string>, name: string): boolean {
  const isIt = !known.has(name);
  known.add(name);
  return isIt;
}
