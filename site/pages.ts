import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inlined } from '../openapi/inlined.ts';
import { callInTypeScript } from './client-calls.ts';
import { escape } from './escape.ts';
import { guidesIn, LANGUAGES, type Language, type Place } from './guides.ts';
import { layout, type Page } from './layout.ts';
import { markdown, type Heading } from './markdown.ts';
import { pack } from './packing.ts';
import { nameIn } from './page-name.ts';
import { BASE, referencePages } from './reference.ts';
import { searchIndex } from './search-index.ts';
import { WORDS } from './words.ts';

/*
 * Runs when the functions are bundled, which then hold the finished pages and nothing that makes them; tests import it
 * as it is.
 */

const ROOT = join(import.meta.dirname, '..');

/** Each place's documents by their names. */
export type Documents = Readonly<Record<Place, Readonly<Record<string, string>>>>;

type Made = Page & { readonly headings: readonly Heading[] };

/** Guides of a language, with the headings' addresses of the English ones. */
function guidePages(language: Language, place: Place): Made[] {
  const anchors = guidesIn('en', place).map(({ text }) =>
    markdown(text).headings.map(({ anchor }) => anchor),
  );
  const own = guidesIn(language, place);
  const names = own.map(({ name }) => name).join('|');
  const links = new RegExp(`\\]\\(/docs/(${names})(?=[#)])`, 'g');
  return own.map(({ name, text: source }, nth) => {
    const text = source.replaceAll(links, (_all, to: string) => `](/docs/${nameIn(language, to)}`);
    const { html, headings } = markdown(text, anchors[nth], WORDS[language]);
    const sections = headings.filter(({ level }) => level === 2);
    const title = headings[0]?.text ?? name;
    return { name: nameIn(language, name), title, group: 'guides', language, html, text, headings, sections };
  });
}

