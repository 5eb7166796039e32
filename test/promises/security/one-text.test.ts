import fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { RouteName } from '../../../functions/routes.ts';
import { it } from '../../support/world/fixtures.ts';
import { check, directBody, someone, subscribe } from '../../support/world/shop.ts';
import { checkoutBody, type TestTenant } from '../../support/world/tenant.ts';

const address = (more: object) => ({
  contactName: 'Ada Lovelace',
  country: 'Türkiye',
  city: 'Ankara',
  address: 'Örnek Mah. No: 5',
  ...more,
});

const CARD = '5528790000000008';
const DIGITS = Array.from(CARD, Number);
const inScript = (zero: number) => (digit: number) => String.fromCodePoint(zero + digit);
const digitSpellings = fc
  .constantFrom(0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10, 0x1d7ce, 0x1d7d8, 0x1d7f6)
  .map((zero) => DIGITS.map(inScript(zero)));
const between = fc
  .array(fc.constantFrom('', ' ', '-', '.', '/', '\u00a0', '\u2009', '_', '·', '(', ')'), { maxLength: 3 })
  .map((parts) => parts.join(''));
/** A card's number in digits of any script, with the same one to three characters between each two or each four. */
const cardSpellings = fc
  .tuple(digitSpellings, between, fc.constantFrom(1, 2, 4, 16))
  .map(([digits, join, size]) =>
    Array.from({ length: 16 / size }, (_, nth) => digits.slice(nth * size, (nth + 1) * size).join('')).join(
      join,
    ),
  );

/** What else is kept: the route, the field, and what its request needs beside it. */
const OTHERWISE_KEPT: [RouteName, string, (shop: TestTenant) => Record<string, unknown>][] = [
  ...['displayName', 'supportEmail', 'supportUrl', 'termsUrl', 'privacyUrl'].map(
    (field): [RouteName, string, () => Record<string, unknown>] => ['account/set-brand', field, () => ({})],
  ),
  ...['lookup_key', 'unit'].map(
    (field): [RouteName, string, (shop: TestTenant) => Record<string, unknown>] => [
      'account/set-plan',
      field,
      (shop) => ({ pricingPlanReferenceCode: shop.plans.basic!.reference }),
    ],
  ),
  ['portal/create-session', 'returnUrl', () => ({ 'svc-id': 'sub_018f2a00-0000-7000-8000-000000000000' })],
  ['account/set-webhook', 'url', () => ({})],
  ['account/set-chat', 'url', () => ({})],
];
const initialize = (shop: TestTenant, more: Record<string, unknown>) =>
  shop.call('checkout/initialize', { body: checkoutBody(shop.plans.basic!, { email: someone(), ...more }) });

const fieldsIn = (body: Record<string, unknown>) =>
  ((body.details ?? []) as { field: string }[]).map(({ field }) => field);

describe('our choice: one rule for text in every field that is kept', () => {
  it('refuses a card number, however it is spelt, in an Idempotency-Key', async ({ shop }) => {
    const spelt = cardSpellings.filter((text) => /^[!-~]+$/.test(text));
    await fc.assert(
      fc.asyncProperty(spelt, async (card) => {
        const asked = { body: directBody(shop.plans.basic!), headers: { 'idempotency-key': card } };
        const { status, body } = await shop.call('checkout/initialize-direct', asked);
        expect([status, fieldsIn(body)]).toEqual([400, ['Idempotency-Key']]);
      }),
      { numRuns: 40 },
    );
  });

  it.for(OTHERWISE_KEPT)(
    'looks no further at one that is too long: %s %s',
    async ([route, field, more], { shop }) => {
      const long = '1-'.repeat(30_000);
      const { status, body } = await shop.call(route, { body: { ...more(shop), [field]: long } });
      const said = ((body.details ?? []) as { message: string }[]).map(({ message }) => message);
      expect([status, said]).toEqual([
        400,
        [expect.stringMatching(/^must be (at most \d+ characters|an e-mail)/)],
      ]);
    },
  );

  it('refuses what decoders have left of other bytes, also where it is escaped', async ({ shop }) => {
    const body = checkoutBody(shop.plans.basic!, { email: someone(), name: 'G\ufffdl' });
    const raw = JSON.stringify(body).replace('\ufffd', '\\ufffd');
    const headers = { 'content-type': 'application/json' };
    const answer = await shop.call('checkout/initialize', { raw, headers });
    expect([answer.status, fieldsIn(answer.body)]).toEqual([400, ['name']]);
  });

  it('makes one line of prose of several, and one text of what is composed in two ways', async ({
    world,
    shop,
  }) => {
    const written = {
      name: 'Ays\u0327e\t\r\n  \u202eNur\u2066',
      billingAddress: address({ address: 'Örnek Mah.\nNo: 5\r\n\r\nKat\t2' }),
    };
    const member = await subscribe(world, shop, { more: written });
    const { body } = await shop.call('subscribers/get', { query: { 'svc-id': member.svcId } });
    expect((body.customer as { name: string }).name).toBe('Ayşe Nur');
  });
});

