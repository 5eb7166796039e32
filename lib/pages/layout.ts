import { html, trusted, type Html } from './html.ts';
import { LANGUAGE, LANGUAGES } from './language.ts';
import { language, say } from './say.ts';
import { PAGE_HEADERS } from './policy.ts';

/** A finished page with the headers it needs. */
export interface HtmlPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The parts of a page. `surface` and `layout` are the classes of its root and of its body. */
export interface Frame {
  readonly title: string;
  readonly surface: 'portal' | 'console';
  readonly layout?: string;
  /** The whole style, as CSS of ours. */
  readonly style: string;
  readonly body: Html;
  readonly policy: string;
  readonly nonce: string;
}

/** A whole page. Browsers and search engines do not store it, and no referrer leaks its address. */
export function framed(frame: Frame): HtmlPage {
  const { title, surface, layout, style, body, policy, nonce } = frame;
  const page = html`<!doctype html>
<html lang="${language()}" class="${surface}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${trusted(style)}</style>
</head>
<body${layout !== undefined && html` class="${layout}"`}>
${body}
</body>
</html>
`;
  return {
    html: page.text,
    headers: {
      'content-language': language(),
      vary: 'accept-language, cookie',
      'content-security-policy': policy,
      ...PAGE_HEADERS,
    },
  };
}

/** The first link of a page, which leads a keyboard past its head to `#main`. */
export const skipLink = (): Html =>
  html`<a class="skip" href="#main">${say('Skip to content', 'İçeriğe geç')}</a>`;

/** Links to the same page in the other languages, each named in its own; `query` is the page's other members. */
export function languageLinks(query: Readonly<Record<string, string>> = {}): Html {
  const others = LANGUAGES.filter((one) => one !== language()).map((one) => {
    const address = `?${new URLSearchParams({ ...query, lang: one }).toString()}`;
    return html`<a href="${address}" hreflang="${one}" lang="${one}">${LANGUAGE[one].name}</a>`;
  });
  return html`<nav aria-label="${say('Language', 'Dil')}">${others}</nav>`;
}
