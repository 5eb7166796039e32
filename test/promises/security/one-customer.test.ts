import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { eraseCustomer } from '../../../lib/account/erase.ts';
import { idAt } from '../../../lib/billing/identifiers.ts';
import type { RouteName } from '../../../functions/routes.ts';
import { customerHashIn, withCustomerHash } from '../../../lib/table/ids.ts';
import { key } from '../../../lib/table/schema.ts';
import type { Item, Key } from '../../../lib/table/table.ts';
import { it } from '../../support/world/fixtures.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { read, subscribe, type Member } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import { countingTrips, type Trips } from '../../support/world/trips.ts';
import type { Ask, World } from '../../support/world/world.ts';

const SUBSCRIPTIONS = 600;

/** Writes copies of a stored item under other keys; none of them is due or listed. */
async function multiply({ table }: World, at: Key, keys: readonly Key[], more = {}): Promise<void> {
  const {
    dueAt: _at,
    dueShard: _shard,
    ...item
  } = (await table.get(at, { consistent: true })) ?? ({} as Item);
  for (let nth = 0; nth < keys.length; nth += 100)
    await table.write(keys.slice(nth, nth + 100).map((one) => ({ put: { ...item, ...more, ...one } })));
}

/** A tenant puts that many younger subscriptions under the e-mail address of one. */
async function multiplySubscription(
  world: World,
  { tenant }: TestTenant,
  { id }: Member,
  count: number,
  more = {},
): Promise<void> {
  const ids = Array.from({ length: count }, (_, nth) =>
    withCustomerHash(idAt(world.clock.now() + nth, randomUUID()), customerHashIn(id)),
  );
  const subscriberAt = (of: string) => key.subscriber(tenant.id, { id: of });
  const latestAt = (of: string) => key.latestInvoice(tenant.id, of);
  await multiply(world, subscriberAt(id), ids.map(subscriberAt), more);
  await multiply(world, latestAt(id), ids.map(latestAt), {});
}

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

interface ListPage {
  readonly data: readonly { readonly id: string }[];
  readonly has_more: boolean;
  readonly next?: string;
}

/** Every page of a list in one direction, each followed as its answer says. */
async function pagesOf(
  shop: TestTenant,
  name: RouteName,
  query: Record<string, string>,
  { towards = 'starting_after', from = undefined as string | undefined, meanwhile = async () => {} } = {},
): Promise<ListPage[]> {
  const pages: ListPage[] = [];
  for (let cursor = from; ;) {
    const asked = { ...query, ...(cursor !== undefined && { [towards]: cursor }) };
    const { status, body } = await shop.call(name, { query: asked });
    expect(status).toBe(200);
    const page = body as unknown as ListPage;
    pages.push(page);
    const edge = towards === 'starting_after' ? page.data.at(-1) : page.data[0];
    cursor = page.next ?? edge?.id;
    if (!page.has_more) return pages;
    expect(cursor).toBeDefined();
    await meanwhile();
  }
}

const idsIn = (pages: readonly ListPage[]) => pages.flatMap(({ data }) => data.map(({ id }) => id));

describe('a customer with very many subscriptions', () => {
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
    await expect(eraseCustomer(shop.app, { email: member.email })).rejects.toThrow('still runs');
    expect((await read(shop, member)).customer.email).toBe(member.email);
  });

  it('has all of them listed by e-mail, page by page, whatever is bought meanwhile', async ({
    world,
    shop,
    member,
  }) => {
    await multiplySubscription(world, shop, member, 1_150);
    await world.advance(60_000);
    const { email } = member;
    const query = { email, limit: '100' };
    const meanwhile = async () => void (await subscribe(world, shop, { email }));
    const older = idsIn(await pagesOf(shop, 'subscribers/list', query, { meanwhile }));
    expect(older).toEqual([...new Set(older)].sort().reverse());
    expect([older.length, older.at(-1)]).toEqual([1_151, member.id]);
    const newer = await pagesOf(shop, 'subscribers/list', query, {
      towards: 'ending_before',
      from: member.id,
    });
    expect(new Set(idsIn(newer)).size).toBe(1_150 + 11);
    for (const { data } of newer)
      expect(data.map(({ id }) => id)).toEqual(
        data
          .map(({ id }) => id)
          .sort()
          .reverse(),
      );
  });

  it('has the few of them found that a filter lets through, in more than one search', async ({
    world,
    shop,
    member,
  }) => {
    const ended = { status: 'CANCELLED', endedAt: world.clock.now() };
    await multiplySubscription(world, shop, member, 3_000, ended);
    const query = { email: member.email, status: 'ACTIVE' };
    const pages = await pagesOf(shop, 'subscribers/list', query);
    expect(pages[0]).toMatchObject({ data: [], has_more: true, next: expect.any(String) });
    expect(idsIn(pages)).toEqual([member.id]);
  });

  it('has a timeline found beside thousands of changes of another one, in more than one search', async ({
    world,
    shop,
    member,
  }) => {
    const query = { 'svc-id': member.svcId };
    const [first] = idsIn(await pagesOf(shop, 'subscribers/timeline', query));
    const others = Array.from({ length: 7_000 }, (_, nth) => {
      const id = withCustomerHash(idAt(world.clock.now() + nth, randomUUID()), customerHashIn(member.id));
      return key.event(shop.tenant.id, { id });
    });
    const snapshot = { subscriptionId: randomUUID() };
    await multiply(world, key.event(shop.tenant.id, { id: first ?? '' }), others, { snapshot });
    const pages = await pagesOf(shop, 'subscribers/timeline', query);
    expect(pages[0]).toMatchObject({ data: [], has_more: true, next: expect.any(String) });
    expect(idsIn(pages)).toEqual([first]);
    const back = await pagesOf(shop, 'subscribers/timeline', query, {
      towards: 'ending_before',
      from: first!,
    });
    expect([back.length, idsIn(back)]).toEqual([2, []]);
    const stranger = await subscribe(world, shop);
    const foreign = { 'svc-id': stranger.svcId, starting_after: pages[0]!.next! };
    expect((await shop.call('subscribers/timeline', { query: foreign })).body.error).toBe('invalid_cursor');
  });
});
