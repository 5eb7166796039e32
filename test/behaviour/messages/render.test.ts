import { describe, expect, it } from 'vitest';
import { NO_BRAND } from '../../../lib/billing/brand.ts';
import {
  CUSTOMER_KINDS,
  isCustomerKind,
  MESSAGE_KINDS,
  type MessageKind,
} from '../../../lib/messages/kinds.ts';
import type { FactsOf } from '../../../lib/messages/render/facts.ts';
import { renderMessage, type MessageLinks } from '../../../lib/messages/render/render.ts';
import { sampleFacts } from '../../../lib/messages/render/samples.ts';
import { contrastOf } from '../../../lib/pages/accent.ts';
import { LANGUAGES, type Language } from '../../../lib/pages/language.ts';
import { shopOf, type Shop } from '../../../lib/pages/shop.ts';

/** Half past midnight of 28 November in Istanbul, still the 27th in UTC. */
const NOW = Date.parse('2026-11-27T21:30:00Z');
const LINKS: MessageLinks = {
  publicUrl: 'https://api.example.com',
  button: 'https://api.example.com/m/tok3n',
};
const SHOP: Shop = shopOf({
  name: 'Acme Ltd',
  brand: {
    ...NO_BRAND,
    displayName: 'Kumru Kahve',
    logo: { name: 'abc.png', width: 80, height: 80 },
    accentColor: '#ffd400',
    supportEmail: 'yardim@kumru.example',
    supportUrl: 'https://kumru.example/yardim',
    termsUrl: 'https://kumru.example/kosullar',
    privacyUrl: 'https://kumru.example/gizlilik',
    timeZone: null,
  },
});
const PLAIN: Shop = { name: 'Kumru Kahve', brand: null };

const EACH = MESSAGE_KINDS.flatMap((kind) => LANGUAGES.map((language) => [kind, language] as const));

const sample = (kind: MessageKind, language: Language, shop = SHOP, links = LINKS) =>
  renderMessage(sampleFacts(kind, NOW), shop, language, links);

const facts = <Kind extends MessageKind>(kind: Kind, change: Partial<FactsOf<Kind>>): FactsOf<Kind> => ({
  ...sampleFacts(kind, NOW),
  ...change,
});

/** What somebody reads of HTML: no tags, no style, no character references. */
const readOf = (page: string): string =>
  page
    .replaceAll(/<(style|title)>[^]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:#847|zwnj|nbsp);/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ');

const addressesIn = (page: string): string[] =>
  [...page.matchAll(/(?:href|src|action|background)="([^"]*)"|url\(([^)]*)\)/g)].map(
    ([, one, other]) => one ?? other ?? '',
  );

