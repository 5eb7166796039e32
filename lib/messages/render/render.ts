import { NO_BRAND } from '../../billing/brand.ts';
import type { Html } from '../../pages/html.ts';
import { html, trusted } from '../../pages/html.ts';
import type { Language } from '../../pages/language.ts';
import type { Shop } from '../../pages/shop.ts';
import { inLanguage, language, say } from '../../pages/say.ts';
import { every, moment, money } from '../../pages/words.ts';
import { inZoneOf } from '../../runtime/zone.ts';
import { shortLine } from '../../text/clean-text.ts';
import { isCustomerKind, type MessageKind } from '../kinds.ts';
import type { FactsOf, MessageFacts } from './facts.ts';
import { dressFor, type Dress } from './looks.ts';
import type { Said, Says, Speech } from './said.ts';
import { TO_CUSTOMERS } from './to-customers.ts';
import { TO_PEOPLE } from './to-people.ts';

/** A message as it is sent. The subject is one line. */
export interface RenderedMessage {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** The addresses in a message, all of them the shop's or ours. */
export interface MessageLinks {
  /** Our own address, where the logo is. */
  readonly publicUrl: string;
  /** Where its button leads; null where there is none, such as for a portal that is switched off. */
  readonly button: string | null;
  /** Whether it is sent to be looked at, which its subject says. */
  readonly isTest?: boolean;
}

const SAYS: Says<MessageKind> = { ...TO_CUSTOMERS, ...TO_PEOPLE };

/** The longest name of a plan or shop in a message, and the longest subject. */
const CHARACTERS_MAX = { name: 100, subject: 200 } as const;

/** Around a name, so that its writing direction changes nothing beside it. Names themselves have no such characters. */
const [FROM, TO] = ['\u2068', '\u2069'];
const isolated = (name: string): string => `${FROM}${shortLine(name, CHARACTERS_MAX.name)}${TO}`;

/** Renders a message from the record of this moment, in the shop's brand and by its days. */
export const renderMessage = (
  facts: MessageFacts,
  shop: Shop,
  language: Language,
  links: MessageLinks,
): RenderedMessage => inZoneOf(shop, () => inLanguage(language, () => rendered(facts, shop, links)));

function rendered(facts: MessageFacts, shop: Shop, links: MessageLinks): RenderedMessage {
  const said = saidOf(facts.kind, facts, speechOf(shop, links));
  const subject = plain(links.isTest ? `[${say('Test', 'Deneme')}] ${said.subject}` : said.subject);
  const parts = { said, shop, links, why: whySent(facts.kind, isolated(shop.name)) };
  return {
    subject: shortLine(subject, CHARACTERS_MAX.subject),
    html: pageOf({ ...parts, ofCustomer: isCustomerKind(facts.kind) }),
    text: textOf({ ...parts, ofCustomer: isCustomerKind(facts.kind) }),
  };
}

function saidOf<Kind extends MessageKind>(kind: Kind, facts: FactsOf<Kind>, speech: Speech): Said {
  return SAYS[kind](facts, speech);
}

const speechOf = (shop: Shop, { button }: MessageLinks): Speech => ({
  shop: isolated(shop.name),
  hasButton: button !== null,
  name: isolated,
  day: (at) => moment(at),
  minute: (at) => moment(at, 'minute'),
  sum: ({ amount, currency }) => money(amount, currency),
  price: ({ sum: { amount, currency }, interval, intervalCount }) => {
    const [sum, often] = [money(amount, currency), every(interval, intervalCount)];
    return say(`${sum} ${often}`, `${often} ${sum}`);
  },
});

/** Why somebody gets it: a customer, who is invited, or one of the shop's people. */
function whySent(kind: MessageKind, shop: string): string {
  if (isCustomerKind(kind))
    return say(
      `You get this because you have a subscription with ${shop}. It is a notice about your subscription, not an advertisement.`,
      `Bu ileti size ${shop} aboneliğiniz nedeniyle gönderildi. Reklam değil, aboneliğinize ilişkin bir bildirimdir.`,
    );
  if (kind === 'invited')
    return say(
      `You get this because you were invited to the console of ${shop}.`,
      `Bu ileti size ${shop} konsoluna davet edildiğiniz için gönderildi.`,
    );
  return say(
    `You get this because of your role in the console of ${shop}.`,
    `Bu ileti size ${shop} konsolundaki rolünüz nedeniyle gönderildi.`,
  );
}

/** How a message begins. */
const greetingSaid = () => say('Hello,', 'Merhaba,');

interface Parts {
  readonly said: Said;
  readonly shop: Shop;
  readonly links: MessageLinks;
  readonly why: string;
  readonly ofCustomer: boolean;
}

/** A text without what isolates names in it, and with spaces that may break. */
const plain = (text: string): string => text.replaceAll(/[\u2068\u2069]/g, '').replaceAll('\u00a0', ' ');

/** The same as HTML: each name in an element of its own. */
function marked(text: string): Html {
  const pieces = text.split(/(\u2068[^\u2069]*\u2069)/);
  return html`${pieces.map((piece) => (piece.startsWith(FROM) ? html`<bdi>${piece.slice(1, -1)}</bdi>` : piece))}`;
}

/** The shop's own addresses, in a message to its customer alone. */
function shopLinks({ shop, ofCustomer }: Parts): readonly (readonly [said: string, address: string])[] {
  const { supportEmail, supportUrl, termsUrl, privacyUrl } = (ofCustomer ? shop.brand : null) ?? NO_BRAND;
  const all = [
    [say('Help', 'Yardım'), supportUrl],
    [supportEmail ?? '', supportEmail === null ? null : `mailto:${supportEmail}`],
    [say('Terms', 'Koşullar'), termsUrl],
    [say('Privacy', 'Gizlilik'), privacyUrl],
  ] as const;
  return all.flatMap(([said, address]) => (address === null ? [] : [[said, address] as const]));
}

/** What a program that shows the beginning of a message beside its subject finds after the first sentence: nothing. */
const FILLER = trusted('&#847;&zwnj;&nbsp;'.repeat(60));

function pageOf(parts: Parts): string {
  const { said, shop, links, why } = parts;
  const dress = dressFor(shop.brand);
  const { as } = dress;
  const [first = ''] = said.text;
  return html`<!doctype html>
<html lang="${language()}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<meta name="x-apple-disable-message-reformatting">
<title>${plain(said.subject)}</title>
${dress.style}
</head>
<body${as('around')}>
<div style="display:none;max-height:0;overflow:hidden;opacity:0" aria-hidden="true">${plain(first)}${FILLER}</div>
<div role="article" aria-roledescription="email" aria-label="${plain(said.title)}" lang="${language()}">
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"${as('around')}><tr><td align="center" style="padding:24px 12px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0"${as('sheet')}><tr><td style="padding:24px 22px 12px">
${headOf(shop, links, dress)}
<h1${as('title')}>${marked(said.title)}</h1>
</td></tr><tr><td style="padding:8px 22px 24px">
<p${as('prose')}>${greetingSaid()}</p>
${said.text.map((one) => html`<p${as('prose')}>${marked(one)}</p>\n`)}
<table${as('rows')}>
${said.rows.map(([name, value]) => html`<tr><th scope="row"${as('name')}>${name}</th><td${as('value')}>${marked(value)}</td></tr>\n`)}</table>
${links.button !== null && buttonOf(said.button, links.button, dress)}
</td></tr></table>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px"><tr><td style="padding:18px 22px">
<p${as('foot')}>${marked(why)}</p>
${footLinks(parts, dress)}
</td></tr></table>
</td></tr></table>
</div>
</body>
</html>
`.text;
}

/** The shop's name, with its logo where there is one: without pictures the name stands alone. */
function headOf({ name, brand }: Shop, { publicUrl }: MessageLinks, { as }: Dress): Html {
  const logo = brand?.logo;
  const picture =
    logo &&
    html`<td style="padding:0 10px 0 0;width:40px"><img src="${publicUrl}/brand/${logo.name}" alt="" width="40" height="40" style="display:block;width:40px;height:40px;object-fit:contain;border-radius:6px;background-color:#ffffff"></td>`;
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 18px"><tr>${picture}<td${as('shop')}>${marked(isolated(name))}</td></tr></table>`;
}

const buttonOf = (said: string, address: string, { as }: Dress): Html =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 0"><tr><td${as('button')}><a href="${address}"${as('deed')}>${said}</a></td></tr></table>`;

function footLinks(parts: Parts, { as }: Dress): Html | false {
  const links = shopLinks(parts).map(
    ([said, address], nth) => html`${nth > 0 && ' · '}<a href="${address}"${as('link')}>${said}</a>`,
  );
  return links.length > 0 && html`<p${as('foot')}>${links}</p>`;
}

function textOf(parts: Parts): string {
  const { said, shop, links, why } = parts;
  const rows = said.rows.map(([name, value]) => `${name}: ${value}`).join('\n');
  const button = links.button === null ? [] : [`${said.button}:\n${links.button}`];
  const foot = shopLinks(parts).map(([name, address]) =>
    address.startsWith('mailto:') ? name : `${name}: ${address}`,
  );
  const blocks = [
    isolated(shop.name),
    said.title,
    greetingSaid(),
    ...said.text,
    rows,
    ...button,
    ['-- ', why, ...foot].join('\n'),
  ];
  return `${plain(blocks.join('\n\n'))}\n`;
}
