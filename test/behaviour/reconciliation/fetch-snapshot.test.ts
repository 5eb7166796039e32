import { expect, it } from 'vitest';
import { storedId } from '../../../lib/billing/identifiers.ts';
import type { Subscription } from '../../../lib/billing/subscription.ts';
import type { Pay } from '../../../lib/pay/pay.ts';
import type { PaySubscriptionDetails } from '../../../lib/pay/provider-records.ts';
import { fetchSnapshot } from '../../../lib/reconciliation/fetch-snapshot.ts';
import { findSubscriber } from '../../../lib/table/subscribers/subscribers.ts';
import { openShop } from '../../support/world/opened.ts';
import { subscribe } from '../../support/world/shop.ts';

const { world, shop } = await openShop();
const { id, reference } = await subscribe(world, shop);
const { subscription } = await findSubscriber(shop.app, { by: 'svc', id: storedId(id) });
const provider = world.app.pay({ ...shop.credentials, baseUrl: world.pay.url });
const read = await provider.readSubscription(reference);
if (!read.ok) throw new Error('the provider does not tell of it');
const { value: known } = read;

it.each<[string, Partial<PaySubscriptionDetails>, Partial<Subscription>, boolean]>([
  ['not where the first is known', {}, {}, false],
  ['where none is known yet', {}, { firstOrder: null }, true],
  ['in a trial', { trialEnd: known.createdAt }, {}, true],
  ['before it begins', { startAt: known.createdAt + 1 }, {}, true],
  ['once it is cancelled', { status: 'CANCELLED' }, {}, true],
])('a provider that lists no order of a subscription is believed, %s', async (_, there, here, ok) => {
  const current = { ...known, orders: [], ...there };
  const pay: Pay = { ...provider, lineage: async () => ({ ok: true, value: { earlier: [], current } }) };
  const told = await fetchSnapshot(shop.app, pay, { ...subscription, ...here });
  expect(told).toMatchObject(ok ? { ok } : { ok, is: 'unreachable' });
});
