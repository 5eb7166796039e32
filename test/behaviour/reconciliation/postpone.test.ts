import { storedId } from '../../../lib/billing/identifiers.ts';
import { expect, it } from 'vitest';
import { findSubscriber } from '../../../lib/table/subscribers/subscribers.ts';
import { openShop } from '../../support/world/opened.ts';
import { behave, charge, DAY, MINUTE, paidIn, ledger, subscribe } from '../../support/world/shop.ts';

const { world, shop } = await openShop();
const { id: tenant } = shop.tenant;

async function someSubscriber() {
  const member = await subscribe(world, shop);
  await world.advance(MINUTE);
  const read = () => findSubscriber(world.app, tenant, { by: 'svc', id: storedId(member.id) });
  return { member, read, stored: await read() };
}

it('finds a charge that the provider was silent about when it told of it, also beside a request', async () => {
  const { member, read } = await someSubscriber();
  await charge(world, member.reference, 'success');
  await behave(world, shop, { failNext: 50 });
  const [, { status }] = await Promise.all([
    world.advance(MINUTE),
    shop.call('subscribers/cancel', { body: { 'svc-id': member.svcId } }),
  ]);
  expect(status).toBe(200);
  await behave(world, shop, { failNext: 0 });
  await world.advance(DAY);
  expect((await read()).subscription.openReferences).toHaveLength(1);
  const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
  const paid = paidIn(await ledger(world, shop)).filter(
    ({ subscriptionReferenceCode }) => subscriptionReferenceCode === member.reference,
  );
  expect(body.data).toHaveLength(paid.length);
});
