import { cookiesIn } from '../http/browser.ts';
import type { HttpEvent } from '../http/call.ts';
import type { HtmlPage } from '../pages/layout.ts';
import { inLanguage } from '../pages/say.ts';
import { languageAsked } from './language.ts';
import { doorPage } from './screens/frame.ts';
import { tooMuch, unavailable } from './screens/unavailable.ts';

/** The page in place of one that met a failure of ours or was asked for too often, in the reader's language. */
export function failurePage(event: HttpEvent, nonce: string, status: number): HtmlPage {
  const { headers, queryStringParameters: query = {}, requestContext } = event;
  const said = () => (status === 429 ? tooMuch() : unavailable(requestContext.requestId));
  return inLanguage(languageAsked({ headers, query, cookies: cookiesIn(event) }), () =>
    doorPage(said(), nonce),
  );
}