const description = () => inlined(JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8')) as object);

function reference(): Made[] {
  return referencePages(description(), callInTypeScript).map(({ name, title, text }) => {
    const { html, headings } = markdown(text);
    const sections = headings.filter(({ level }) => level === 2);
    return { name, title, group: 'reference', language: 'en', html, text, headings, sections };
  });
}

/** What a browser shows where there is no page of that name: the frame, so that one finds the right one. */
function unknownPageIn(language: Language): Page {
  const { noSuchPage, whereTo, toFirst } = WORDS[language];
  return {
    name: nameIn(language, UNKNOWN),
    title: noSuchPage,
    group: 'guides',
    language,
    html: `<h1>${escape(noSuchPage)}</h1>\n<p>${escape(whereTo)}</p>\n<p><a href="/docs/${nameIn(language, HOME)}">${escape(toFirst)}</a></p>`,
    text: '',
    sections: [],
  };
}

/** The name of that page among the packed ones. */
export const UNKNOWN = 'unknown';

/** Everything below `/docs/` at a place, and what stands at the root, by name. */
function documents(place: Place): Record<string, string> {
  const english = guidePages('en', place);
  const api = reference();
  const files: Record<string, string> = {};
  for (const language of LANGUAGES) {
    const all = [...(language === 'en' ? english : guidePages(language, place)), ...api];
    const other: Language = language === 'en' ? 'tr' : 'en';
    for (const page of all) {
      if (page.group === 'reference' && language !== 'en') continue;
      const bare = page.name.replace(/^tr-/, '');
      const inOther = page.group === 'reference' ? nameIn('tr', 'start') : nameIn(other, bare);
      files[page.name] = layout(page, { all, place, inOther });
      files[`${page.name}.md`] = forMachines(page.text);
    }
    files[nameIn(language, 'search.json')] = JSON.stringify(searchIndex(all));
    const unknown = unknownPageIn(language);
    files[unknown.name] = layout(unknown, { all, place, inOther: nameIn(other, HOME) });
  }
  files['llms.txt'] = llms(english, api, place);
  files['sitemap.xml'] = sitemap(Object.keys(files).filter((name) => !/[.]|unknown$/.test(name)));
  return files;
}

/** Links between pages lead to their Markdown. */
const forMachines = (text: string) =>
  text.replaceAll(/\]\((\/docs\/[\w-]+)(#[\w-]+)?\)/g, `](${BASE}$1.md$2)`);

/** How a program pays without a browser, and lets time pass. */
const LOCALLY = `
This is a local copy: nothing is charged, and beside it stand the payment provider's sandbox at http://127.0.0.1:3002, the clock at http://127.0.0.1:3001 and a webhook inbox at http://127.0.0.1:3004. To pay without a browser, \`POST http://127.0.0.1:3002/v2/subscription/checkoutform/complete {"token", "paymentCard": {"cardHolderName", "cardNumber": "5528790000000008", "expireMonth": "12", "expireYear": "2039", "cvc": "123"}}\`, then \`POST ${BASE}/checkout/callback\` with the form field \`token\`, and read where it leads. \`POST http://127.0.0.1:3001/clock {"advance": "P1M1D"}\` lets a month pass. A receiver on this machine gets events only where whoever started the copy allowed it (\`npm start -- --allow 127.0.0.1:4000\`); without that, set your webhook to \`http://127.0.0.1:3004/hooks/mine\` and read what arrived with \`GET http://127.0.0.1:3004/requests?path=/hooks/mine\`.
`;

/** What a program reads first: what the service is, and where each page is. */
function llms(english: readonly Page[], api: readonly Page[], place: Place): string {
  const listed = (pages: readonly Page[]) =>
    pages.map(({ name, title, text }) => {
      const words =
        /^(?!#|\||```|<|-)(\S[^\n]*(?:\n\S[^\n]*)*)/m.exec(text.replace(/^# .*\n+/, ''))?.[1] ?? '';
      const aboutIt = words
        .replaceAll('\n', ' ')
        .replace(/ \([^()]*(\([^()]*\))?[^()]*\)$/, '')
        .replace(/:$/, '.');
      return `- [${title}](${BASE}/docs/${name}.md): ${forMachines(aboutIt)}`;
    });
  return `# Subscription Billing

> An API for subscriptions on top of a payment provider: hosted checkout, renewals, plan changes, cancellation, invoices, signed webhooks. Base address: ${BASE}

Every request has the headers \`X-Api-Key\` and \`X-Api-Secret\`. Success is 200 with \`status: "success"\`; every failure has a stable \`errorCode\`. Begin with [Start here](${BASE}/docs/start.md), which ends with a verified webhook; a receiver to copy in JavaScript, Python or PHP is in [Webhooks](${BASE}/docs/webhooks.md#a-whole-receiver). Any HTTP client will do. The OpenAPI description is ${BASE}/openapi.json. Every page is also in Turkish: put \`tr-\` before its name.

## In short

1. \`GET /plans/list\`: choose a plan by its \`referenceCode\`. Amounts are text (\`"99.90"\`), times ISO 8601 in UTC.
2. \`PUT /account/webhook {"url"}\` answers your \`secret\` the first time; where it is lost, \`POST /account/webhook/rotate\` answers a new one. \`POST /account/webhook/test {}\` sends an example at once.
3. A delivery is genuine where \`X-Svc-Signature\` or, while a secret is rotated, \`X-Svc-Signature-Next\` is \`sha256=\` and the hex HMAC-SHA256 of the raw body, keyed with the whole secret as it is, \`whsec_\` included. Answer 2xx within 10 seconds, anything else is tried again; each \`eventId\` counts once. \`X-Svc-Test: true\` marks an example, which gives nobody access; \`X-Svc-Signature-Meta\` signs that header.
4. \`POST /checkout/initialize {"pricingPlanReferenceCode", "callbackUrl", "name", "surname", "email", "gsmNumber", "identityNumber"}\` answers \`paymentPageUrl\`: send the customer there. Keep \`clientReferenceId\` with your order.
5. The customer returns to \`callbackUrl\` with \`status=success\`, \`svcSubscriptionId\` and \`subscriptionReference\`, or \`status=error\` and \`errorCode\`; the webhook gets \`SUBSCRIBED\`. Rely on the webhook: anybody can type a query.
6. \`GET /subscribers?svc-id=\` (\`svcSubscriptionId\`): grant access while \`data.subscriptionStatus\` is \`ACTIVE\` or \`data.inGracePeriod\` is true. Later renewals send \`DID_RENEW\` or \`DID_FAIL_TO_RENEW\`.
7. Change, cancel and undo with the payment provider's reference, so that it is told: \`POST /subscribers/preview-change\` and \`PUT /subscribers {"pay-subscriber-reference-code", "pay-plan-reference-code"}\` (a change answers a new \`payReference\`), \`DELETE /subscribers {"pay-subscriber-reference-code"}\`, \`POST /subscribers/undo-cancel\` with the same body.
8. \`GET /subscribers/invoices?svc-id=\` lists what was charged; \`POST /invoices/refund {"invoice-id", "amount", "clientReferenceId"}\` gives back; \`POST /portal/sessions {"svc-id", "returnUrl"}\` opens the customer's own page.
${place === 'local' ? LOCALLY : ''}
## Guides

${listed(english).join('\n')}

## Reference

${listed(api).join('\n')}
`;
}

const sitemap = (names: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${names.map((name) => `<url><loc>${BASE}/docs/${name}</loc></url>`).join('\n')}
</urlset>
`;

const made: { documents?: Documents; packed?: string } = {};

/** All documents by place: made with the first that is asked for, which takes seconds. */
const all = (): Documents =>
  (made.documents ??= { deployed: documents('deployed'), local: documents('local') });

/** The names of all pages of the documentation, below `/docs/`. */
export const names = (): string[] => Object.keys(all().deployed).filter((name) => !/[.]|unknown$/.test(name));

/** All documents by place, packed together because the places hardly differ: a thirtieth of their size. */
export const packed = (): string => (made.packed ??= pack(JSON.stringify(all())));

/** The page that `/docs` shows. */
export const HOME = 'start';

export { POLICY } from './layout.ts';
export { BASE } from './reference.ts';