describe('every kind of message', () => {
  it.each(EACH)('%s is whole in language %s: subject, text, button and why it was sent', (kind, language) => {
    const { subject, html, text } = sample(kind, language);
    for (const said of [subject, html, text])
      expect(said).not.toMatch(/undefined|NaN|\bnull\b|\[object|Invalid/);
    expect(html).toContain(`<html lang="${language}" dir="ltr">`);
    expect(text).toContain(`${LINKS.button}\n`);
    expect(html).toContain(`href="${LINKS.button}"`);
    expect(text).toContain('Kumru Kahve');
    // What the text says, the HTML says, and the other way round.
    const read = readOf(html)
      .replaceAll('\u00a0', ' ')
      .replaceAll(/ (?=[.,:;)])/g, '');
    for (const line of text
      .split('\n')
      .filter((one) => one !== '' && !/^(?:-- |https:|.+:\s*$|.+: https:)/.test(one)))
      for (const part of line.split(/: /)) expect(read).toContain(part.replace(/: $/, ''));
  });

  it.each(EACH)(
    '%s in language %s leads to the shop and to us alone, and loads nothing but the logo',
    (kind, language) => {
      const { html, text } = sample(kind, language);
      const shops = isCustomerKind(kind)
        ? [
            'https://kumru.example/yardim',
            'mailto:yardim@kumru.example',
            'https://kumru.example/kosullar',
            'https://kumru.example/gizlilik',
          ]
        : [];
      expect(addressesIn(html).toSorted()).toEqual(
        ['https://api.example.com/brand/abc.png', LINKS.button, ...shops].toSorted(),
      );
      expect([...text.matchAll(/https?:\S+/g)].map(([one]) => one).toSorted()).toEqual(
        [LINKS.button, ...shops.filter((one) => one.startsWith('https:'))].toSorted(),
      );
      expect(html).not.toMatch(/<script|<form|<link|<iframe|javascript:|\son\w+=|@import|<base/i);
    },
  );

  it.each(EACH)('%s in language %s can be read without pictures, brand or button', (kind, language) => {
    const { html, text } = sample(kind, language, PLAIN, { ...LINKS, button: null });
    expect(addressesIn(html)).toEqual([]);
    expect(readOf(html)).toContain('Kumru Kahve');
    expect(text).not.toContain('http');
    expect(`${html}${text}`).not.toMatch(/null|undefined/);
  });

  it.each(EACH)(
    '%s in language %s fits what mail programs show whole, its subject a line of theirs',
    (kind, language) => {
      const { subject, html } = sample(kind, language);
      expect(Buffer.byteLength(html)).toBeLessThan(20_000);
      expect(subject.length).toBeLessThanOrEqual(78);
      expect(sample(kind, language, PLAIN, { ...LINKS, isTest: true }).subject).toMatch(
        language === 'tr' ? /^\[Deneme\] / : /^\[Test\] /,
      );
    },
  );

  it.each(EACH)('%s in language %s says nothing in the other one', (kind, language) => {
    const read = readOf(sample(kind, language).html);
    const foreign =
      language === 'tr'
        ? /\b(?:the|your|you|is|was|and|of|on|until|payment|subscription|plan was|card|amount|hello|with|help|terms)\b/i
        : /\b(?:ve|bir|bu|ile|için|tarihinde|ödeme\w*|abonelik\w*|merhaba|yardım|koşullar|gizlilik|kart\w*)\b|[ğşİ]/i;
    const named = ['Kumru Kahve', 'kumru.example', 'yardim@', 'Standart', 'Paraşüt'];
    const others = named.reduce((said, name) => said.replaceAll(name, ''), read);
    expect(others).not.toMatch(foreign);
  });

  it.each(EACH)('%s in language %s has text that reads on its ground in both schemes', (kind, language) => {
    const { html } = sample(kind, language);
    const dark = /@media \(prefers-color-scheme:dark\)\{(.*)\}<\/style>/.exec(html)?.[1] ?? '';
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    const button =
      /<a href="[^"]*" class="m-deed" style="[^"]*;color:(#\w{6});background-color:(#\w{6})/.exec(html);
    expect(contrastOf(button![1]!, button![2]!)).toBeGreaterThanOrEqual(4.5);
    const inDark = /\.m-deed\{color:(#\w{6})!important;background-color:(#\w{6})!important/.exec(dark);
    expect(contrastOf(inDark![1]!, inDark![2]!)).toBeGreaterThanOrEqual(4.5);
    // Every element that has a colour of its own in the light scheme has one in the dark.
    for (const [, name] of html.matchAll(/class="m-(\w+)" style="[^"]*color:/g))
      expect(dark).toContain(`.m-${name}{`);
  });
});

const HOSTILE = [
  '"><img src=x onerror=alert(1)>',
  '</title><script>alert(1)</script>',
  'Pro\r\nBcc: everyone@example.com',
  'Pro\u2028\u2029\u0085Bcc: everyone@example.com',
  '\u202Eorp\u2066\u2068',
  'مخطط',
  '&lt;b&gt;',
  'x'.repeat(5_000),
];

describe('names in a message', () => {
  it.each(HOSTILE)('%j stays a name, in one line, whatever somebody has written into it', (name) => {
    for (const language of LANGUAGES)
      for (const kind of MESSAGE_KINDS) {
        const hostile = Object.fromEntries(
          Object.entries(sampleFacts(kind, NOW)).map(([member, value]) => [
            member,
            ['plan', 'number', 'invoiceNumber', 'host', 'by'].includes(member) ? name : value,
          ]),
        ) as ReturnType<typeof sampleFacts>;
        const { subject, html, text } = renderMessage(hostile, { name, brand: null }, language, LINKS);
        expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
        expect(subject.length).toBeLessThanOrEqual(200);
        expect(text).not.toMatch(/^Bcc:/m);
        // The title has no elements: a name in it is isolated by characters, which are ours.
        const shown = html.replace(/<title>[^<]*<\/title>/, '').replaceAll(/aria-label="[^"]*"/g, '');
        expect(`${shown}${text}`).not.toMatch(/\p{Bidi_Control}/u);
        expect(html).not.toMatch(/<img|<script|onerror=alert\(1\)>/);
        expect(html.length).toBeLessThan(30_000);
        expect(addressesIn(html)).toEqual([LINKS.button]);
      }
  });

  it('stand in an element of their own, so that their direction turns nothing beside them', () => {
    const { html } = renderMessage(facts('payment_failed', { plan: 'مخطط' }), PLAIN, 'en', LINKS);
    expect(html).toContain('for <bdi>مخطط</bdi> could');
  });

  it('our choice: no customer is named: who bought may have written anything, and to anybody’s address', () => {
    for (const kind of CUSTOMER_KINDS)
      expect(Object.keys(sampleFacts(kind, NOW))).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/customer|surname|email|gsm/i)]),
      );
  });
});

