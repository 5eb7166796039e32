import { expect, it } from 'vitest';
import { openPurchases } from '../../../lib/checkout/open-purchases.ts';
import { CLOCK_DIFFERENCE_MS } from '../../../lib/limits.ts';
import type { PaySubscriptionDetails } from '../../../lib/pay/provider-records.ts';
import { directStart } from '../../support/world/direct-start.ts';
import { someone } from '../../support/world/shop.ts';
import { checkoutBody } from '../../support/world/tenant.ts';
import { openShop } from '../../support/world/opened.ts';

const { world, shop } = await openShop();
const pay = world.app.pay({ ...shop.credentials, baseUrl: world.pay.url });
const answer = await pay.readSubscription(
  await directStart(world, shop, shop.plans.basic!.reference, someone()),
);

/** A subscription of somebody to the plan, made at an instant of the provider's clock (epoch ms). */
function madeAt(createdAt: number, customerEmail: string): PaySubscriptionDetails {
  if (!answer.ok) throw new Error('the provider does not tell of it');
  return { ...answer.value, customerEmail, createdAt };
}

const buys = (email: string) =>
  shop.call('checkout/initialize', { body: checkoutBody(shop.plans.basic!, { email }) });

it('accepts a subscription made before the purchase began as its outcome only within the clock difference', async () => {
  const email = someone();
  const earliest = world.clock.now() - CLOCK_DIFFERENCE_MS;
  await buys(email);
  const isBeingBought = await openPurchases(world.app, shop.tenant.id)([madeAt(earliest, email)]);
  expect([earliest, earliest - 1].map((at) => isBeingBought(madeAt(at, email)))).toEqual([true, false]);
});

it('knows of a purchase that began after the purchases were read, also by a provider whose clock is behind', async () => {
  const purchasesOf = openPurchases(world.app, shop.tenant.id);
  await purchasesOf([madeAt(0, someone())]);
  const email = someone();
  await world.clock.advanceTo(world.clock.now() + 1_000);
  await buys(email);
  const made = madeAt(world.clock.now() - CLOCK_DIFFERENCE_MS, email);
  expect((await purchasesOf([madeAt(0, someone()), made]))(made)).toBe(true);
});
