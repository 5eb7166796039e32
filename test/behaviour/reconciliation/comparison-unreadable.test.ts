import { describe, expect } from 'vitest';
import { storedId } from '../../../lib/billing/identifiers.ts';
import { startComparisons } from '../../../lib/comparison/start-comparisons.ts';
import { key } from '../../../lib/table/schema.ts';
import { fingerprintOf } from '../../../lib/text/fingerprint.ts';
import { instanceOf } from '../../support/world/instance.ts';
import {
  control,
  DAY,
  HOUR,
  ledger,
  MINUTE,
  paidIn,
  subscribe,
  type Member,
} from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import { withNewer } from '../../support/world/with-newer.ts';
import { comparisonOf, differencesOf, kindsOf, night, soldAtProvider, storedAt } from './comparison.ts';
import { it } from './fixtures.ts';
import { paying } from '../../support/world/paying.ts';

const changeHere = (shop: TestTenant, { svcId }: Member, plan: string) =>
  shop.call('subscribers/change-plan', {
    body: { 'svc-subscriber-id': svcId, 'svc-plan-id': shop.plans[plan]!.id },
  });

const isOf =
  ({ reference }: Member) =>
  ({ subscriber }: Awaited<ReturnType<typeof differencesOf>>[number]) =>
    subscriber.subscriberId === reference;

describe('the nightly comparison of records that cannot be read', () => {
  it('passes over what cannot be read, counts it, and leaves its differences open', async ({
    world,
    shop,
  }) => {
    const [good, bad] = [await subscribe(world, shop), await subscribe(world, shop)];
    await soldAtProvider(world, shop);
    await world.advance(DAY + HOUR);
    for (const member of [good, bad]) await changeHere(shop, member, 'plus');
    await night(world);
    const all = ['plan_differs', 'plan_differs', 'unknown_here'];
    expect(await kindsOf(shop)).toEqual(all);
    await world.table.apply({ update: storedAt(shop, bad), set: { plan: 'no plan' } });
    await changeHere(shop, good, 'basic');
    const before = world.log.length;
    await night(world);
    expect(await kindsOf(shop)).toEqual(['plan_differs', 'unknown_here']);
    const said = world.log.slice(before);
    expect(said.filter((line) => line.includes('"Unreadable":1')).length).toBeGreaterThan(0);
    const [unreadable] = said.filter((line) => line.includes('record unreadable'));
    expect(JSON.parse(unreadable!)).toMatchObject({ tenant: shop.tenant.id, subscriberId: bad.id });
    expect(await comparisonOf(world, shop)).toBeUndefined();
  });

  it.for(['subscriber', 'entry in the list', 'record'] as const)(
    'goes on where newer code has written the %s of an open difference, which stays open',
    async (which, { world, shop }) => {
      const [good, bad] = [await subscribe(world, shop), await subscribe(world, shop)];
      await world.advance(DAY + HOUR);
      for (const member of [good, bad]) await changeHere(shop, member, 'plus');
      await night(world);
      await changeHere(shop, good, 'basic');
      const { id } = (await differencesOf(shop)).find(isOf(bad))!;
      const entry = key.differenceListed(shop.tenant.id, 'open', undefined, { id: storedId(id) });
      const { kind, about } = (await world.table.get(entry, { consistent: true }))!;
      const at = {
        subscriber: storedAt(shop, bad),
        'entry in the list': entry,
        record: key.difference(shop.tenant.id, fingerprintOf([kind, about]).slice(0, 32)),
      }[which];
      const before = world.log.length;
      await startComparisons(world.app);
      world.serve(instanceOf(withNewer(world.app, at)));
      await world.advance(20 * MINUTE);
      world.serve();
      expect(await comparisonOf(world, shop)).toBeUndefined();
      expect((await differencesOf(shop)).map(({ id }) => id)).toEqual([id]);
      expect(world.log.slice(before).filter((line) => line.includes('"Unreadable":1'))).not.toEqual([]);
    },
  );

  it('asks the provider of no difference for an invoice that cannot be read: it hides none', async ({
    world,
    shop,
  }) => {
    const members = [await subscribe(world, shop), await subscribe(world, shop)];
    await world.advance(DAY + HOUR);
    for (const member of members) await changeHere(shop, member, 'plus');
    await night(world);
    expect(await kindsOf(shop)).toEqual(['plan_differs', 'plan_differs']);
    for (const member of members) await changeHere(shop, member, 'basic');
    const [paid] = paidIn(await ledger(world, shop));
    await control(world, `/payments/${paid!.paymentId}/refund`, { cents: 100 });
    for (const { id } of members) {
      const { pk } = key.invoice(shop.tenant.id, id, { id: '' });
      for (const invoice of await world.table.query({ pk, prefix: 'INV#', consistent: true }))
        await world.table.apply({ update: { pk, sk: invoice.sk }, set: { status: 'unreadable' } });
    }
    const read: string[] = [];
    const app = paying({ ...world.app, memory: {} }, (there) => ({
      readSubscription: (reference) => (read.push(reference), there.readSubscription(reference)),
    }));
    const before = world.log.length;
    world.serve(instanceOf(app));
    await night(world);
    expect(await kindsOf(shop)).toEqual([]);
    expect(read).toEqual([]);
    expect(world.log.slice(before).filter((line) => line.includes('record unreadable'))).not.toEqual([]);
  });
});
