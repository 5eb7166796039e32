import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { eraseCustomer } from '../../../lib/account/erase.ts';
import { idAt } from '../../../lib/billing/identifiers.ts';
import type { RouteName } from '../../../functions/routes.ts';
import { customerHashIn, withCustomerHash } from '../../../lib/table/ids.ts';
import { key } from '../../../lib/table/schema.ts';
import { it } from '../../support/world/fixtures.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { read } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import { countingTrips, type Trips } from '../../support/world/trips.ts';
import type { Ask, World } from '../../support/world/world.ts';
import { multiply, multiplySubscription } from './one-customer.ts';

const SUBSCRIPTIONS = 600;
const HISTORY = 7_000;

/** What a request reads of the table, by an instance that already knows its tenant. */
async function readingsOf(
  world: World,
  shop: TestTenant,
): Promise<(name: RouteName, ask: Ask) => Promise<Trips>> {
  const { table, look } = countingTrips(world.table);
  world.serve(instanceOf({ ...world.app, memory: {}, table }));
  await shop.call('plans/list');
  return async (name, ask) => {
    look();
    expect((await shop.call(name, ask)).status).toBe(200);
    return look();
  };
}

describe('a tenant with hundreds of subscriptions under one e-mail address', () => {
  it('has each of them read with few others', async ({ world, shop, member }) => {
    await multiplySubscription(world, shop, member, SUBSCRIPTIONS);
    const shown = await read(shop, member);
    const readings = await readingsOf(world, shop);
    const own = { 'svc-id': member.svcId };
    const asked = [
      await readings('subscribers/get', { query: own }),
      await readings('subscribers/timeline', { query: own }),
      await readings('subscribers/cancel', { body: own }),
      await readings('subscribers/undo-cancel', { body: own }),
    ];
    expect(Math.max(...asked.map(({ items }) => items))).toBeLessThan(60);
    expect(shown.customer.email).toBe(member.email);
    expect(shown.latestInvoice).not.toBeNull();
  });

  it('has no more than a thousand items read at its e-mail address', async ({ world, shop, member }) => {
    await multiplySubscription(world, shop, member, SUBSCRIPTIONS);
    const readings = await readingsOf(world, shop);
    const query = { email: member.email };
    const asked = [
      await readings('subscribers/check', { query }),
      await readings('subscribers/list', { query }),
    ];
    expect(Math.max(...asked.map(({ items }) => items))).toBeLessThan(1_200);
    const { body } = await shop.call('subscribers/check', { query });
    expect(body).toMatchObject({ exists: true, hasActiveSubscription: true, data: { customer: query } });
  });

  it('has nobody erased of whom a subscription older than all of them still runs', async ({
    world,
    shop,
    member,
  }) => {
    const ended = { status: 'CANCELLED', endedAt: world.clock.now() };
    await multiplySubscription(world, shop, member, SUBSCRIPTIONS, ended);
    await expect(eraseCustomer(world.app, shop.tenant.id, member.email)).rejects.toThrow('still runs');
    expect((await read(shop, member)).customer.email).toBe(member.email);
  });

  it('has its youngest listed, each with its invoice and its customer', async ({ world, shop, member }) => {
    await multiplySubscription(world, shop, member, SUBSCRIPTIONS);
    const query = { email: member.email, limit: '100' };
    const { body } = await shop.call('subscribers/list', { query });
    const data = body.data as { svcId: string; latestInvoice: unknown }[];
    expect(data.filter(({ latestInvoice }) => latestInvoice !== null)).toHaveLength(100);
    const youngest = await read(shop, data[0] ?? member);
    expect(youngest).toMatchObject({ data: { svcId: data[0]?.svcId }, customer: { email: member.email } });
    expect(youngest.latestInvoice).toEqual(data[0]?.latestInvoice);
    expect(youngest.latestInvoice).not.toBeNull();
  });
});

it('a timeline beside thousands of changes of another subscription is searched for a while only', async ({
  world,
  shop,
  member,
}) => {
  const { data } = (await shop.call('subscribers/timeline', { query: { 'svc-id': member.svcId } })).body;
  const [first] = data as { id: string }[];
  const keys = Array.from({ length: HISTORY }, (_, nth) =>
    key.event(shop.tenant.id, {
      id: withCustomerHash(idAt(world.clock.now() + nth, randomUUID()), customerHashIn(member.id)),
    }),
  );
  const snapshot = { subscriptionId: randomUUID() };
  await multiply(world, key.event(shop.tenant.id, { id: first?.id ?? '' }), keys, { snapshot });
  const readings = await readingsOf(world, shop);
  const { items, roundTrips } = await readings('subscribers/timeline', {
    query: { 'svc-id': member.svcId, limit: '1' },
  });
  expect(items).toBeLessThan(5_700);
  expect(roundTrips).toBeLessThan(25);
});
