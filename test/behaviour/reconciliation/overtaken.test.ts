import { expect, it } from 'vitest';
import { bySchedule } from '../../../lib/billing/timeline.ts';
import type { App } from '../../../lib/runtime/app.ts';
import { reconcileSubscriber } from '../../../lib/reconciliation/reconcile.ts';
import { key } from '../../../lib/table/schema.ts';
import { Conflict } from '../../../lib/table/table.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { openShop } from '../../support/world/opened.ts';
import {
  advanceToRenewal,
  behave,
  charge,
  DAY,
  eventNamesOf,
  ledger,
  MINUTE,
  moveToPlan,
  paidIn,
  read,
  subscribe,
  type Member,
  toPlan,
} from '../../support/world/shop.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const { world, shop } = await openShop();

/** Reconciles a subscriber, with `meanwhile` between what is read and what is written. */
function reconcileAround({ id }: Pick<Member, 'id'>, meanwhile?: () => Promise<void>): Promise<unknown> {
  let waiting = meanwhile;
  const app: App = {
    ...world.app,
    table: {
      ...world.app.table,
      write: async (changes) => {
        const happens = waiting;
        waiting = undefined;
        await happens?.();
        return world.app.table.write(changes);
      },
    },
  };
  return reconcileSubscriber(forTenant(app, shop.tenant.id), id, bySchedule);
}

/** A subscriber whose renewal is not reconciled yet, and what another writer does to its record. */
async function renewed() {
  const member = await subscribe(world, shop);
  await world.advance(DAY);
  world.queues.lose('reconciliation');
  await advanceToRenewal(world, member.reference);
  const changes = { update: key.subscriber(shop.tenant.id, member), add: { revision: 1 } };
  return { member, overtake: async () => void (await world.table.apply(changes)) };
}

it.each([
  ['failure', 'PAYMENT_FAILED', 'FAILED', 'DID_FAIL_TO_RENEW'],
  ['success', 'ACTIVE', 'PAID', 'DID_RENEW/BILLING_RECOVERY'],
] as const)(
  'what another reconciliation records of a payment’s %s is not decided about with older answers',
  async (outcome, status, invoiceStatus, event) => {
    const member = await subscribe(world, shop);
    await world.advance(DAY);
    const payReference = await moveToPlan(shop, member, 'plus');
    world.queues.lose('reconciliation');

    const ended = await reconcileAround(member, async () => {
      await charge(world, payReference, outcome);
      await reconcileAround(member);
    });

    const after = await read(shop, member);
    expect(ended).toBe('reconciled');
    expect(after.data.subscriptionStatus).toBe(status);
    expect(after.latestInvoice).toMatchObject({ status: invoiceStatus, amount: '200.00' });
    await world.advance(DAY);
    expect(eventNamesOf(world, shop, member).slice(2)).toEqual([event]);
  },
);

it('a reconciliation that is overtaken each time fails, since nothing of it is recorded, and the next one records it', async () => {
  const { member, overtake } = await renewed();
  const write: App['table']['write'] = async (all) => {
    await overtake();
    return world.app.table.write(all);
  };
  const overtaken = { ...world.app, table: { ...world.app.table, write } };
  const named = { tenantId: shop.tenant.id, subscriberId: member.id };
  await expect(
    reconcileSubscriber(forTenant(overtaken, named.tenantId), named.subscriberId, bySchedule),
  ).rejects.toThrow(Conflict);
  const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
  expect(body.data).toHaveLength(1);
  expect(
    await reconcileSubscriber(forTenant(world.app, named.tenantId), named.subscriberId, bySchedule),
  ).toBe('reconciled');
  expect((await read(shop, member)).latestInvoice).toMatchObject({ status: 'PAID' });
});

it('a request whose reading is overtaken each time is refused instead of answered without it', async () => {
  const { member, overtake } = await renewed();
  await world.clock.advanceTo(world.clock.now() + DAY); // its period on record is over
  const write: App['table']['write'] = async (all) => {
    await overtake();
    return world.app.table.write(all);
  };
  world.serve(instanceOf({ ...world.app, table: { ...world.app.table, write } }));
  const body = toPlan(shop, member, 'plus');
  const ask = () => shop.call('subscribers/preview-change', { body });
  expect(await ask()).toMatchObject({ status: 409, body: { error: 'concurrent_change' } });
  world.serve();
  expect(await ask()).toMatchObject({ status: 200 });
});

it('a charge that the provider was silent about when it told of it is found, also beside a request', async () => {
  const member = await subscribe(world, shop);
  await world.advance(MINUTE);
  await charge(world, member.reference, 'success');
  await behave(world, shop, { failNext: 50 });
  const [, { status }] = await Promise.all([
    world.advance(MINUTE),
    shop.call('subscribers/cancel', { body: { 'svc-id': member.svcId } }),
  ]);
  expect(status).toBe(200);
  await behave(world, shop, { failNext: 0 });
  await world.advance(DAY);
  const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
  const paid = paidIn(await ledger(world, shop)).filter(
    ({ subscriptionReferenceCode: of }) => of === member.reference,
  );
  expect(body.data).toHaveLength(paid.length);
});
