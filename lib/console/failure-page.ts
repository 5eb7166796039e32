import type { HttpEvent } from '../http/call.ts';
import type { HtmlPage } from '../pages/layout.ts';
import { languageOf } from '../pages/language.ts';
import { inLanguage } from './say.ts';
import { doorPage } from './screens/frame.ts';
import { unavailable } from './screens/unavailable.ts';

/** The page in place of one that met a failure of ours, in the browser's language, with the request's id. */
export const failurePage = ({ headers, requestContext }: HttpEvent, nonce: string): HtmlPage =>
  inLanguage(languageOf({ browser: headers['accept-language'] }), () =>
    doorPage(unavailable(requestContext.requestId), nonce),
  );
