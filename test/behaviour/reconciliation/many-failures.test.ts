import { expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import {
  behave,
  charge,
  MINUTE,
  nameOf,
  receivedEvents,
  HOUR,
  ledger,
  paidIn,
  read,
  type Member,
} from '../../support/world/shop.ts';
import { upgradeInPanel } from '../../support/world/panel.ts';
import type { TestTenant } from '../../support/world/tenant.ts';

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

/** How many invoices a member has, over all pages. */
async function invoicesOf(shop: TestTenant, { svcId }: Member): Promise<number> {
  let count = 0;
  for (let cursor = {}, more = true; more;) {
    const query = { 'svc-id': svcId, limit: '100', ...cursor };
    const { body } = await shop.call('subscribers/invoices', { query });
    const page = body.data as { id: string }[];
    count += page.length;
    cursor = { starting_after: page.at(-1)?.id };
    more = body.has_more === true;
  }
  return count;
}

/** Many more than anybody makes between two readings: within what one reading follows, and more. */
it.for([45, 60])(
  '%i plan changes in the panel between two readings: every charge is recorded',
  async (changes, { world, shop, member }) => {
    await behave(world, shop, { dropNotifications: true });
    let { reference } = member;
    for (let change = 1; change <= changes; change++) {
      reference = await upgradeInPanel(world, shop, { reference }, change % 2 === 1 ? 'plus' : 'basic');
      await world.clock.advanceTo(world.clock.now() + 1_000);
    }
    await shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': member.reference } });
    await world.advance(HOUR);
    expect((await read(shop, member)).data).toMatchObject({
      payReference: reference,
      cancelAtPeriodEnd: true,
    });
    const charges = paidIn(await ledger(world, shop));
    expect(charges.length).toBeGreaterThan(changes / 2);
    expect(await invoicesOf(shop, member)).toBe(charges.length);
  },
);
