import { expect, it } from 'vitest';
import type { Pay, PayAnswer } from '../../../lib/pay/pay.ts';
import type { PaySubscriptionDetails } from '../../../lib/pay/provider-records.ts';
import { isToBeReconciled, subscriberOfLineage } from '../../../lib/reconciliation/subscriber-of-lineage.ts';
import { control, DAY, subscribe } from '../../support/world/shop.ts';
import { openShop } from '../../support/world/opened.ts';

const { world, shop } = await openShop();
const pay = world.app.pay({ ...shop.credentials, baseUrl: world.pay.url });

async function readAt(reference: string): Promise<PaySubscriptionDetails> {
  const answer = await pay.readSubscription(reference);
  if (!answer.ok) throw new Error('the provider does not tell of it');
  return answer.value;
}

/** What is known of an unrecorded reference where the provider says that it has replaced these. */
async function known(one: PaySubscriptionDetails, ancestors: PayAnswer<PaySubscriptionDetails[]>) {
  const asked: Pay = { ...pay, ancestors: async () => ancestors };
  return {
    owner: await subscriberOfLineage(world.app, shop.tenant.id, asked, one),
    isToBeReconciled: await isToBeReconciled(world.app, shop.tenant.id, asked, one),
  };
}

it('is the subscriber of what a reference has replaced; nobody where that is a stranger, and not known without an answer', async () => {
  const { id, reference } = await subscribe(world, shop);
  const old = await readAt(reference);
  const made = { ...old, reference: 'made' };
  const stranger = { ...old, reference: 'stranger' };
  expect(await known(made, { ok: true, value: [stranger, old] })).toEqual({
    owner: { subscriberId: id },
    isToBeReconciled: true,
  });
  expect(await known(made, { ok: true, value: [stranger] })).toEqual({
    owner: 'unknown',
    isToBeReconciled: false,
  });
  expect(await known(made, { ok: false, is: 'unreachable' })).toEqual({
    owner: 'silent',
    isToBeReconciled: true,
  });
});

it('is reconciled no more after an end at the provider', async () => {
  const { reference } = await subscribe(world, shop);
  const old = await readAt(reference);
  await control(world, `/subscriptions/${reference}/cancel`, {});
  await world.advance(33 * DAY);
  const made = { ...old, reference: 'made' };
  expect((await known(made, { ok: true, value: [old] })).isToBeReconciled).toBe(false);
});
