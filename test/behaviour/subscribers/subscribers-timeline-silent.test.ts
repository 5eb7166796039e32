import { expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import { charge, DAY, HOUR, nextOrder } from '../../support/world/shop.ts';

it('spec: GET /subscribers/timeline shows a status that no event tells, after the event that told another', async ({
  world,
  shop,
  member: { svcId, reference },
}) => {
  await shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': reference } });
  const { startPeriod } = await nextOrder(world, reference);
  await world.clock.advanceTo(startPeriod + HOUR); // no sweep has sent the cancellation, and the provider charged again
  await charge(world, reference, 'failure'); // and in vain for the period after that
  await world.settle();
  await world.advance(DAY);
  const { body } = await shop.call('subscribers/timeline', { query: { 'svc-id': svcId } });
  expect(body.data).toMatchObject([
    { what: 'status_taken_over', from: 'PAYMENT_FAILED', to: 'ACTIVE' },
    { what: 'payment_failed' },
    { what: 'renewed' },
    { what: 'cancelled' },
    { what: 'subscribed' },
  ]);
  const { body: read } = await shop.call('subscribers/get', { query: { 'svc-id': svcId } });
  expect(read.data).toMatchObject({ subscriptionStatus: 'ACTIVE', cancelAtPeriodEnd: true });
});
