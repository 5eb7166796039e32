import { expect, it } from 'vitest';
import type { Pay, PayAnswer } from '../../lib/pay/pay.ts';
import type { PaySubscriptionDetails } from '../../lib/pay/provider-records.ts';
import { isSuccessor } from '../../lib/reconciliation/successors.ts';
import { control, DAY, subscribe } from '../world/shop.ts';
import { openShop } from '../world/opened.ts';

const { world, shop } = await openShop();
const pay = world.app.pay({ ...shop.credentials, baseUrl: world.pay.url });

async function told(reference: string): Promise<PaySubscriptionDetails> {
  const answer = await pay.readSubscription(reference);
  if (!answer.ok) throw new Error('the provider does not tell of it');
  return answer.value;
}

/** Whether one counts as made by a change of plan, where the provider tells this of its family. */
function isOne(one: PaySubscriptionDetails, family: PayAnswer<PaySubscriptionDetails[]>): Promise<boolean> {
  const asked: Pay = { ...pay, search: async () => family };
  return isSuccessor(world.app, shop.tenant.id, asked, one);
}

it('is one whose relative is on record and live, or that nobody can tell about now; not one whose relatives are strangers', async () => {
  const { reference } = await subscribe(world, shop);
  const known = await told(reference);
  const made = { ...known, reference: 'made', parentReference: known.parentReference ?? 'parent' };
  const stranger = { ...known, reference: 'stranger' };
  expect(await isOne(made, { ok: true, value: [known, made] })).toBe(true);
  expect(await isOne(made, { ok: true, value: [stranger, made] })).toBe(false);
  expect(await isOne(made, { ok: false, is: 'unreachable' })).toBe(true);
});

it('is none of a subscriber who has ended here: nobody reconciles that any more', async () => {
  const { reference } = await subscribe(world, shop);
  const known = await told(reference);
  await control(world, `/subscriptions/${reference}/cancel`, {});
  await world.advance(33 * DAY);
  const made = { ...known, reference: 'made', parentReference: known.parentReference ?? 'parent' };
  expect(await isOne(made, { ok: true, value: [known, made] })).toBe(false);
});