/** What is said where, by what is so: facts, language, and what stands in the message or does not. */
const SAID: readonly (readonly [
  what: string,
  facts: Parameters<typeof renderMessage>[0],
  language: Language,
  says: readonly string[],
  silent: readonly string[],
])[] = [
  [
    'days by Istanbul’s clock, amounts as Turkish writes them',
    facts('payment_failed', { sum: { amount: '1349.5', currency: 'TRY' }, dueAt: NOW }),
    'tr',
    ['₺1.349,50', '28 Kasım 2026 tarihli ödemesi alınamadı', '29 Kasım 2026 tarihinde yeniden denenecek'],
    ['27 Kasım'],
  ],
  [
    'that nothing is tried any more, and that access is closed',
    facts('payment_failed', { nextAttemptAt: null, accessUntil: null, cancelledAt: null, reason: 'expired' }),
    'tr',
    ['yeniden denenmeyecek', 'erişiminiz kapalı', 'Kartınızın kullanım süresi dolmuş', 'Kartı değiştir'],
    ['Sonraki deneme', 'Erişim sonu', 'sona erer'],
  ],
  [
    'no other card where the card is not the cause',
    facts('payment_failed', { reason: 'shop' }),
    'en',
    ['The cause is not your card', 'View subscription'],
    ['another card', 'Change card'],
  ],
  [
    'when the subscription ends without the payment',
    facts('last_attempt', { cancelledAt: Date.parse('2026-12-20T22:00:00Z'), accessUntil: null }),
    'tr',
    ['aboneliğiniz 21 Aralık 2026 tarihinde sona erer'],
    ['bir daha denenmez'],
  ],
  [
    'that it is kept without the payment',
    facts('last_attempt', { cancelledAt: null }),
    'en',
    ['the payment is not tried again by itself'],
    ['subscription ends'],
  ],
  [
    'that the shop still charges where it was cancelled in our records alone',
    facts('cancelled', { isStillCharged: true, undoUntil: null }),
    'tr',
    ['henüz durdurulmadı', 'Aboneliği görüntüle'],
    ['bir daha ücret alınmaz', 'geri al'],
  ],
  [
    'until which minute a cancellation can be undone',
    facts('cancelled', { undoUntil: Date.parse('2026-12-08T20:59:00Z') }),
    'en',
    ['8 Dec 2026 23:59', 'You will not be charged again', 'Undo the cancellation'],
    ['has ended'],
  ],
  [
    'that it ended, and why',
    facts('cancelled', { hasEnded: true, isUnpaid: true, undoUntil: null }),
    'tr',
    ['Ödemesi alınamadığı için', 'Aboneliğiniz sona erdi'],
    ['tarihine kadar erişiminiz sürer', 'geri al'],
  ],
  [
    'no next payment where none will be tried',
    facts('undone', { nextPaymentAt: null }),
    'en',
    ['renews as before'],
    ['Next payment', '₺'],
  ],
  [
    'whether all was given back',
    facts('refunded', { isAll: true }),
    'tr',
    ['ödemenizin tamamı', 'İade, aboneliğinizi değiştirmez'],
    ['bir kısmı'],
  ],
];

describe('a message says what the record says, and nothing else:', () => {
  it.each(SAID)('%s', (_, given, language, says, silent) => {
    const { subject, html, text } = renderMessage(given, PLAIN, language, LINKS);
    const inText = `${subject}\n${text}`;
    const inHtml = readOf(html)
      .replaceAll('\u00a0', ' ')
      .replaceAll(/\s+(?=[.,:])/g, '')
      .replaceAll(/\s+/g, ' ');
    for (const one of says) {
      expect(inText).toContain(one);
      expect(inHtml.replaceAll(': ', ' ')).toContain(one.replaceAll(': ', ' '));
    }
    for (const one of silent) {
      expect(inText).not.toContain(one);
      expect(inHtml).not.toContain(one);
    }
  });
});
