import { storedId } from '../../../lib/billing/identifiers.ts';
import { expect, it } from 'vitest';
import { bySchedule } from '../../../lib/billing/timeline.ts';
import { cancelAtPeriodEnd } from '../../../lib/billing/cancellation.ts';
import { commit } from '../../../lib/commit.ts';
import { postpone } from '../../../lib/reconciliation/postpone.ts';
import { findSubscriber, type StoredSubscriber } from '../../../lib/table/subscribers/subscribers.ts';
import { Conflict } from '../../../lib/table/table.ts';
import { throughPorts } from '../../faults/ports.ts';
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

const cancelled = ({ subscription }: StoredSubscriber) =>
  cancelAtPeriodEnd(subscription, 'svc', world.clock.now());

it('stands where a request that had read the record before is written after it', async () => {
  const { read, stored } = await someSubscriber();
  const at = world.clock.now() + MINUTE;
  await postpone(world.app, tenant, { stored, at, silences: { own: 1, ofAccount: 0, limited: 0 } });
  await commit(world.app, { tenant: shop.tenant, stored, causedBy: bySchedule, decide: cancelled });
  expect(await read()).toMatchObject({ dueAt: at, subscription: { cancellation: {} } });
});

it('stands where a request has changed the record since it was read', async () => {
  const { read, stored } = await someSubscriber();
  await commit(world.app, { tenant: shop.tenant, stored, causedBy: bySchedule, decide: cancelled });
  const at = world.clock.now() + MINUTE;
  await postpone(world.app, tenant, { stored, at, silences: { own: 1, ofAccount: 0, limited: 0 } });
  expect((await read()).dueAt).toBe(at);
});

it('leaves an earlier time that somebody else has set meanwhile', async () => {
  const { read, stored } = await someSubscriber();
  const at = world.clock.now() + MINUTE;
  await postpone(world.app, tenant, { stored, at });
  await postpone(world.app, tenant, { stored, at: at + DAY });
  expect((await read()).dueAt).toBe(at);
});

it('says openly that other writers were faster each time: nobody would look again', async () => {
  const { stored } = await someSubscriber();
  const lost = throughPorts(world.app, async ({ port, method }, effect) => {
    if (port === 'table' && method === 'apply') throw new Conflict([0], [undefined]);
    return effect();
  });
  const at = world.clock.now() + MINUTE;
  await expect(postpone(lost, tenant, { stored, at })).rejects.toThrow(Conflict);
});

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
