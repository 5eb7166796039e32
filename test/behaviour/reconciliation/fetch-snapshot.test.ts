import { storedId } from '../../../lib/billing/identifiers.ts';
import { describe, expect, it } from 'vitest';
import type { Pay, PayAnswer } from '../../../lib/pay/pay.ts';
import type { PaySubscriptionDetails } from '../../../lib/pay/provider-records.ts';
import { fetchSnapshot, snapshotOf } from '../../../lib/reconciliation/fetch-snapshot.ts';
import { planChanges } from '../../../lib/table/subscribers/plans.ts';
import { findSubscriber, referencePut } from '../../../lib/table/subscribers/subscribers.ts';
import { openShop } from '../../support/world/opened.ts';
import { subscribe } from '../../support/world/shop.ts';

const { world, shop } = await openShop();
const { id, reference } = await subscribe(world, shop);
const { subscription } = await findSubscriber(world.app, shop.tenant.id, { by: 'svc', id: storedId(id) });
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
  const known = Object.values(all).flatMap((one) => ('is' in one ? [] : [one]));
  return {
    ...provider,
    readSubscription: async (one) => answerOf(one),
    lineage: async (one) => {
      const asked = answerOf(one);
      if (!asked.ok || !asked.value.isReplaced)
        return asked.ok ? { ok: true, value: { earlier: [], current: asked.value } } : asked;
      const current = known.find(({ isReplaced }) => !isReplaced);
      return current
        ? { ok: true, value: { earlier: known.filter(({ isReplaced }) => isReplaced), current } }
        : { ok: false, is: 'unreachable' };
    },
  };
}

const fetched = (pay: Pay, of: typeof subscription) => fetchSnapshot(world.app, shop.tenant.id, pay, of);

/** The subscriber with an older reference whose orders are not final. */
const withOlder = {
  ...subscription,
  openReferences: ['older', reference].map((one) => ({ reference: one, recordedBefore: 0 })),
};
const older = { ...known, reference: 'older', createdAt: known.createdAt - 1, isReplaced: true };

describe('What the provider tells of a subscriber', () => {
  it('is the newest reference, and before it each older one whose orders are not final', async () => {
    const replaced = { ...known, isReplaced: true };
    const pay = providerOf({ older, [reference]: replaced, later });
    expect(await fetched(pay, withOlder)).toEqual({
      ok: true,
      value: {
        earlier: [older, replaced].map((one) => snapshotOf(one, subscription.plan.currency)),
        current: snapshotOf(later, subscription.plan.currency),
      },
    });
    expect(await fetched(providerOf({ [reference]: known }), subscription)).toEqual({
      ok: true,
      value: { earlier: [], current: snapshotOf(known, subscription.plan.currency) },
    });
  });

  it('has the plan changes that are not on record, and none that were settled or came before our time', async () => {
    const replaced = { ...known, isReplaced: true };
    const between = { ...replaced, reference: 'between', createdAt: known.createdAt + 1 };
    const before = { ...replaced, reference: 'before', createdAt: known.createdAt - 1 };
    const settled = { ...between, reference: 'settled' };
    await world.app.table.write([referencePut(shop.tenant.id, 'settled', subscription.id)]);
    const newest = { ...later, createdAt: known.createdAt + 2 };
    const pay = providerOf({ before, [reference]: replaced, settled, between, later: newest });
    expect(await fetched(pay, subscription)).toEqual({
      ok: true,
      value: {
        earlier: [replaced, between].map((one) => snapshotOf(one, subscription.plan.currency)),
        current: snapshotOf(newest, subscription.plan.currency),
      },
    });
  });

  it('is in the currency of the plan of its reference where an order names none', async () => {
    const dollars = {
      ...Object.values(shop.plans)[0]!,
      id: 'dollars',
      reference: 'dollars',
      currency: 'USD',
    };
    await world.app.table.write(planChanges(shop.tenant.id, dollars));
    const orders = known.orders.map((one) => ({ ...one, currency: undefined }));
    const moved = { ...known, planReference: 'dollars', orders };
    const answer = await fetched(providerOf({ [reference]: moved }), subscription);
    const currencies = answer.ok ? answer.value.current.orders.map(({ currency }) => currency) : [];
    expect(currencies).toEqual(orders.map(() => 'USD'));
  });

  it('is nothing where it is silent about any of them', async () => {
    expect(await fetched(providerOf({ [reference]: known }), withOlder)).toEqual(SILENT);
    expect(await fetched(providerOf({ older }), withOlder)).toEqual(SILENT);
    expect(await fetched(providerOf({}), subscription)).toEqual(SILENT);
  });

  it('is nothing while what has replaced the current one is not visible', async () => {
    const replaced = { ...known, isReplaced: true };
    const pay = providerOf({ [reference]: replaced });
    expect(await fetched(pay, subscription)).toEqual({ ok: false, is: 'unreachable' });
  });

  it('is nothing while no order is listed, although the first is known', async () => {
    const without = providerOf({ [reference]: { ...known, orders: [] } });
    expect(await fetched(without, subscription)).toEqual({ ok: false, is: 'unreachable' });
    expect(await fetched(without, { ...subscription, firstOrder: null })).toMatchObject({ ok: true });
    const inTrial = providerOf({ [reference]: { ...known, orders: [], trialEnd: known.createdAt } });
    expect(await fetched(inTrial, subscription)).toMatchObject({ ok: true });
    const forNextPeriod = { ...known, orders: [], startAt: known.createdAt + 1 };
    expect(await fetched(providerOf({ [reference]: forNextPeriod }), subscription)).toMatchObject({
      ok: true,
    });
    const cancelled = { ...known, orders: [], status: 'CANCELLED' as const };
    expect(await fetched(providerOf({ [reference]: cancelled }), subscription)).toMatchObject({
      ok: true,
    });
    const moved = { ...known, isReplaced: true };
    const changed = providerOf({ [reference]: moved, later: { ...later, orders: [] } });
    expect(await fetched(changed, subscription)).toMatchObject({ ok: true });
  });
});

