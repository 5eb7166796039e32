import { html } from './html.ts';
import { languageOf, type Translated } from './language.ts';
import type { HtmlPage } from './layout.ts';
import { message, type Message } from './message.ts';
import { customerPage } from './shop.ts';

const WORDS: Translated<Message & { readonly open: string }> = {
  tr: {
    title: 'Bu istek bizim sayfalarımızdan gelmedi',
    text: 'Hiçbir şey yapılmadı. Sayfayı buradan açın ve yeniden deneyin.',
    open: 'Sayfayı aç',
  },
  en: {
    title: 'This request did not come from a page of ours',
    text: 'Nothing was done. Open the page from here and try again.',
    open: 'Open the page',
  },
};

/** The page for a request that no page of ours has made; it leads to one that is. */
export function foreignPage(browser: string | undefined, nonce: string, home: string): HtmlPage {
  const language = languageOf({ browser });
  const said = WORDS[language];
  const body = message('info', said, html`<a class="button primary" href="${home}">${said.open}</a>`);
  return customerPage({ shop: undefined, language, nonce, title: said.title, body });
}
