import { expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import { behave, charge, MINUTE, nameOf, receivedEvents } from '../../support/world/shop.ts';

/** More than a transaction of DynamoDB holds. */
const FAILURES = 101;

it('every failed attempt of an order is announced, however many nobody noticed, and then its payment', async ({
  world,
  shop,
  member,
}) => {
  await behave(world, shop, { dropNotifications: true });
  for (let attempt = 1; attempt <= FAILURES; attempt++) await charge(world, member.reference, 'failure');
  await behave(world, shop, { dropNotifications: false });
  await charge(world, member.reference, 'success');
  await world.advance(MINUTE);

  const sequenceOf = ({ arrival }: { arrival: { headers: object } }) =>
    Number(new Map(Object.entries(arrival.headers)).get('x-svc-sequence'));
  const events = receivedEvents(world, shop).sort((one, other) => sequenceOf(one) - sequenceOf(other));
  expect(events.map(nameOf)).toEqual([
    'SUBSCRIBED/INITIAL_BUY',
    ...Array.from({ length: FAILURES }, () => 'DID_FAIL_TO_RENEW'),
    'DID_RENEW/BILLING_RECOVERY',
  ]);
  const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
  expect(body.data).toMatchObject([
    { status: 'PAID', invoiceNumber: 'INV-2026-0000002' },
    { status: 'PAID', invoiceNumber: 'INV-2026-0000001' },
  ]);
});