describe('A snapshot of a subscription', () => {
  const attempt = (at: number, succeeded: boolean) => ({
    ...{
      at,
      succeeded,
      paymentId: 'payment',
      errorCode: undefined,
      errorMessage: undefined,
      decline: succeeded ? undefined : ('soft' as const),
    },
  });

  it('has each order with when it failed and when it was paid', () => {
    const [order] = known.orders;
    const orders = [
      { ...order!, attempts: [attempt(1, false), attempt(2, false), attempt(3, true)] },
      { ...order!, attempts: [] },
    ];
    expect(snapshotOf({ ...known, orders }, subscription.plan.currency).orders).toEqual(
      [
        { failures: [1, 2], paidAt: 3, decline: { code: null, means: 'soft' } },
        { failures: [], paidAt: null, decline: null },
      ].map((payments) => ({
        ...{ reference: order!.reference, planReference: known.planReference, status: order!.status },
        ...{ amount: order!.amount, currency: order!.currency },
        ...{ start: order!.periodStart, end: order!.periodEnd },
        isRunning: false,
        ...payments,
      })),
    );
  });

  it('has an order that is charged again as failed, until its result is there', () => {
    const [order] = known.orders;
    const again = { ...order!, status: 'WAITING', attempts: [attempt(1, false)] } as const;
    const orders = [again, { ...again, attempts: [] }];
    expect(snapshotOf({ ...known, orders }, subscription.plan.currency).orders).toMatchObject([
      { status: 'FAILED', isRunning: true, failures: [1] },
      { status: 'WAITING', isRunning: false },
    ]);
  });

  it.each(['UNPAID', 'ACTIVE', 'PENDING', 'CANCELLED', 'EXPIRED'] as const)(
    'of status %s keeps it',
    (status) => {
      const { planReference, createdAt, startAt } = known;
      const snapshot = snapshotOf({ ...known, status, trialEnd: undefined }, subscription.plan.currency);
      expect(snapshot).toMatchObject({
        ...{ reference, planReference, createdAt, startAt },
        ...{ status, trialEnd: null },
      });
    },
  );
});
