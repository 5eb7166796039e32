import { afterEach, describe, expect, it } from 'vitest';
import { throughPorts } from '../../faults/ports.ts';
import { instanceOf } from '../../support/world/instance.ts';
import {
  behave,
  CARDS,
  check,
  comeBack,
  HOUR,
  ledger,
  MINUTE,
  paidIn,
  statusOf,
  subscribe,
  eventNamesOf,
  eventsAbout,
  locationOf,
} from '../../support/world/shop.ts';
import { makeTenant, payForm } from '../../support/world/tenant.ts';
import { openShop } from '../../support/world/opened.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';
import { servePaying } from '../../support/world/paying.ts';

const { world, shop } = await openShop();
afterEach(() => world.serve());
const chargesTo = async (email: string) =>
  paidIn(await ledger(world, shop)).filter(({ customerEmail }) => customerEmail === email).length;

describe('spec: GET /checkout/callback', () => {
  it('activates the subscription at the provider if it is PENDING', async () => {
    const member = await subscribe(world, shop, { more: { subscriptionInitialStatus: 'PENDING' } });
    expect(await statusOf(shop, member)).toBe('ACTIVE');
    expect(await chargesTo(member.email)).toBe(1);
    expect(eventNamesOf(world, shop, member)).toEqual(['SUBSCRIBED/INITIAL_BUY']);
  });

  it('our choice: an activation that the bank refuses is an error with its code; the subscriber stays PENDING, nothing is announced', async () => {
    const { token, email } = await startCheckout(shop, { subscriptionInitialStatus: 'PENDING' });
    await payForm(world, token, { cardNumber: CARDS.refusedLater });
    for (const arrival of ['first', 'again']) {
      const { searchParams } = new URL((await comeBack(world, token)).headers.location!);
      expect([arrival, searchParams.get('status')]).toEqual([arrival, 'error']);
      expect(searchParams.get('errorCode')).toMatch(/^\d+$/);
    }
    await world.advance(HOUR);
    const found = await check(shop, email);
    expect(found).toMatchObject({
      hasActiveSubscription: false,
      data: { subscription: { status: 'PENDING' } },
    });
    const id = String(found.data!.subscription!.id);
    expect(eventNamesOf(world, shop, { id })).toEqual([]);

    const svcId = String(found.data!.subscription!.svcId);
    const update = { callbackUrl: 'https://shop.example/back', 'svc-id': svcId };
    const form = String((await shop.call('checkout/update-card', { body: update })).body.token);
    await payForm(world, form, { cardNumber: CARDS.good });
    await comeBack(world, form);
    await world.advance(3 * MINUTE);
    expect(await statusOf(shop, { svcId })).toBe('ACTIVE');
    expect(eventNamesOf(world, shop, { id })).toEqual(['SUBSCRIBED/INITIAL_BUY']);
    expect(await chargesTo(email)).toBe(1);
  });

  it('our choice: an activation whose call failed is retried', async () => {
    const other = await makeTenant(world);
    await behave(world, other, { failNext: 2, path: '/activate' });
    const member = await subscribe(world, other, { more: { subscriptionInitialStatus: 'PENDING' } });
    expect(await statusOf(other, member)).toBe('PENDING');
    await world.advance(3 * MINUTE);
    expect(await statusOf(other, member)).toBe('PENDING');
    await world.advance(8 * MINUTE);
    expect(await statusOf(other, member)).toBe('ACTIVE');
    expect(paidIn(await ledger(world, other))).toHaveLength(1);
    expect(eventNamesOf(world, other, member)).toEqual(['SUBSCRIBED/INITIAL_BUY']);
  });

  it('our choice: an activation whose answer is lost is read back', async () => {
    await behave(world, shop, { loseAnswerNext: 1, path: '/activate' });
    const member = await subscribe(world, shop, { more: { subscriptionInitialStatus: 'PENDING' } });
    expect(await statusOf(shop, member)).toBe('ACTIVE');
    expect(await chargesTo(member.email)).toBe(1);
  });

  it('our choice: one that was cancelled is not activated, also while the provider cannot be told', async () => {
    const other = await makeTenant(world);
    await behave(world, other, { failNext: 1, path: '/activate' });
    const member = await subscribe(world, other, { more: { subscriptionInitialStatus: 'PENDING' } });
    await behave(world, other, { failNext: 1_000, path: '/cancel' });
    const body = { 'pay-subscriber-reference-code': member.reference };
    expect((await other.call('subscribers/cancel', { body })).status).toBe(200);
    await world.advance(HOUR);
    expect(await ledger(world, other)).toEqual([]);
  });

  it('our choice: an activation refused because of a concurrent activation counts as done', async () => {
    const { token, email } = await startCheckout(shop, { subscriptionInitialStatus: 'PENDING' });
    await payForm(world, token);
    const app = throughPorts(world.app, async ({ method }, effect) => {
      if (method === 'activate') await effect();
      return effect();
    });
    const raw = new URLSearchParams({ token }).toString();
    const answer = await instanceOf(app).call('checkout/callback', { method: 'POST', raw });
    expect(answer.headers.location).toContain('status=success');
    await world.settle();
    expect(eventsAbout(world, shop, email)).toMatchObject([
      { type: 'SUBSCRIBED', data: { status: 'ACTIVE' } },
    ]);
  });
});

describe('an activation that the provider refuses', () => {
  it.each(['declined', 'refused', 'planNotFound'] as const)(
    'is an error with its code to the browser that came back, also where it is %s',
    async (is) => {
      const refused = { ok: false, is, providerCode: '201050', message: 'Not there' } as const;
      servePaying(world, () => ({ activate: async () => refused }));
      const { token } = await startCheckout(shop, { subscriptionInitialStatus: 'PENDING' });
      await payForm(world, token);
      for (const _arrival of ['first', 'again'])
        expect(Object.fromEntries(locationOf(await comeBack(world, token)).searchParams)).toMatchObject({
          status: 'error',
          errorCode: '201050',
        });
    },
  );
});
