import { expect, it, describe, afterAll } from 'vitest';
import { lookUpCheckout } from '../../../lib/table/purchases/checkouts.ts';
import { key } from '../../../lib/table/schema.ts';
import { SECOND_MS } from '../../../lib/limits.ts';
import { openShop } from '../../support/world/opened.ts';
import {
  advanceToRenewal,
  behave,
  CARDS,
  comeBack,
  directBody,
  HOUR,
  ledger,
  MINUTE,
  read,
  statusOf,
  subscribe,
  DAY,
  type Member,
  someone,
  control,
  paidIn,
} from '../../support/world/shop.ts';
import { payForm, checkoutBody, makeTenant } from '../../support/world/tenant.ts';
import { like } from '../../support/world/expecting.ts';
import { formOf, Visitor, visitor, wordsIn } from '../../support/world/portal.ts';
import { limitProvider } from '../../support/world/limited-provider.ts';
import { startWorldWithoutSockets } from '../../support/world/world.ts';
import { upgradeInPanel } from '../../support/world/panel.ts';
import { openDesk } from '../console/desk.ts';

const { world, shop } = await openShop();
await behave(world, shop, { dropNotifications: true });

/** A subscriber with a failed payment who has just opened a card form. */
async function openCardForm() {
  const member = await subscribe(world, shop, { card: CARDS.refusedLater });
  await advanceToRenewal(world, member.reference);
  await world.advance(3 * HOUR);
  const body = { 'svc-id': member.svcId, callbackUrl: 'https://shop.example/card' };
  const token = String((await shop.call('checkout/update-card', { body })).body.token);
  const charges = async () =>
    (await ledger(world, shop)).flatMap(({ customerEmail, status }) =>
      customerEmail === member.email ? [status] : [],
    );
  return {
    token,
    member,
    reference: member.reference,
    charges,
    expiresAt: (await lookUpCheckout(world.app, token))!.expiresAt,
  };
}

const isDue = async (token: string) =>
  (await world.table.get(key.checkout(token), { consistent: true }))?.dueAt !== undefined;

it('a card form retries nothing after a cancellation, also while the provider cannot be told', async () => {
  const { token, reference, charges, expiresAt } = await openCardForm();
  await payForm(world, token);
  await behave(world, shop, { failNext: 1_000, path: '/cancel' });
  const body = { 'pay-subscriber-reference-code': reference };
  expect((await shop.call('subscribers/cancel', { body })).status).toBe(200);
  await comeBack(world, token);
  await world.clock.advanceTo(expiresAt);
  await world.advance(10 * MINUTE);
  expect(await charges()).toEqual(['SUCCESS', 'FAILED']);
  await behave(world, shop, { failNext: 0, path: '' });
});

it('card forms opened one after another and left unused make one attempt, and a later one another', async () => {
  const member = await subscribe(world, shop, { card: CARDS.refusedLater });
  await advanceToRenewal(world, member.reference);
  await world.advance(3 * HOUR);
  const attempts = async () =>
    (await ledger(world, shop)).filter(({ customerEmail }) => customerEmail === member.email).length;
  const before = await attempts();
  const body = { 'svc-id': member.svcId, callbackUrl: 'https://shop.example/card' };
  for (let nth = 0; nth < 4; nth++) {
    expect((await shop.call('checkout/update-card', { body })).status).toBe(200);
    await world.advance(2 * MINUTE);
  }
  await world.advance(3 * HOUR);
  expect(await attempts()).toBe(before + 1);
  expect((await shop.call('checkout/update-card', { body })).status).toBe(200);
  await world.advance(3 * HOUR);
  expect(await attempts()).toBe(before + 2);
});

it('a card form left unused does not begin what was requested as PENDING; a return does', async () => {
  const pending = directBody(shop.plans.basic!, { subscriptionInitialStatus: 'PENDING' });
  const made = await shop.call('checkout/initialize-direct', { body: pending });
  const svcId = String(made.body.svcSubscriptionId);
  const body = { 'svc-id': svcId, callbackUrl: 'https://shop.example/card' };
  const charges = async () =>
    (await ledger(world, shop)).filter(({ customerEmail }) => customerEmail === pending.email).length;

  const unused = String((await shop.call('checkout/update-card', { body })).body.token);
  await world.advance(3 * HOUR);
  expect([await statusOf(shop, { svcId }), await charges(), await isDue(unused)]).toEqual([
    'PENDING',
    0,
    false,
  ]);

  const token = String((await shop.call('checkout/update-card', { body })).body.token);
  await payForm(world, token);
  await comeBack(world, token);
  await world.advance(5 * MINUTE);
  expect([await statusOf(shop, { svcId }), await charges()]).toEqual(['ACTIVE', 1]);
});

