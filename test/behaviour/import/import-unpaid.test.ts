import { expect } from 'vitest';
import { importSubscriptions } from '../../../lib/checkout/import.ts';
import { directStart } from '../../support/world/direct-start.ts';
import { it } from '../../support/world/fixtures.ts';
import { charge, check, DAY, eventsAbout, MINUTE, nameOf } from '../../support/world/shop.ts';

const EMAIL = 'late-payer@example.com';

it('an imported subscription whose payment has failed is in its grace period within minutes', async ({
  world,
  shop,
}) => {
  const reference = await directStart(world, shop, shop.plans.basic!.reference, EMAIL);
  await world.advance(10 * DAY);
  await charge(world, reference, 'failure');
  const failedAt = world.clock.now();
  await world.advance(DAY);
  const asked = { dryRun: false, announce: false };
  await importSubscriptions(world.app, shop.tenant.id, asked, () => undefined);
  await world.advance(3 * MINUTE);
  const { hasActiveSubscription, data } = await check(shop, EMAIL);
  const graceEndsAt = new Date(failedAt + 7 * DAY).toISOString();
  expect(data?.subscription).toMatchObject({ status: 'PAYMENT_FAILED', inGracePeriod: true, graceEndsAt });
  expect(hasActiveSubscription).toBe(true);
  expect(eventsAbout(world, shop, EMAIL).map(nameOf)).toEqual(['DID_FAIL_TO_RENEW']);
});
