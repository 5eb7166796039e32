import { createHash } from 'node:crypto';
import { escape } from './escape.ts';
import type { Language, Place } from './guides.ts';
import type { Heading } from './markdown.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';
import { WORDS } from './words.ts';

/** A page before it is put into the frame that all pages share. */
export interface Page {
  /** Its name in the address, below `/docs/`. */
  readonly name: string;
  readonly title: string;
  readonly group: 'guides' | 'reference';
  readonly language: Language;
  readonly html: string;
  /** As Markdown, for programs. */
  readonly text: string;
  /** The sections that a table of contents leads to; empty where it has none. */
  readonly sections: readonly Heading[];
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** What a browser may do with our pages: run and apply what is in them, and fetch what the search goes through from here. */
export const POLICY = [
  `default-src 'none'`,
  `script-src ${hashOf(SCRIPT)}`,
  `style-src ${hashOf(STYLE)}`,
  `connect-src 'self'`,
  'img-src data:',
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

/** The other pages that the frame of one leads to, and where it is shown. */
export interface Frame {
  readonly all: readonly Page[];
  readonly place: Place;
  /** The name of the same page in the other language. */
  readonly inOther: string;
}

/** The whole page: navigation, search over all pages, and its content, which is readable without the script. */
export function layout(page: Page, frame: Frame): string {
  const { language } = page;
  const words = WORDS[language];
  const prefix = language === 'en' ? '' : `${language}-`;
  const other = language === 'en' ? ['tr', 'Türkçe'] : ['en', 'English'];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(page.title)} · Subscription Billing</title>
<link rel="icon" href="data:,">
${page.text === '' ? '' : `<link rel="alternate" type="text/markdown" href="/docs/${page.name}.md">`}
<style>${STYLE}</style>
</head>
<body data-index="/docs/${prefix}search.json" data-nothing="${words.nothing}" data-copy="${words.copy}" data-copied="${words.copied}">
<nav class="side" aria-label="${words.documentation}">
<a class="skip" href="#content">${words.skip}</a>
<a class="brand" href="/docs/${prefix}start">Subscription Billing</a>
<input type="checkbox" id="menu"><label class="menu" for="menu">${words.menu}</label>
<div data-script hidden>
<label for="search">${words.search}<span class="hint"> ${words.hint}</span></label>
<input id="search" type="search" autocomplete="off">
<ul id="found" aria-live="polite"></ul>
</div>
<div class="groups">
<p class="language"><a href="/docs/${frame.inOther}?lang=${other[0]}" lang="${other[0]}" hreflang="${other[0]}">${other[1]}</a></p>
${groupOf('guides', page, frame.all)}
${groupOf('reference', page, frame.all)}
<h2>${words.machines}</h2>
<ul class="pages"><li><a href="/openapi.json">openapi.json</a></li><li><a href="/llms.txt">llms.txt</a></li></ul>
</div>
</nav>
<main id="content"${page.sections.length === 0 ? ' class="wide-page"' : ''}>
<div class="content">
${frame.place === 'local' ? `<p class="local">${words.local}</p>\n` : ''}${page.html}
${turns(page, frame.all)}
</div>
${contentsOf(page)}
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

/** The sections of the page, for whoever has room for them beside it. */
function contentsOf({ sections, language }: Page): string {
  if (sections.length < 2) return '';
  const { onThisPage } = WORDS[language];
  const items = sections.map(({ text, anchor }) => `<li><a href="#${anchor}">${escape(text)}</a></li>`);
  return `<nav class="toc" aria-label="${onThisPage}"><p>${onThisPage}</p><ul>\n${items.join('\n')}\n</ul></nav>`;
}

/** The pages before and after, in the order of their group. */
function turns(page: Page, all: readonly Page[]): string {
  const words = WORDS[page.language];
  const group = all.filter((one) => one.group === page.group);
  const at = group.findIndex(({ name }) => name === page.name);
  if (at < 0) return '';
  const to = (one: Page | undefined, label: string, kind: string) =>
    one === undefined
      ? ''
      : `<a class="${kind}" href="/docs/${one.name}"><small>${label}</small>${escape(one.title)}</a>`;
  return `<nav class="turn" aria-label="${words.turns}">${to(group[at - 1], words.before, 'before')}${to(group[at + 1], words.next, 'next')}</nav>`;
}

function groupOf(group: Page['group'], page: Page, all: readonly Page[]): string {
  const items = all
    .filter((one) => one.group === group)
    .map(
      (one) =>
        `<li><a href="/docs/${one.name}"${one.name === page.name ? ' aria-current="page"' : ''}>${escape(one.title)}</a></li>`,
    );
  return `<h2>${WORDS[page.language][group]}</h2>\n<ul class="pages">\n${items.join('\n')}\n</ul>`;
}
