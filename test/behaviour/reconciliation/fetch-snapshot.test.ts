import { storedId } from '../../../lib/billing/identifiers.ts';
import { describe, expect, it } from 'vitest';
import type { Pay, PayAnswer } from '../../../lib/pay/pay.ts';
import type { PaySubscriptionDetails } from '../../../lib/pay/provider-records.ts';
import { fetchSnapshot } from '../../../lib/reconciliation/fetch-snapshot.ts';
import { findSubscriber } from '../../../lib/table/subscribers/subscribers.ts';
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
