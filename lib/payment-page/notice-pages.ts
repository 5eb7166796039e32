import type { Language } from './language.ts';
import { escape, framed, type HtmlPage } from './layout.ts';
import { textPolicy } from './policy.ts';
import { WORDS } from './translations.ts';

/** The page for an unknown token: there is no address to redirect to. */
export function unknownPage(language: Language, nonce: string): HtmlPage {
  const { title, text, paidAlready } = WORDS[language].unknown;
  const body = `<span class="mark open" aria-hidden="true"></span>
<h1 id="title">${escape(title)}</h1>
<p>${escape(text)}</p>
<p>${escape(paidAlready)}</p>`;
  return noticePage(language, title, body, nonce);
}

/**
 * The page while the outcome of a payment is not known yet. The browser reloads it after some seconds, or at once by
 * its link. `again` is the query of the reload.
 */
export function checkingPage(asked: {
  readonly again: string;
  readonly seconds: number;
  readonly language: Language;
  readonly nonce: string;
}): HtmlPage {
  const { again, seconds, language, nonce } = asked;
  const { checking, goOn } = WORDS[language];
  const body = `<span class="spinner" aria-hidden="true"></span>
<h1 id="title">${escape(checking.title)}</h1>
<p>${escape(checking.text)}</p>
<a class="button" href="${escape(again)}">${escape(goOn)}</a>`;
  const { html, headers } = noticePage(language, checking.title, body, nonce);
  return { html, headers: { ...headers, refresh: `${seconds}; url=${again}` } };
}

function noticePage(language: Language, title: string, inside: string, nonce: string): HtmlPage {
  const body = `<section class="message" aria-labelledby="title">\n${inside}\n</section>`;
  const frame = { language, title, back: '', layout: 'card', body, policy: textPolicy(nonce) } as const;
  return framed({ ...frame, token: undefined }, nonce);
}
