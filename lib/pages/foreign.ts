import { html } from './html.ts';
import { languageOf } from './language.ts';
import type { HtmlPage } from './layout.ts';
import { message } from './message.ts';
import { inLanguage, say } from './say.ts';
import { customerPage } from './shop.ts';

/** The page for a request that no page of ours has made; it leads to one that is. */
export const foreignPage = (browser: string | undefined, nonce: string, home: string): HtmlPage =>
  inLanguage(languageOf({ browser }), () => {
    const said = {
      title: say('This request did not come from a page of ours', 'Bu istek bizim sayfalarımızdan gelmedi'),
      text: say(
        'Nothing was done. Open the page from here and try again.',
        'Hiçbir şey yapılmadı. Sayfayı buradan açın ve yeniden deneyin.',
      ),
    };
    const open = html`<a class="button primary" href="${home}">${say('Open the page', 'Sayfayı aç')}</a>`;
    return customerPage({ shop: undefined, nonce, title: said.title, body: message('info', said, open) });
  });
