import { describe, expect, it, afterEach } from 'vitest';
import { RATE_LIMITS_PER_MINUTE } from '../../../lib/limits.ts';
import { reconcileSubscriber } from '../../../lib/reconciliation/reconcile.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';
import { SVC_ID, UUID } from '../../support/world/expecting.ts';
import {
  CARDS,
  comeBack,
  DAY,
  ledger,
  paidIn,
  read,
  statusOf,
  subscribe,
  eventsAbout,
  locationOf,
  behave,
  control,
  HOUR,
  MINUTE,
  toldOfUnknown,
} from '../../support/world/shop.ts';
import { payForm, makeTenant, type TestTenant, changeTenant } from '../../support/world/tenant.ts';
import { openShop } from '../../support/world/opened.ts';
import type { Ask } from '../../support/world/ask.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';
import { throughPorts } from '../../faults/ports.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { refreshIn } from '../../support/world/refreshing.ts';

const { world, shop } = await openShop();

const start = (more: Record<string, unknown> = {}) => startCheckout(shop, more);

const eventsFor = (email: string) => eventsAbout(world, shop, email).map(({ type }) => type);
const chargesTo = async (email: string) =>
  paidIn(await ledger(world, shop)).filter(({ customerEmail }) => customerEmail === email).length;

describe('spec: GET /checkout/callback', () => {
  it('on success redirects to callbackUrl with the success parameters, and our choice: clientReferenceId', async () => {
    const member = await subscribe(world, shop);
    expect(Object.fromEntries(member.location.searchParams)).toEqual({
      status: 'success',
      subscriptionReference: member.reference,
      customerReference: member.customerReference,
      planReference: shop.plans.basic!.reference,
      svcSubscriptionId: SVC_ID.subscription,
      svcCustomerId: SVC_ID.customer,
      clientReferenceId: UUID,
    });
    expect(await statusOf(shop, member)).toBe('ACTIVE');
  });

  it.each<[string, (token: string) => Ask]>([
    ['a link', (token) => ({ method: 'GET', query: { token } })],
    ['a form', (token) => ({ method: 'POST', raw: `token=${token}&other=1` })],
    ['a reload that was asked for', (token) => ({ method: 'GET', query: { token, again: '1' } })],
    [
      'a form with much else in it',
      (token) => ({ method: 'POST', raw: `x=${'a'.repeat(5_000)}&token=${token}` }),
    ],
    ['a form and a link', (token) => ({ method: 'POST', query: { token }, raw: 'token=another' })],
    ['a link with spaces', (token) => ({ method: 'GET', query: { token: ` ${token}\u00a0` } })],
    [
      'a link with more',
      (token) => ({ method: 'GET', query: { token, utm_source: 'mail', status: 'success' } }),
    ],
  ])('our choice: it is served by GET and by POST, and answers 303: %s', async (_, ask) => {
    const { token } = await start();
    expect((await world.call('checkout/callback', ask(token))).headers.location ?? '').not.toContain(
      'status=success',
    );
    await payForm(world, token);
    await world.clock.advanceTo(world.clock.now() + 5_000);
    const answer = await world.call('checkout/callback', ask(token));
    expect(answer.status).toBe(303);
    expect(locationOf(answer).searchParams.get('status')).toBe('success');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('on failure redirects with status error, errorCode and errorMessage, and our choice: a success later still wins', async () => {
    const { token, email } = await start();
    const failed = locationOf(await comeBack(world, token));
    expect(Object.fromEntries(failed.searchParams)).toEqual({
      status: 'error',
      errorCode: '201601',
      errorMessage: 'Ödeme formu tamamlanmamış.',
    });
    expect(world.written.join()).toContain('"status":"FAILED"');
    expect((await payForm(world, token, { cardNumber: CARDS.noMoney })).ok).toBe(false);
    expect(locationOf(await comeBack(world, token)).searchParams.get('status')).toBe('error');
    await payForm(world, token);
    expect(locationOf(await comeBack(world, token)).searchParams.get('status')).toBe('success');
    await world.settle();
    expect(eventsFor(email)).toEqual(['SUBSCRIBED']);
    expect(await chargesTo(email)).toBe(1);
  });

  it('our choice: repeated and parallel callbacks all get the first outcome, and one event', async () => {
    const { token, email } = await start();
    await payForm(world, token);
    const parallel = await Promise.all([
      comeBack(world, token),
      comeBack(world, token),
      comeBack(world, token),
    ]);
    const later = await comeBack(world, token);
    expect(new Set([...parallel, later].map(({ headers }) => headers.location)).size).toBe(1);
    await world.advance(DAY);
    expect(eventsFor(email)).toEqual(['SUBSCRIBED']);
    expect(await chargesTo(email)).toBe(1);
  });

  it('our choice: an unknown or forged token is a small HTML page with 404', async () => {
    const { token: made } = await start();
    const derived = [made.slice(0, -1), `${made}0`, `${made},${made}`, made.repeat(40)];
    const written = ['"><script>alert(1)</script>', '../../account', 'with\u0000null', 'broken\ud800'];
    const tokens = ['forged', '', 'x'.repeat(300), ...derived, ...written];
    for (const query of [...tokens.map((token) => ({ token })), {}]) {
      const answer = await world.call('checkout/callback', {
        method: 'GET',
        query: query,
      });
      expect(answer.status).toBe(404);
      expect(answer.headers['content-type']).toContain('text/html');
      expect(answer.text).toContain('Bu sayfa bulunamadı');
    }
  });

  it('our choice: two sessions paid for the same customer and plan are two subscriptions, none is dropped', async () => {
    const first = await subscribe(world, shop);
    const second = await subscribe(world, shop, { email: first.email });
    expect(second.id).not.toBe(first.id);
    expect((await read(shop, first)).customer.id).toBe((await read(shop, second)).customer.id);
    expect(await chargesTo(first.email)).toBe(2);
  });
});

/** What the provider was asked on behalf of browsers, by method. */
const asked: string[] = [];
/** Holds up each answer of the provider for as long as there is a promise. */
let holdUp: Promise<void> | undefined;
let release = () => {};
function goOn(): void {
  release();
  holdUp = undefined;
}
const counting = () =>
  instanceOf(
    throughPorts(world.app, async ({ port, method }, effect) => {
      if (port !== 'pay') return effect();
      asked.push(method);
      await holdUp;
      return effect();
    }),
  );
const instances = [counting(), counting(), counting()];
afterEach(goOn);

let arrivals = 0;
/** A browser comes back to one instance after the other. */
const arrive = (token: string, more: Record<string, string> = {}) =>
  instances[arrivals++ % instances.length]!.call('checkout/callback', {
    method: 'GET',
    query: { token, ...more },
  });
const pass = (ms: number) => world.clock.advanceTo(world.clock.now() + ms);
const statusIn = (answer: { headers: Record<string, string> }) =>
  locationOf(answer).searchParams.get('status');

describe('spec: GET /checkout/callback, again and again', () => {
  it('our choice: the provider is read at most once in three seconds per token', async () => {
    const { token } = await start();
    asked.length = 0;
    for (let second = 0; second < 12; second++) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => arrive(token)));
      for (const { status } of answers) expect(status).toBe(202);
      await pass(1000);
    }
    expect(asked).toEqual(['readForm', 'readForm', 'readForm', 'readForm']);
  });

  it('our choice: a browser that arrives while the provider is being read gets a page that reloads itself, then the outcome', async () => {
    const { token, email } = await start();
    await payForm(world, token);
    asked.length = 0;
    holdUp = new Promise((done) => (release = done));
    const first = arrive(token);
    while (!asked.includes('readForm')) await new Promise((soon) => setTimeout(soon, 1));
    await pass(1500);
    const second = await arrive(token);
    expect(second.status).toBe(202);
    expect(second.text).toContain('Ödemeniz kontrol ediliyor');
    expect(second.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    const refresh = refreshIn(second.headers.refresh)!;
    expect(refresh).toEqual({ seconds: 2, query: { token, again: '1' } });
    goOn();
    expect(statusIn(await first)).toBe('success');
    const third = await arrive(token, refresh.query);
    expect(third.headers.location).toBe((await first).headers.location);
    await world.settle();
    const chargedOnce = paidIn(await ledger(world, shop)).filter(
      ({ customerEmail }) => customerEmail === email,
    );
    expect(chargedOnce).toHaveLength(1);
  });

  it('our choice: an outcome on record is returned without a provider call', async () => {
    const { token } = await start();
    await payForm(world, token);
    await comeBack(world, token);
    asked.length = 0;
    expect(statusIn(await arrive(token))).toBe('success');
    expect(asked).toEqual([]);
  });

  it('our choice: a form reported as unfinished just after payment is read once more', async () => {
    const { token } = await start();
    await payForm(world, token);
    await behave(world, shop, { completionLagMs: 2500 });
    const first = await arrive(token);
    expect(refreshIn(first.headers.refresh)).toEqual({ seconds: 3, query: { token, again: '1' } });
    await pass(3000);
    expect(statusIn(await arrive(token, { again: '1' }))).toBe('success');
    await behave(world, shop, { completionLagMs: 0 });
  });

  it('our choice: the provider is read at most 600 times a minute per tenant', async () => {
    const other = await makeTenant(world);
    const tokens: string[] = [];
    const { item, token: first } = await checkoutOf(other);
    for (let n = 0; n < RATE_LIMITS_PER_MINUTE.callbacks + 30; n++) {
      const token = `${first}${n}`;
      await world.table.apply({ put: { ...item, pk: item.pk + String(n), token } });
      tokens.push(token);
    }
    asked.length = 0;
    const answers = await Promise.all(tokens.map((token) => arrive(token)));
    expect(asked).toHaveLength(RATE_LIMITS_PER_MINUTE.callbacks);
    const waits = answers.map(({ headers }) => refreshIn(headers.refresh)!.seconds);
    expect(waits.filter((seconds) => seconds === 60)).toHaveLength(30);
    expect(world.log.join()).toMatch(/RateLimited.*callbacks/);
  });
});

