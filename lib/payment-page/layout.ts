import { LANGUAGES, type Language } from './language.ts';
import { STYLE } from './style.ts';
import { WORDS } from './translations.ts';

/** A finished page with the headers it needs. */
export interface HtmlPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The frame that all pages share. `body` and `back` are HTML, the title is text. */
export interface Frame {
  readonly language: Language;
  readonly title: string;
  /** Also the address in the other languages; undefined where nobody knows it. */
  readonly token: string | undefined;
  /** The way back to the shop, where it is known. */
  readonly back: string;
  readonly layout: 'split' | 'card';
  readonly body: string;
  readonly policy: string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML, inside an element or an attribute. */
export function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (one) => ESCAPES[one] ?? one);
}

/** A whole page. Nothing of it is kept by browsers or search engines, and other sites learn nothing of its address. */
export function framed(
  { language, title, token, back, layout, body, policy }: Frame,
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
<style nonce="${nonce}">${STYLE}</style>
</head>
<body class="${layout}">
<header>${back}${switcher(language, token)}</header>
<main>
${body}
</main>
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

/** A link to the shop, with an arrow that screen readers pass over. */
export function backLink(callbackUrl: string, label: string): string {
  return `<a class="back" href="${escape(new URL(callbackUrl).origin)}"><span aria-hidden="true">←</span> ${escape(label)}</a>`;
}

/** Links to the same page in the other languages, each in its own. */
function switcher(language: Language, token: string | undefined): string {
  const address = token === undefined ? '?' : `?token=${encodeURIComponent(token)}&`;
  const others = LANGUAGES.filter((one) => one !== language).map(
    (one) =>
      `<a href="${escape(`${address}lang=${one}`)}" hreflang="${one}" lang="${one}">${WORDS[one].language}</a>`,
  );
  return `<nav aria-label="${WORDS[language].chooseLanguage}">${others.join('')}</nav>`;
}