it('a payment is not tried again while the customer has the form open, then once, which is no new card', async () => {
  const { charges, member } = await openCardForm();
  await world.advance(20 * MINUTE);
  expect(await charges()).toEqual(['SUCCESS', 'FAILED']);
  await world.advance(20 * MINUTE);
  expect(await charges()).toEqual(['SUCCESS', 'FAILED', 'FAILED']);
  expect((await read(shop, member)).data.recovery).toMatchObject({ attempts: 2 });
});

/** Opens a card form for a subscriber: its status, its token, and in how many seconds another is possible. */
type Door = (member: Member) => Promise<{ status: number; token: string | undefined; retryAfter?: number }>;

let asked = 0;
const byApi =
  (named: (member: Member) => Record<string, string>): Door =>
  async (member) => {
    const body = { ...named(member), callbackUrl: `https://shop.example/card/${++asked}` };
    const { status, body: answer, headers } = await shop.call('checkout/update-card', { body });
    return { status, token: answer.token as string | undefined, retryAfter: Number(headers['retry-after']) };
  };
const inPortal = async (one: Visitor, svcId: string) => {
  const page = await one.open(`/portal/home?subscription=${svcId}`);
  const { csrf = '' } = formOf(page, 'close');
  const { status, address } = await one.send('card', { csrf, subscription: svcId });
  const token = new URL(address, 'https://billing.example').searchParams.get('token') ?? undefined;
  return { status: token === undefined ? status : 200, token };
};
const byConsole: Door = async ({ id, svcId }) => {
  const desk = await openDesk(world, shop, 'support');
  const made = await desk.act('portal-link', { id, returnUrl: 'https://shop.example/', flow: 'card' });
  const link = /https?:[^"<\s]*\/portal\/enter\?link=[\w-]+/.exec(made.text)?.[0] ?? '';
  const one = new Visitor(world);
  await one.enter(link);
  return inPortal(one, svcId);
};

const DOORS: [string, Door][] = [
  ['the API, by our id', byApi(({ svcId }) => ({ 'svc-id': svcId }))],
  [
    "the API, by the provider's pair",
    byApi(({ reference, customerReference }) => ({
      subscriptionReferenceCode: reference,
      customerReferenceCode: customerReference,
    })),
  ],
  [
    'the API, by a reference of the caller',
    byApi(({ svcId }) => ({ 'svc-id': svcId, clientReferenceId: `form ${asked}` })),
  ],
  ['the portal', async ({ svcId }) => inPortal((await visitor(world, shop, svcId)).visitor, svcId)],
  ['a link made in the console', byConsole],
];
const [[, api]] = DOORS as [[string, Door]];
const open = async (member: Member, times: number) => {
  for (let nth = 0; nth < times; nth++) expect((await api(member)).status).toBe(200);
};

describe('our choice: card forms of one subscription', () => {
  it.for(DOORS)('are five an hour and ten a day by any door: %s', async ([, door]) => {
    const member = await subscribe(world, shop);
    await open(member, 4);
    expect((await door(member)).status).toBe(200);
    expect((await door(await subscribe(world, shop))).status).toBe(200); // another subscription has its own
    const [sixth, byOthers] = [await door(member), await api(member)];
    const portalShowsItAgain = sixth.token !== undefined;
    expect([sixth.status, byOthers.status]).toEqual([portalShowsItAgain ? 200 : 429, 429]);
    expect(byOthers.retryAfter).toBeGreaterThan(3500);
    await world.advance(HOUR);
    expect((await door(member)).status).toBe(200);
    await open(member, 4);
    await world.advance(HOUR);
    const eleventh = await door(member);
    expect([eleventh.status, eleventh.token]).toEqual([429, undefined]);
    await world.advance(DAY - 2 * HOUR);
    expect((await door(member)).status).toBe(200);
  });

  it('are five of many at once', async () => {
    const member = await subscribe(world, shop);
    const all = await Promise.all(Array.from({ length: 12 }, () => api(member)));
    const opened = all.filter(({ status }) => status === 200);
    expect(opened.length).toBeGreaterThan(0);
    expect(opened.length).toBeLessThanOrEqual(5);
    await api(member);
  });

  it('that the provider does not open cost nothing', async () => {
    const member = await subscribe(world, shop);
    await behave(world, shop, { failNext: 6, path: '/card-update' });
    for (let nth = 0; nth < 6; nth++) expect((await api(member)).status).toBeGreaterThanOrEqual(500);
    await open(member, 5);
  });

  it('spend the tenant’s hosted checkouts in the portal too', async () => {
    const fresh = await makeTenant(world);
    const { svcId } = await subscribe(world, fresh);
    await world.clock.advanceTo(world.clock.now() + MINUTE);
    const { visitor: one } = await visitor(world, fresh, svcId);
    expect((await inPortal(one, svcId)).status).toBe(200);
    const { headers } = await fresh.call('checkout/initialize', { body: checkoutBody(fresh.plans.basic!) });
    expect(headers['ratelimit-remaining']).toBe('98');
  });
});

describe('our choice: an open card form', () => {
  const ask = async ({ svcId }: Member, more = {}) => {
    const body = { 'svc-id': svcId, callbackUrl: 'https://shop.example/card', ...more };
    return (await shop.call('checkout/update-card', { body })).body;
  };

  it('is shown again, whoever asks, instead of a new one: ten times, and one of five is used', async () => {
    const member = await subscribe(world, shop);
    const first = await ask(member);
    await world.clock.advanceTo(world.clock.now() + MINUTE);
    for (let nth = 0; nth < 10; nth++)
      expect(await ask(member)).toEqual({ ...first, tokenExpireTime: Number(first.tokenExpireTime) - 60 });
    const { visitor: one } = await visitor(world, shop, member.svcId);
    const [shown, again] = [await inPortal(one, member.svcId), await inPortal(one, member.svcId)];
    expect(again).toEqual(shown);
    expect(shown.token).not.toBe(first.token); // it leads back to the portal
    await open(member, 2);
    const { visitor: other } = await visitor(world, shop, member.svcId);
    await comeBack(world, String(shown.token));
    const last = await inPortal(other, member.svcId);
    expect((await api(member)).status).toBe(429);
    const page = await other.open(`/portal/card?subscription=${member.svcId}`);
    expect(formOf(page, 'card')).toMatchObject({ subscription: member.svcId });
    expect(await inPortal(other, member.svcId)).toEqual(last);
    await world.advance(21 * MINUTE);
    const later = await other.open(`/portal/card?subscription=${member.svcId}`);
    expect(later.text).not.toContain('action="/portal/card"');
  });

  it.for([
    ['leads elsewhere', async () => ({ callbackUrl: 'https://shop.example/elsewhere' })],
    ['has been come back from', async (token: string) => void (await comeBack(world, token))],
    ['is nearly over', async () => void (await world.clock.advanceTo(world.clock.now() + 20 * MINUTE + 1))],
    ['was of another reference', async () => ({ clientReferenceId: `own ${++asked}` })],
  ] as const)('is not shown again where it %s', async ([, change]) => {
    const member = await subscribe(world, shop);
    const first = await ask(member);
    const more = (await change(String(first.token))) ?? {};
    const second = await ask(member, more);
    expect([second.status, second.token === first.token]).toEqual(['success', false]);
  });
});

describe('our choice: three refused cards in a day', () => {
  it('end the day’s card forms, and the page says from when another try is possible', async () => {
    const member = await subscribe(world, shop, { card: CARDS.refusedLater });
    await advanceToRenewal(world, member.reference);
    await world.advance(MINUTE);
    const { token } = await api(member);
    for (let nth = 0; nth < 3; nth++) {
      await comeBack(world, String(token));
      await world.advance(2 * MINUTE);
    }
    const refused = await api(member);
    expect(refused.status).toBe(429);
    expect(refused.retryAfter).toBeGreaterThan(23 * 3600);
    for (const [language, said] of [
      ['en', /You can try again from \d{1,2} \w+ \d{4}.*\d\d:\d\d/],
      ['tr', /Şu andan itibaren yeniden deneyebilirsiniz: \d/],
    ] as const) {
      const { visitor: one } = await visitor(world, shop, member.svcId, { language });
      const page = await one.open(`/portal/card?subscription=${member.svcId}`);
      expect(wordsIn(page)).toEqual(like(said));
      expect(page.text).not.toContain('action="/portal/card"');
      const { csrf = '' } = formOf(page, 'close');
      const pressed = await one.send('card', { csrf, subscription: member.svcId });
      expect([pressed.status, wordsIn(pressed)]).toEqual([429, like(said)]);
    }
    await world.advance(DAY);
    expect((await api(member)).status).toBe(200);
  });

  it('end them of a first payment that the bank refuses, too', async () => {
    const pending = directBody(shop.plans.basic!, { subscriptionInitialStatus: 'PENDING' });
    const made = await shop.call('checkout/initialize-direct', { body: pending });
    const form = { 'svc-id': String(made.body.svcSubscriptionId), callbackUrl: 'https://shop.example/card' };
    const ask = () => shop.call('checkout/update-card', { body: form });
    const token = String((await ask()).body.token);
    await payForm(world, token, { cardNumber: CARDS.refusedLater });
    for (let nth = 0; nth < 3; nth++) {
      await comeBack(world, token);
      await world.advance(2 * MINUTE);
    }
    expect(await ask()).toMatchObject({ status: 429, body: { error: 'card_forms_exhausted' } });
    await world.advance(DAY);
    expect((await ask()).status).toBe(200);
  });
});

const FORMS = 95;
const BROWSERS = 5;

async function openForms() {
  const world = await startWorldWithoutSockets();
  afterAll(() => world.stop());
  const shop = await makeTenant(world);
  const tokens: string[] = [];
  for (let nth = 0; nth < FORMS; nth++) {
    const body = checkoutBody(shop.plans.basic!, { email: someone() });
    tokens.push(String((await shop.call('checkout/initialize', { body })).body.token));
  }
  return { world, tokens };
}

it('the polls of many abandoned forms leave capacity for returning browsers', async () => {
  const { world, tokens } = await openForms();
  const refused = limitProvider(world, 80);
  await world.advance(2 * MINUTE);
  for (const token of tokens.slice(0, BROWSERS)) {
    await payForm(world, token);
    const { headers } = await comeBack(world, token);
    expect(new URL(headers.location!).searchParams.get('status')).toBe('success');
  }
  expect(refused()).toBe(0);
});

it('every paid form without a browser’s return is polled in its turn', async () => {
  const { world, tokens } = await openForms();
  for (const token of tokens) await payForm(world, token);
  await world.advance(5 * MINUTE);
  const ends = await Promise.all(
    tokens.map(async (token) => new URL((await comeBack(world, token)).headers.location!)),
  );
  expect(ends.map(({ searchParams }) => searchParams.get('status'))).toEqual(tokens.map(() => 'success'));
  expect(world.receiver.arrivals).toHaveLength(FORMS);
});

it('a browser that meets the provider’s rate limit is told to come back a moment later', async () => {
  const { world, tokens } = await openForms();
  await payForm(world, tokens[0]!);
  limitProvider(world, 0);
  const raw = new URLSearchParams({ token: tokens[0]! }).toString();
  const { status, headers } = await world.call('checkout/callback', { method: 'POST', raw });
  expect(status).toBe(202);
  expect(headers.refresh).toBeDefined();
  limitProvider(world, 100);
  await world.clock.advanceTo(world.clock.now() + 3_000);
  const again = await comeBack(world, tokens[0]!);
  expect(new URL(again.headers.location!).searchParams.get('status')).toBe('success');
});

it('A charge that failed after a change of plan at the provider is tried again with the new card, though neither is on record yet', async () => {
  const member = await subscribe(world, shop);
  await behave(world, shop, { dropNotifications: true });
  await control(world, `/subscriptions/${member.reference}/card`, { cardNumber: CARDS.noMoney });
  await world.clock.advanceTo(world.clock.now() + SECOND_MS);
  const reference = await upgradeInPanel(world, shop, member);
  await world.clock.advanceTo(world.clock.now() + 2 * MINUTE);
  const form = { 'svc-id': member.svcId, callbackUrl: 'https://shop.example/card' };
  const { body } = await shop.call('checkout/update-card', { body: form });
  await payForm(world, String(body.token));
  await comeBack(world, String(body.token));
  await world.advance(5 * MINUTE);
  const charges = (await ledger(world, shop)).filter((one) => one.subscriptionReferenceCode === reference);
  expect(charges.map(({ status }) => status)).toEqual(['FAILED', 'SUCCESS']);
  expect(paidIn(charges).map(({ amount }) => amount)).toEqual(['200.00']);
});
