import { accentOf } from '../pages/accent.ts';
import { brandLinks, logoOf, type Shop } from '../pages/shop.ts';
import type { Schemes } from '../pages/style/tokens.ts';
import { LANGUAGES, type Language } from './language.ts';
import { STYLE } from './style.ts';
import { WORDS } from './translations.ts';

/** A finished page with the headers it needs. */
export interface HtmlPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The parts of a page's frame. `body` and `back` are HTML, the title is text. */
export interface Frame {
  readonly language: Language;
  readonly title: string;
  /** Part of the links to the other languages; undefined if not known. */
  readonly token: string | undefined;
  /** The link back to the shop, if it is known. */
  readonly back: string;
  readonly layout: 'split' | 'card';
  readonly body: string;
  readonly policy: string;
  /** The shop whose brand the page bears; undefined where it is not known. */
  readonly shop?: Shop | undefined;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML elements and attributes. */
export function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (one) => ESCAPES[one] ?? one);
}

/** A whole page. Browsers and search engines do not store it, and no referrer leaks its address. */
export function framed(
  { language, title, token, back, layout, body, policy, shop }: Frame,
  nonce: string,
): HtmlPage {
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(title)}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${STYLE}${brandStyle(shop)}</style>
</head>
<body class="${layout}">
<header>${mastOf(shop)}${back}${switcher(language, token)}</header>
<main>
${body}
</main>
${footOf(shop, language)}
</body>
</html>
`;
  return {
    html,
    headers: {
      'content-language': language,
      vary: 'accept-language',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy': policy,
    },
  };
}

/** The shop's colour in place of ours, moved until it can be read. */
function brandStyle(shop: Shop | undefined): string {
  const colour = shop?.brand?.accentColor;
  if (!colour) return '';
  const { accent, 'on-accent': on } = accentOf(colour);
  const pair = ([light, dark]: Schemes) => `light-dark(${light},${dark})`;
  return `\n:root{--link:${pair(accent)};--solid:${pair(accent)};--on-solid:${pair(on)}}`;
}

/** The shop's logo and name; a shop without a logo is named on the page itself. */
function mastOf(shop: Shop | undefined): string {
  return shop?.brand?.logo ? `<span class="brand">${logoOf(shop).text}${escape(shop.name)}</span>` : '';
}

/** The shop's terms and privacy notice, and where it helps, as far as it has told us. */
function footOf(shop: Shop | undefined, language: Language): string {
  const links = shop ? brandLinks(shop, language).text : '';
  return links === '' ? '' : `<footer>${links}</footer>`;
}

/** A link to the shop, with an arrow hidden from screen readers. */
export function backLink(callbackUrl: string, label: string): string {
  return `<a class="back" href="${escape(new URL(callbackUrl).origin)}"><span aria-hidden="true">←</span> ${escape(label)}</a>`;
}

/** Links to the same page in the other languages, each named in its own. */
function switcher(language: Language, token: string | undefined): string {
  const address = token === undefined ? '?' : `?token=${encodeURIComponent(token)}&`;
  const others = LANGUAGES.filter((one) => one !== language).map(
    (one) =>
      `<a href="${escape(`${address}lang=${one}`)}" hreflang="${one}" lang="${one}">${WORDS[one].language}</a>`,
  );
  return `<nav aria-label="${WORDS[language].chooseLanguage}">${others.join('')}</nav>`;
}