/** Addresses of one customer, however they are written. */
const SAME: [string, string][] = [
  ['Ada@Example.com', ' ada@EXAMPLE.com '],
  ['ays\u0327e@example.com', 'ayşe@example.com'],
  ['ada@örnek.com', 'ada@xn--rnek-4qa.com'],
  ['ada@o\u0308rnek.com', 'ADA@ÖRNEK.com'],
];

/** Addresses of two customers. */
const DIFFERENT: [string, string][] = [
  ['ayşe@example.com', 'ayse@example.com'],
  ['şule@example.com', 'ğule@example.com'],
  ['ada@örnek.com', 'ada@ornek.com'],
  ['ılgın@example.com', 'ilgin@example.com'],
  ['a.da@example.com', 'ada@example.com'],
];

/** What looks like another address than it is. */
const DISGUISED = [
  'a\u200bda@example.com',
  '\u200eada@example.com',
  'ada@exam\u00adple.com',
  'ada\ufeff@example.com',
  'ada\u2060@example.com',
  'ada\u034f@example.com',
  'ada\u3164@example.com',
  'ada\ufe0f@example.com',
  'ada\u2800@example.com',
  '\u212aada@example.com',
  'ａda@example.com',
  'ﬁona@example.com',
  'İda@example.com',
  'ada@ｅxample.com',
  'mailto:ada@example.com',
  'ada@örnek。com',
  'ada@xn--\u00f6.com',
];

const exists = async (shop: TestTenant, email: string) => (await check(shop, email)).exists;

describe('our choice: an e-mail address', () => {
  it.for(SAME)('is one however it is written: %j and %j', async ([bought, asked], { world, shop }) => {
    const { svcId } = await subscribe(world, shop, { email: bought });
    for (const email of [bought, asked]) {
      expect((await check(shop, email)).data).toMatchObject({ subscription: { svcId } });
      const listed = await shop.call('subscribers/list', { query: { email } });
      expect((listed.body.data as { svcId: string }[]).map((one) => one.svcId)).toEqual([svcId]);
    }
  });

  it.for(DIFFERENT)('is another: %j and %j', async ([bought, asked], { world, shop }) => {
    await subscribe(world, shop, { email: bought });
    expect([await exists(shop, bought), await exists(shop, asked)]).toEqual([true, false]);
  });

  it.for(DISGUISED)(
    'is refused where it looks like another, in bodies and queries: %j',
    async (email, { shop }) => {
      const answers = [
        await initialize(shop, { email }),
        await shop.call('checkout/initialize-direct', { body: directBody(shop.plans.basic!, { email }) }),
        await shop.call('subscribers/check', { query: { email } }),
        await shop.call('subscribers/list', { query: { email } }),
      ];
      expect(answers.map(({ status, body }) => [status, fieldsIn(body)])).toEqual(
        answers.map(() => [400, ['email']]),
      );
    },
  );
});

describe('our choice: a reference', () => {
  it('in the form of a UUID is one in capitals too, in bodies, queries and filters', async ({
    world,
    shop,
  }) => {
    const member = await subscribe(world, shop);
    const capital = member.reference.toUpperCase();
    const plan = shop.plans.basic!.reference.toUpperCase();
    expect(capital).not.toBe(member.reference);
    const answers = [
      await shop.call('subscribers/get', { query: { 'pay-subscriber-code': capital } }),
      await shop.call('subscribers/invoices', { query: { 'subscriber-id': capital } }),
      await shop.call('subscribers/timeline', { query: { 'subscriber-id': capital } }),
      await shop.call('checkout/update-card', {
        body: {
          subscriptionReferenceCode: capital,
          customerReferenceCode: member.customerReference.toUpperCase(),
          callbackUrl: 'https://shop.example/done',
        },
      }),
      await shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': capital } }),
      await shop.call('checkout/initialize', {
        body: checkoutBody(shop.plans.basic!, { pricingPlanReferenceCode: plan, email: someone() }),
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const listed = await shop.call('subscribers/list', { query: { plan } });
    expect(listed.body.data).toHaveLength(1);
  });

  it('of the caller is one however it is composed, and charges once', async ({ world, shop }) => {
    const body = directBody(shop.plans.basic!, { clientReferenceId: 'sipariş-7' });
    const first = await shop.call('checkout/initialize-direct', { body });
    const composed = { ...body, clientReferenceId: 'sipariş-7'.normalize('NFD') };
    const second = await shop.call('checkout/initialize-direct', { body: composed });
    expect(second.body).toEqual(first.body);
    await world.settle();
  });

  it.for(['order\u200b7', 'order\u00ad7', 'order\u00a07', 'ｏrder', '\u212a7'])(
    'of the caller looks like no other: not %j',
    async (clientReferenceId, { shop }) => {
      const body = directBody(shop.plans.basic!, { clientReferenceId });
      const answer = await shop.call('checkout/initialize-direct', { body });
      expect([answer.status, fieldsIn(answer.body)]).toEqual([400, ['clientReferenceId']]);
    },
  );
});
