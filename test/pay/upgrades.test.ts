import { describe, expect, it } from 'vitest';
import { DAY, got, openProvider, SECOND, START, startWith, type Json, type Provider } from './provider.ts';

const NEXT_MONTH = Date.UTC(2026, 1, 1, 10, 0, 0, 680);

async function subscribed(provider: Provider, plan: Json = {}) {
  const product = await provider.product();
  const started = got(await startWith(provider, await provider.plan(plan, product)));
  return { product, started };
}

function upgradeTo(
  provider: Provider,
  reference: string,
  newPlanReference: string,
  more: { period?: 'NOW' | 'NEXT_PERIOD'; useTrial?: boolean; resetRecurrenceCount?: boolean } = {},
) {
  const usual = { period: 'NOW' as const, useTrial: false, resetRecurrenceCount: false };
  return provider.pay.upgrade({ reference, newPlanReference, ...usual, ...more });
}

describe('an upgrade now', () => {
  it('ends the old subscription at once and charges the full new price a moment later', async () => {
    const provider = await openProvider();
    const { product, started } = await subscribed(provider);
    await provider.clock.advanceTo(START + 10 * DAY);
    const moved = got(
      await upgradeTo(provider, started.reference, await provider.plan({ price: 299 }, product)),
    );
    expect(moved).toMatchObject({ status: 'ACTIVE', startAt: START + 10 * DAY, createdAt: START + 10 * DAY });
    const old = got(await provider.pay.readSubscription(started.reference));
    expect(old).toMatchObject({ isReplaced: true, endAt: START + 10 * DAY });
    expect(old.orders.map((order) => order.status)).toEqual(['PAID', 'VOID']);
    const before = got(await provider.pay.readSubscription(moved.reference));
    expect(before.orders).toMatchObject([
      { status: 'WAITING', amount: '299.00', periodStart: START + 10 * DAY },
    ]);
    await provider.clock.advanceTo(START + 10 * DAY + SECOND);
    const after = got(await provider.pay.readSubscription(moved.reference));
    expect(after.orders.map((order) => order.status)).toEqual(['PAID', 'WAITING']);
  });

  it('leaves the new subscription unpaid where the card is refused', async () => {
    const provider = await openProvider();
    const { product, started } = await subscribed(provider);
    await provider.control('POST', `/subscriptions/${started.reference}/card`, {
      cardNumber: '4111111111111129',
    });
    const moved = got(await upgradeTo(provider, started.reference, await provider.plan({}, product)));
    await provider.clock.advanceTo(START + SECOND);
    expect(got(await provider.pay.readSubscription(moved.reference)).status).toBe('UNPAID');
  });

  it('with a trial charges when the trial is over', async () => {
    const provider = await openProvider();
    const { product, started } = await subscribed(provider);
    const plan = await provider.plan({ trialPeriodDays: 7 }, product);
    const moved = got(await upgradeTo(provider, started.reference, plan, { useTrial: true }));
    expect(moved).toMatchObject({ trialEnd: START + 7 * DAY });
    const { orders } = got(await provider.pay.readSubscription(moved.reference));
    expect(orders[0]).toMatchObject({ status: 'WAITING', periodStart: START + 7 * DAY });
  });
});

describe('an upgrade at the next period', () => {
  it('starts at the end of the paid period, while the old one is upgraded already', async () => {
    const provider = await openProvider();
    const { product, started } = await subscribed(provider);
    const plan = await provider.plan({ price: 99 }, product);
    const moved = got(await upgradeTo(provider, started.reference, plan, { period: 'NEXT_PERIOD' }));
    expect(moved).toMatchObject({ status: 'ACTIVE', startAt: NEXT_MONTH });
    const old = got(await provider.pay.readSubscription(started.reference));
    expect(old).toMatchObject({ isReplaced: true, endAt: NEXT_MONTH });
    await provider.clock.advanceTo(NEXT_MONTH);
    const { orders } = got(await provider.pay.readSubscription(moved.reference));
    expect(orders.map((order) => [order.status, order.amount, order.periodStart])).toEqual([
      ['PAID', '99.00', NEXT_MONTH],
      ['WAITING', '99.00', Date.UTC(2026, 2, 1, 10, 0, 0, 680)],
    ]);
    expect(await provider.control<unknown[]>('GET', '/ledger')).toHaveLength(2);
  });

  it('counts the charges already made, unless the count is reset', async () => {
    const provider = await openProvider();
    const limited = { paymentInterval: 'DAILY', recurrenceCount: 3 };
    for (const [resetRecurrenceCount, days] of [
      [false, 2],
      [true, 3],
    ] as const) {
      const { product, started } = await subscribed(provider, limited);
      const plan = await provider.plan(limited, product);
      const moved = got(
        await upgradeTo(provider, started.reference, plan, { period: 'NEXT_PERIOD', resetRecurrenceCount }),
      );
      expect(moved.endAt).toBe(START + DAY + days * DAY);
    }
  });
});

describe('an upgrade', () => {
  it('to another interval is refused with 201406', async () => {
    const provider = await openProvider();
    const { product, started } = await subscribed(provider);
    for (const other of [{ paymentInterval: 'YEARLY' }, { paymentIntervalCount: 2 }]) {
      const answer = await upgradeTo(provider, started.reference, await provider.plan(other, product));
      expect(answer).toMatchObject({ is: 'refused', providerCode: '201406' });
    }
  });

  it('to a plan of another product is refused', async () => {
    const provider = await openProvider();
    const { started } = await subscribed(provider);
    const answer = await upgradeTo(provider, started.reference, await provider.plan());
    expect(answer).toMatchObject({ is: 'refused' });
  });

  it('leaves an old subscription that accepts neither another upgrade nor a cancellation', async () => {
    const provider = await openProvider();
    const { product, started } = await subscribed(provider);
    const plan = await provider.plan({}, product);
    await upgradeTo(provider, started.reference, plan);
    const { reference } = started;
    expect(await upgradeTo(provider, reference, plan)).toMatchObject({
      is: 'refused',
      providerCode: '201402',
    });
    expect(await provider.pay.cancel(reference)).toMatchObject({ is: 'refused', providerCode: '201403' });
  });
});
