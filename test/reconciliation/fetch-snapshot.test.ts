import { describe, expect, it } from 'vitest';
import type { Pay, PayAnswer } from '../../lib/pay/pay.ts';
import type { PaySubscriptionDetails } from '../../lib/pay/provider-records.ts';
import { fetchSnapshot, snapshotOf } from '../../lib/reconciliation/fetch-snapshot.ts';
import { findSubscriber } from '../../lib/table/subscribers/subscribers.ts';
import { openShop } from '../world/opened.ts';
import { subscribe } from '../world/shop.ts';

const { world, shop } = await openShop();
const { id, reference } = await subscribe(world, shop);
const { subscription } = await findSubscriber(world.app, shop.tenant.id, { by: 'svc', id });
const provider = world.app.pay({ ...shop.credentials, baseUrl: world.pay.url });
const read = await provider.readSubscription(reference);
if (!read.ok) throw new Error('the provider does not tell of it');
const known: PaySubscriptionDetails = { ...read.value, parentReference: 'parent' };
const later = { ...known, reference: 'later', createdAt: known.createdAt + 1 };
const SILENT = { ok: false, is: 'timeout' } as const;

/** A provider that tells this of each reference, of one family. */
function providerOf(all: Readonly<Record<string, PaySubscriptionDetails | typeof SILENT>>): Pay {
  const answerOf = (one: string): PayAnswer<PaySubscriptionDetails> => {
    const told = all[one] ?? SILENT;
    return 'is' in told ? told : { ok: true, value: told };
  };
  const family = Object.values(all).flatMap((one) => ('is' in one ? [] : [one]));
  return {
    ...provider,
    readSubscription: async (one) => answerOf(one),
    search: async () => ({ ok: true, value: family }),
  };
}

/** The subscriber with an older reference whose orders are not final. */
const withOlder = {
  ...subscription,
  openReferences: ['older', reference].map((one) => ({ reference: one, recordedBefore: 0 })),
};
const older = { ...known, reference: 'older', createdAt: known.createdAt - 1, status: 'UPGRADED' as const };

describe('What the provider tells of a subscriber', () => {
  it('is the newest reference, and before it each older one whose orders are not final', async () => {
    const superseded = { ...known, status: 'UPGRADED' as const };
    const pay = providerOf({ older, [reference]: superseded, later });
    expect(await fetchSnapshot(pay, withOlder)).toEqual({
      ok: true,
      value: { earlier: [older, superseded].map(snapshotOf), current: snapshotOf(later) },
    });
    expect(await fetchSnapshot(providerOf({ [reference]: known }), subscription)).toEqual({
      ok: true,
      value: { earlier: [], current: snapshotOf(known) },
    });
  });

  it('is nothing where it is silent about any of them', async () => {
    expect(await fetchSnapshot(providerOf({ [reference]: known }), withOlder)).toEqual(SILENT);
    expect(await fetchSnapshot(providerOf({ older }), withOlder)).toEqual(SILENT);
    expect(await fetchSnapshot(providerOf({}), subscription)).toEqual(SILENT);
  });

  it('is nothing while the successor of a superseded one is not visible', async () => {
    const superseded = { ...known, status: 'UPGRADED' as const };
    const pay = providerOf({ [reference]: superseded });
    expect(await fetchSnapshot(pay, subscription)).toEqual({ ok: false, is: 'unreachable' });
  });

  it('is nothing while no order is listed, although the first is known', async () => {
    const without = providerOf({ [reference]: { ...known, orders: [] } });
    expect(await fetchSnapshot(without, subscription)).toEqual({ ok: false, is: 'unreachable' });
    expect(await fetchSnapshot(without, { ...subscription, firstOrder: null })).toMatchObject({ ok: true });
    const inTrial = providerOf({ [reference]: { ...known, orders: [], trialEnd: known.createdAt } });
    expect(await fetchSnapshot(inTrial, subscription)).toMatchObject({ ok: true });
    const forNextPeriod = { ...known, orders: [], startAt: known.createdAt + 1 };
    expect(await fetchSnapshot(providerOf({ [reference]: forNextPeriod }), subscription)).toMatchObject({
      ok: true,
    });
    const cancelled = { ...known, orders: [], status: 'CANCELLED' as const };
    expect(await fetchSnapshot(providerOf({ [reference]: cancelled }), subscription)).toMatchObject({
      ok: true,
    });
    const moved = { ...known, status: 'UPGRADED' as const };
    const changed = providerOf({ [reference]: moved, later: { ...later, orders: [] } });
    expect(await fetchSnapshot(changed, subscription)).toMatchObject({ ok: true });
  });
});

describe('A snapshot of a subscription', () => {
  it('has each order with when it failed and when it was paid', () => {
    const attempt = (at: number, succeeded: boolean) => ({
      ...{ at, succeeded, paymentId: 'payment', errorCode: undefined, errorMessage: undefined },
    });
    const [order] = known.orders;
    const orders = [
      { ...order!, attempts: [attempt(1, false), attempt(2, false), attempt(3, true)] },
      { ...order!, attempts: [] },
    ];
    expect(snapshotOf({ ...known, orders }).orders).toEqual(
      [
        { failures: [1, 2], paidAt: 3 },
        { failures: [], paidAt: null },
      ].map((payments) => ({
        ...{ reference: order!.reference, planReference: known.planReference, status: order!.status },
        ...{ amount: order!.amount, currency: order!.currency },
        ...{ start: order!.periodStart, end: order!.periodEnd },
        ...payments,
      })),
    );
  });

  it.each([
    ['UPGRADED', 'SUPERSEDED'],
    ['SUSPENDED', 'UNPAID'],
    ['UNPAID', 'UNPAID'],
    ['ACTIVE', 'ACTIVE'],
    ['PENDING', 'PENDING'],
    ['CANCELLED', 'CANCELLED'],
    ['EXPIRED', 'EXPIRED'],
  ] as const)('of status %s is %s', (status, ours) => {
    const { planReference, createdAt, startAt } = known;
    const snapshot = snapshotOf({ ...known, status, trialEnd: undefined });
    expect(snapshot).toMatchObject({
      ...{ reference, planReference, createdAt, startAt },
      ...{ status: ours, trialEnd: null },
    });
  });
});
