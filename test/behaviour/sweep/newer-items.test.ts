import { describe, expect } from 'vitest';
import { eraseCustomer } from '../../../lib/account/erase.ts';
import { healthOfTenants } from '../../../lib/account/tenant-health.ts';
import { listTenants } from '../../../lib/account/tenants.ts';
import type { App } from '../../../lib/runtime/app.ts';
import { startComparisons } from '../../../lib/comparison/start-comparisons.ts';
import { importSubscriptions, type ImportRow } from '../../../lib/checkout/import.ts';
import { compareTheirs } from '../../../lib/comparison/compare-theirs.ts';
import { Unreadable } from '../../../lib/record.ts';
import { markPayAccount } from '../../../lib/table/work/pay-health.ts';
import { key } from '../../../lib/table/schema.ts';
import { sayableKey } from '../../../lib/table/readable.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';
import { directStart } from '../../support/world/direct-start.ts';
import { it } from '../../support/world/fixtures.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { DAY, someone, subscribe, type Member } from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { withNewer } from '../../support/world/with-newer.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';
import { paying } from '../../support/world/paying.ts';

describe('an item written by a newer release', () => {
  it('of a tenant hides only that tenant from the list and from the nightly comparison', async ({
    world,
    shop,
  }) => {
    const other = await makeTenant(world);
    for (const { tenant } of [shop, other])
      await world.table.write([
        { put: { ...key.tenantListed(tenant.id), id: tenant.id, name: tenant.name } },
      ]);
    const app = withNewer(world.app, key.tenant(shop.tenant.id));
    expect((await listTenants(app)).map(({ id }) => id)).toEqual([other.tenant.id]);
    await startComparisons(app);
    const begun = (id: string) => world.table.get(key.comparison(id), { consistent: true });
    expect(await begun(other.tenant.id)).toBeDefined();
    expect(await begun(shop.tenant.id)).toBeUndefined();
  });

  it('of a subscriber or its reference is not reported as a subscription unknown here', async ({
    world,
    shop,
    member,
  }) => {
    const pay = world.app.pay({ ...shop.credentials, baseUrl: world.pay.url });
    const theirs = await pay.readSubscription(member.reference);
    const app = withNewer(world.app, key.reference(shop.tenant.id, member.reference));
    expect(await compareTheirs(forTenant(app, shop.tenant.id), pay, theirs.ok ? [theirs.value] : [])).toEqual(
      {
        ...{ found: [], live: [], unreadable: 1 },
      },
    );
  });

  it('hides only its own part of the report on tenants', async ({ world, shop }) => {
    const other = await makeTenant(world);
    await markPayAccount(other.app, 'refused', world.clock.now());
    const app = withNewer(world.app, key.payHealth(shop.tenant.id), key.endpoint(other.tenant.id, 'webhook'));
    const health = await healthOfTenants(app, [shop.tenant.id, other.tenant.id]);
    expect(health.map(({ pay, webhook }) => [pay.state, webhook.failingSince])).toEqual([
      ['healthy', null],
      ['refused', null],
    ]);
    await world.table.apply({ update: key.endpoint(shop.tenant.id, 'webhook'), set: { timeouts: 'many' } });
    expect(await healthOfTenants(world.app, [shop.tenant.id])).toHaveLength(1);
  });

  it('does not stop an import: the other subscriptions are adopted', async ({ world, shop }) => {
    const reference = shop.plans.basic!.reference;
    const emails = [someone(), someone(), someone()];
    for (const email of emails) await directStart(world, shop, reference, email);
    const { id, idKey } = shop.tenant;
    const known = await subscribe(world, shop);
    const app = withNewer(
      world.app,
      key.customerNamed(id, emails[1]!, idKey),
      key.reference(id, known.reference),
    );
    const rows: ImportRow[] = [];
    await world.table.write([
      { put: { ...key.customerNamed(shop.tenant.id, emails[1]!, shop.tenant.idKey) } },
    ]);
    const asked = { dryRun: false, announce: false };
    await importSubscriptions(forTenant(app, shop.tenant.id), asked, (some) => void rows.push(...some));
    const fateOf = (email: string | undefined) => rows.find((row) => row.email === email)?.fate;
    expect(emails.map(fateOf)).toEqual(['adopted', 'not readable', 'adopted']);
    expect(rows.find(({ reference }) => reference === known.reference)?.fate).toBe('not readable');
  });

  it('of an open purchase stops an import, and nothing is adopted that might be its outcome', async ({
    world,
    shop,
  }) => {
    const { token } = await startCheckout(shop);
    await directStart(world, shop, shop.plans.basic!.reference, someone());
    const rows: ImportRow[] = [];
    const asked = { dryRun: false, announce: false };
    const run = (app: App) =>
      importSubscriptions(forTenant(app, shop.tenant.id), asked, (some) => void rows.push(...some));
    await expect(run(withNewer(world.app, key.checkout(token)))).rejects.toThrow(Unreadable);
    await world.table.apply({ update: key.checkout(token), set: { status: 'NONSENSE' } });
    await expect(run({ ...world.app, memory: {} })).rejects.toThrow(Unreadable);
    expect(rows).toEqual([]);
    const said = world.log.filter((line) => line.includes('record unreadable'));
    expect(said.filter((line) => line.includes(sayableKey(key.checkout(token))))).toHaveLength(2);
    expect(said.join()).not.toContain(token);
  });

  it('of somebody’s open checkout stops an erasure before the customer is gone at the provider', async ({
    world,
    shop,
  }) => {
    const member = await subscribe(world, shop);
    await shop.call('subscribers/cancel', {
      body: { 'pay-subscriber-reference-code': member.reference },
    });
    await world.advance(32 * DAY);
    const { token } = await startCheckout(shop);
    const deleted: string[] = [];
    const app = paying(withNewer(world.app, key.checkout(token)), () => ({
      deleteCustomer: async (reference) => (deleted.push(reference), { ok: true, value: undefined }),
    }));
    await expect(eraseCustomer(forTenant(app, shop.tenant.id), { email: member.email })).rejects.toThrow(
      Unreadable,
    );
    expect(deleted).toEqual([]);
  });

  it('is left in place and counted by the sweep, which dispatches everything else', async ({
    world,
    shop,
  }) => {
    const [newer, other] = [await subscribe(world, shop), await subscribe(world, shop)];
    world.serve(instanceOf(withNewer(world.app, key.subscriber(shop.tenant.id, newer))));
    const dueOf = async ({ id }: Member) =>
      (await world.table.get(key.subscriber(shop.tenant.id, { id }), { consistent: true }))?.dueAt;
    const before = await dueOf(newer);
    await world.advance(32 * DAY);
    expect(await dueOf(newer)).toBe(before);
    expect(await dueOf(other)).toBeGreaterThan(world.app.clock());
    expect(world.log.some((line) => line.includes('"Unreadable":'))).toBe(true);
  });

  it('hides only itself from a timeline and from the pages of lists of events', async ({ world, shop }) => {
    const { svcId } = await subscribe(world, shop);
    for (const route of ['cancel', 'undo-cancel'] as const) {
      await world.advance(1_000);
      await shop.call(`subscribers/${route}`, { body: { 'svc-id': svcId } });
    }
    await world.settle();
    const query = { 'svc-id': svcId };
    const idsOf = async (route: 'subscribers/timeline' | 'events/list', more = {}) => {
      const { status, body } = await shop.call(route, { query: { ...more } });
      expect(status).toBe(200);
      return (body.data as { id?: string; eventId: string }[]).map(({ id, eventId }) => id ?? eventId);
    };
    const ids = await idsOf('subscribers/timeline', query);
    expect(ids).toHaveLength(3);
    const [last, middle = '', first] = ids;
    world.serve(instanceOf(withNewer(world.app, key.event(shop.tenant.id, { id: middle }))));
    expect(await idsOf('subscribers/timeline', query)).toEqual([last, first]);
    expect(await idsOf('subscribers/timeline', { ...query, starting_after: middle })).toEqual([first]);
    expect(await idsOf('subscribers/timeline', { ...query, limit: '1', starting_after: last })).toEqual([
      first,
    ]);
    expect(await idsOf('events/list', query)).toEqual([last, first]);
    expect(await idsOf('events/list')).toEqual([last, first]);
    expect(world.log.some((line) => line.includes('"Unreadable":'))).toBe(true);
  });

  it('hides only its own customer from the list of subscribers, and is no answer to a read', async ({
    world,
    shop,
  }) => {
    const [newer, other] = [await subscribe(world, shop), await subscribe(world, shop)];
    world.serve(instanceOf(withNewer(world.app, key.subscriber(shop.tenant.id, newer))));
    const { body } = await shop.call('subscribers/list', {});
    expect((body.data as { svcId: string }[]).map(({ svcId }) => svcId)).toEqual([other.svcId]);
    const read = async ({ svcId }: Member) => shop.call('subscribers/get', { query: { 'svc-id': svcId } });
    expect([(await read(newer)).status, (await read(other)).status]).toEqual([500, 200]);
  });
});
