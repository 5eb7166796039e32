import { createHash } from 'node:crypto';
import { escape } from './escape.ts';
import type { Heading } from './markdown.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

/** A page before it is put into the frame that all pages share. */
export interface Page {
  /** Its name in the address, below `/docs/`. */
  readonly name: string;
  readonly title: string;
  readonly group: 'Guides' | 'Reference';
  readonly html: string;
  /** The sections that a table of contents leads to; empty where it has none. */
  readonly sections: readonly Heading[];
  /** What the search finds on it. */
  readonly entries: readonly { readonly text: string; readonly anchor: string; readonly words?: string }[];
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** What a browser may do with our pages: run and apply what is in them, and ask nobody for anything. */
export const POLICY = [
  `default-src 'none'`,
  `script-src ${hashOf(SCRIPT)}`,
  `style-src ${hashOf(STYLE)}`,
  'img-src data:',
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

/** The whole page: navigation, search over all pages, and its content, which is readable without the script. */
export function layout(page: Page, all: readonly Page[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(page.title)} · Subscription Billing</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<nav class="side" aria-label="Documentation">
<a class="skip" href="#content">To the content</a>
<a class="brand" href="/docs">Subscription Billing</a>
<input type="checkbox" id="menu"><label class="menu" for="menu">Menu</label>
<div data-script hidden>
<label for="search">Search<span class="hint"> (press /)</span></label>
<input id="search" type="search" autocomplete="off">
<ul id="found" aria-live="polite"></ul>
</div>
<div class="groups">
${(['Guides', 'Reference'] as const).map((group) => groupOf(group, page, all)).join('\n')}
<h2>Description</h2>
<ul class="pages"><li><a href="/openapi.json">openapi.json</a></li></ul>
</div>
</nav>
<main id="content"${page.sections.length === 0 ? ' class="wide-page"' : ''}>
<div class="content">
${page.html}
${turns(page, all)}
</div>
${contentsOf(page)}
</main>
<script type="application/json" id="index">${indexOf(all)}</script>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

/** The sections of the page, for whoever has room for them beside it. */
function contentsOf({ sections }: Page): string {
  if (sections.length < 2) return '';
  const items = sections.map(({ text, anchor }) => `<li><a href="#${anchor}">${escape(text)}</a></li>`);
  return `<nav class="toc" aria-label="On this page"><p>On this page</p><ul>\n${items.join('\n')}\n</ul></nav>`;
}

/** The pages before and after, in the order of their group. */
function turns(page: Page, all: readonly Page[]): string {
  const group = all.filter((one) => one.group === page.group);
  const at = group.indexOf(page);
  if (at < 0) return '';
  const to = (one: Page | undefined, label: string, kind: string) =>
    one === undefined
      ? ''
      : `<a class="${kind}" href="/docs/${one.name}"><small>${label}</small>${escape(one.title)}</a>`;
  return `<nav class="turn" aria-label="Before and after">${to(group[at - 1], 'Before', 'before')}${to(group[at + 1], 'Next', 'next')}</nav>`;
}

function groupOf(group: Page['group'], page: Page, all: readonly Page[]): string {
  const items = all
    .filter((one) => one.group === group)
    .map(
      (one) =>
        `<li><a href="/docs/${one.name}"${one === page ? ' aria-current="page"' : ''}>${escape(one.title)}</a></li>`,
    );
  return `<h2>${group}</h2>\n<ul class="pages">\n${items.join('\n')}\n</ul>`;
}

/** What the search goes through, safe inside a script element. */
function indexOf(all: readonly Page[]): string {
  const entries = all.flatMap(({ name, title, entries: of }) =>
    of.map(({ text, anchor, words = '' }) => ({ t: text, w: words, p: title, h: `/docs/${name}#${anchor}` })),
  );
  return JSON.stringify(entries).replaceAll('<', '\\u003c');
}