async function checkoutOf(tenant: TestTenant) {
  const { token } = await startCheckout(tenant);
  const item = await world.table.get({ pk: `C#${token}`, sk: 'CHECKOUT' }, { consistent: true });
  return { token, item: item! };
}

const merchant = ({ credentials }: TestTenant) => `/merchants/${credentials.merchantId}`;

describe('spec: GET /checkout/callback, late or not at all', () => {
  it('our choice: without a browser’s return the checkout is completed within two minutes', async () => {
    const { token, email } = await start();
    await payForm(world, token);
    await world.advance(2 * MINUTE + 1);
    expect(eventsFor(email)).toEqual(['SUBSCRIBED']);
    const late = locationOf(await comeBack(world, token));
    expect(late.searchParams.get('status')).toBe('success');
    await world.advance(DAY);
    expect(eventsFor(email)).toEqual(['SUBSCRIBED']);
  });

  it('our choice: an unpaid checkout becomes EXPIRED; a later success proven by the provider wins', async () => {
    const { token, email } = await start();
    await payForm(world, token);
    await behave(world, shop, { completionLagMs: DAY / 2, dropNotifications: true });
    await world.advance(40 * MINUTE);
    expect(world.written.join()).toContain('"status":"EXPIRED"');
    expect(eventsFor(email)).toEqual([]);
    await world.advance(DAY);
    expect(eventsFor(email)).toEqual(['SUBSCRIBED']);
    await behave(world, shop, { completionLagMs: 0, dropNotifications: false });
  });

  it.each<[string, (of: TestTenant) => Promise<unknown>]>([
    ['an account with wrong credentials', (of) => control(world, merchant(of), { secretKey: 'another' })],
    ['an account that is switched off', (of) => behave(world, of, { featureEnabled: false })],
    ['lost its account', (of) => changeTenant(world, of, { pay: null })],
  ])(
    'our choice: a browser whose shop has %s is told so, and what it paid is found later',
    async (_what, breaks) => {
      const refused = await makeTenant(world);
      const { token, email } = await startCheckout(refused);
      await payForm(world, token);
      await breaks(refused);
      expect(toldOfUnknown(await comeBack(world, token))).toEqual({
        status: 'error',
        errorCode: 'payment_outcome_unknown',
        errorMessage:
          'The shop has no working account at the payment provider at the moment, so it is not known yet whether the payment went through. It will be looked up; do not pay again.',
      });
      await behave(world, refused, { featureEnabled: true });
      await control(world, merchant(refused), { secretKey: refused.credentials.secretKey });
      await changeTenant(world, refused, {});
      await world.advance(2 * HOUR);
      expect(eventsAbout(world, refused, email).map(({ type }) => type)).toEqual(['SUBSCRIBED']);
    },
  );

  it('our choice: a browser’s return without a provider’s answer schedules an early poll', async () => {
    const { token, email } = await start();
    await world.advance(11 * MINUTE);
    await payForm(world, token);
    await behave(world, shop, { failNext: 1, path: '/checkoutform/' });
    await world.call('checkout/callback', { method: 'POST', raw: `token=${token}` });
    await world.advance(2 * MINUTE);
    expect(eventsFor(email)).toEqual(['SUBSCRIBED']);
  });

  it('our choice: a form paid after the customer’s subscription has ended is a RESUBSCRIBE', async () => {
    const member = await subscribe(world, shop);
    const { token } = await start({ email: member.email });
    await control(world, `/subscriptions/${member.reference}/expire`, {});
    const ended = { tenantId: shop.tenant.id, subscriberId: member.id };
    await reconcileSubscriber(forTenant(world.app, ended.tenantId), ended.subscriberId, {
      by: 'operator',
      id: null,
    });
    await payForm(world, token);
    await comeBack(world, token);
    await world.settle();
    const bought = eventsAbout(world, shop, member.email).filter(({ type }) => type === 'SUBSCRIBED');
    expect(bought.map(({ subtype }) => subtype)).toEqual(['INITIAL_BUY', 'RESUBSCRIBE']);
  });
});
