import { createHash } from 'node:crypto';
import { escape } from './markdown.ts';

/** A page before it is put into the frame that all pages share. */
export interface Page {
  /** Its name in the address, below `/docs/`. */
  readonly name: string;
  readonly title: string;
  readonly group: 'Guides' | 'Reference';
  readonly html: string;
  /** What the search finds on it. */
  readonly entries: readonly { readonly text: string; readonly anchor: string; readonly words?: string }[];
}

const STYLE = `:root{color-scheme:light dark;--line:color-mix(in srgb,CanvasText 18%,Canvas);--soft:color-mix(in srgb,CanvasText 6%,Canvas);font:16px/1.55 system-ui,sans-serif}
*{box-sizing:border-box}
body{margin:0;background:Canvas;color:CanvasText;display:grid;grid-template-columns:17rem minmax(0,1fr);min-height:100vh}
nav{border-right:1px solid var(--line);padding:1.25rem 1rem;position:sticky;top:0;max-height:100vh;overflow:auto}
nav h2{font-size:.8rem;text-transform:uppercase;letter-spacing:.06em;margin:1.25rem 0 .25rem}
nav ul{list-style:none;margin:0;padding:0}
nav a{display:block;padding:.2rem .5rem;border-radius:.3rem;text-decoration:none;color:inherit}
nav a:hover,nav a[aria-current]{background:var(--soft)}
main{padding:1.5rem clamp(1rem,4vw,3rem) 4rem;max-width:60rem}
a{color:LinkText}
h1{margin-top:0}h2{margin-top:2.5rem;border-top:1px solid var(--line);padding-top:1.25rem}
pre,code{font:.875em/1.5 ui-monospace,monospace;background:var(--soft);border-radius:.3rem}
code{padding:.1em .3em}p,li,h1,h2,h3{overflow-wrap:anywhere}pre{padding:.8rem 1rem;overflow:auto}pre code{padding:0;background:none}
.wide{overflow:auto}table{border-collapse:collapse;width:100%;font-size:.93em}
th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid var(--line)}
input{width:100%;padding:.45rem .6rem;font:inherit;border:1px solid var(--line);border-radius:.3rem;background:Canvas;color:inherit}
.method{font-weight:600;font-family:ui-monospace,monospace}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:Canvas;padding:.5rem}
@media(max-width:50rem){body{display:block}nav{position:static;max-height:14rem;border-right:0;border-bottom:1px solid var(--line)}nav ul.pages{columns:2}}`;

const SCRIPT = `const index=JSON.parse(document.getElementById('index').textContent),field=document.getElementById('search'),found=document.getElementById('found');
field.hidden=false;
field.addEventListener('input',()=>{const words=field.value.toLowerCase().split(/\\s+/).filter(Boolean);found.replaceChildren();if(!words.length)return;
const hits=index.filter(e=>words.every(w=>(e.t+' '+e.w+' '+e.p).toLowerCase().includes(w))).slice(0,20);
for(const e of hits){const item=document.createElement('li'),link=document.createElement('a');link.href=e.h;link.textContent=e.t+' — '+e.p;item.append(link);found.append(item)}
if(!hits.length){const item=document.createElement('li');item.textContent='Nothing found.';found.append(item)}});`;

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
<nav aria-label="Documentation">
<a class="skip" href="#content">To the content</a>
<label for="search">Search</label>
<input id="search" type="search" autocomplete="off" hidden>
<ul id="found" aria-live="polite"></ul>
${(['Guides', 'Reference'] as const).map((group) => groupOf(group, page, all)).join('\n')}
<h2>Description</h2>
<ul class="pages"><li><a href="/openapi.json">openapi.json</a></li></ul>
</nav>
<main id="content">
${page.html}
</main>
<script type="application/json" id="index">${indexOf(all)}</script>
<script>${SCRIPT}</script>
</body>
</html>
`;
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
