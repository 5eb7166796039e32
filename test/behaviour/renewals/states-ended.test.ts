import { describe, expect } from 'vitest';
import {
  CARDS,
  check,
  control,
  DAY,
  directBody,
  HOUR,
  MINUTE,
  statusOf,
  subscribe,
  receivedEvents,
  eventNamesOf,
} from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { BUY, it } from './states-fixtures.ts';

describe('spec: States and transitions', () => {
  it('our choice: a cancellation at the provider takes effect at the end of the paid period', async ({
    world,
    shop,
  }) => {
    const member = await subscribe(world, shop);
    await control(world, `/subscriptions/${member.reference}/cancel`, {});
    await world.advance(31 * DAY - HOUR);
    expect(eventNamesOf(world, shop, member)).toEqual([BUY, 'DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED']);
    expect(await statusOf(shop, member)).toBe('ACTIVE');
    await world.advance(3 * HOUR);
    expect(eventNamesOf(world, shop, member).at(-1)).toBe('EXPIRED');
    expect(await statusOf(shop, member)).toBe('CANCELLED');
  });

  it('our choice: an expiry at the provider is discovered: EXPIRED, announced once', async ({
    world,
    shop,
  }) => {
    const member = await subscribe(world, shop);
    await control(world, `/subscriptions/${member.reference}/expire`, {});
    await world.advance(33 * DAY);
    expect(await statusOf(shop, member)).toBe('EXPIRED');
    await world.advance(40 * DAY);
    expect(eventNamesOf(world, shop, member)).toEqual([BUY, 'EXPIRED']);
    expect(receivedEvents(world, shop).at(-1)?.data.status).toBe('EXPIRED');
  });

  it('our choice: an expiry at the provider keeps the period that was paid, whoever reads it first', async ({
    world,
    shop,
  }) => {
    const [read, told] = [await subscribe(world, shop), await subscribe(world, shop)];
    for (const { reference } of [read, told])
      await control(world, `/subscriptions/${reference}/expire`, { keepsPeriod: true });
    const body = { 'pay-subscriber-reference-code': told.reference };
    await shop.call('subscribers/cancel', { body });
    await world.advance(30 * DAY);
    for (const member of [read, told]) expect(await statusOf(shop, member)).toBe('ACTIVE');
    await world.advance(DAY + 5 * MINUTE);
    expect([await statusOf(shop, read), await statusOf(shop, told)]).toEqual(['EXPIRED', 'CANCELLED']);
    for (const member of [read, told]) expect(eventNamesOf(world, shop, member).at(-1)).toBe('EXPIRED');
  });

  it('our choice: a new subscription after one that ended is RESUBSCRIBE, per tenant', async ({
    world,
    shop,
  }) => {
    const first = await subscribe(world, shop);
    await control(world, `/subscriptions/${first.reference}/expire`, {});
    await world.advance(33 * DAY);
    const again = await subscribe(world, shop, { email: first.email.toUpperCase() });
    expect(eventNamesOf(world, shop, again)).toEqual(['SUBSCRIBED/RESUBSCRIBE']);
    const body = directBody(shop.plans.basic!, { email: first.email });
    await shop.call('checkout/initialize-direct', { body });
    await world.settle();
    expect(receivedEvents(world, shop).at(-1)).toMatchObject({ type: 'SUBSCRIBED', subtype: 'RESUBSCRIBE' });
    const other = await makeTenant(world);
    const elsewhere = await subscribe(world, other, { email: first.email });
    expect(eventNamesOf(world, other, elsewhere)).toEqual([BUY]);
  });

  it.for(['direct', 'hosted'] as const)(
    'our choice: who buys again, %s, the moment a subscription has ended is a RESUBSCRIBE, although nobody has recorded the end',
    async (how, { world, shop }) => {
      const first = await subscribe(world, shop);
      const { body } = await shop.call('subscribers/cancel', { body: { 'svc-id': first.svcId } });
      const { accessUntil } = body.data as { accessUntil: string };
      await world.clock.advanceTo(Date.parse(accessUntil));
      expect(await statusOf(shop, first)).toBe('CANCELLED');
      if (how === 'hosted') await subscribe(world, shop, { email: first.email });
      else
        await shop.call('checkout/initialize-direct', {
          body: directBody(shop.plans.basic!, { email: first.email }),
        });
      await world.settle();
      const bought = receivedEvents(world, shop).filter(({ type }) => type === 'SUBSCRIBED');
      expect(bought.map(({ subtype }) => subtype)).toEqual(['INITIAL_BUY', 'RESUBSCRIBE']);
    },
  );

  it('our choice: a second subscription while one is live is INITIAL_BUY; the check shows the most significant', async ({
    world,
    shop,
  }) => {
    const first = await subscribe(world, shop, { card: CARDS.refusedLater });
    await world.advance(32 * DAY);
    const second = await subscribe(world, shop, { email: first.email });
    expect(eventNamesOf(world, shop, second)).toEqual([BUY]);
    expect((await check(shop, first.email)).data?.subscription).toMatchObject({
      id: second.id,
      status: 'ACTIVE',
    });
  });
});
