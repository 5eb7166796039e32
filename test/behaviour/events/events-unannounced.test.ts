import { expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import { CARDS, comeBack, DAY, eventNamesOf, MINUTE, someone } from '../../support/world/shop.ts';
import { checkoutBody, payForm } from '../../support/world/tenant.ts';

it('our choice: a subscription that was never announced emits no event for its cancel and end', async ({
  world,
  shop,
}) => {
  const email = someone();
  const body = checkoutBody(shop.plans.basic!, { email, subscriptionInitialStatus: 'PENDING' });
  const token = String((await shop.call('checkout/initialize', { body })).body.token);
  await payForm(world, token, { cardNumber: CARDS.refusedLater });
  await comeBack(world, token);
  await world.advance(MINUTE);
  const { data } = (await shop.call('subscribers/check', { query: { email } })).body as {
    data: { subscription: { id: string; svcId: string; status: string } };
  };
  const { id, svcId, status } = data.subscription;
  expect(status).toBe('PENDING');
  expect((await shop.call('subscribers/cancel', { body: { 'svc-id': svcId } })).status).toBe(200);
  await world.advance(DAY);
  expect(eventNamesOf(world, shop, { id })).toEqual([]);
  const timeline = (await shop.call('subscribers/timeline', { query: { 'svc-id': svcId } })).body.data;
  const entries = timeline as { what: string; eventId: string | null }[];
  expect(entries.map(({ what }) => what).toSorted()).toEqual(['cancelled', 'ended']);
  expect(entries.every(({ eventId }) => eventId === null)).toBe(true);
});
