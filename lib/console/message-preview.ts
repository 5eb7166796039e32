import { MESSAGE_KINDS } from '../messages/kinds.ts';
import { renderMessage } from '../messages/render/render.ts';
import { sampleFacts } from '../messages/render/samples.ts';
import { ourLanguage } from '../pages/language.ts';
import type { HtmlPage } from '../pages/layout.ts';
import { PAGE_HEADERS } from '../pages/policy.ts';
import { shopOf } from '../pages/shop.ts';
import { consoleAddress } from '../runtime/console-address.ts';
import { language as written } from '../pages/say.ts';
import { to } from './screens/parts.ts';
import type { Given, ShowApp } from './visit.ts';
import type { WithTenant } from '../runtime/app.ts';

/** A message as it would arrive: nothing of it runs, and nothing is loaded but our own images. */
const policyFrom = (images: string): string =>
  `default-src 'none'; style-src 'unsafe-inline'; img-src ${images} data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox allow-top-navigation`;

/** A message of the kind that an address names, with invented contents, in one language and scheme; undefined for no kind. */
export function messagePreview(app: ShowApp & WithTenant, query: Given): HtmlPage | undefined {
  const kind = MESSAGE_KINDS.find((one) => one === query.kind);
  if (!kind) return undefined;
  const language = ourLanguage(query.in ?? '') ?? written();
  const { publicUrl } = app.settings;
  const links = { publicUrl, button: `${consoleAddress(app).origin}${to('messages')}` };
  const { html } = renderMessage(sampleFacts(kind, app.clock()), shopOf(app.tenant), language, links);
  const when = query.scheme === 'dark' ? '@media all' : '@media not all';
  return {
    html: html
      .replace('@media (prefers-color-scheme:dark)', when)
      .replace('color-scheme:light dark', `color-scheme:${query.scheme === 'dark' ? 'dark' : 'light'}`),
    headers: {
      'content-language': language,
      vary: 'accept-language, cookie',
      'content-security-policy': policyFrom(new URL(publicUrl).origin),
      ...PAGE_HEADERS,
    },
  };
}
