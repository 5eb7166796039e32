import { describe, expect } from 'vitest';
import type { Change, Item, Table } from '../../../lib/table/table.ts';
import { key } from '../../../lib/table/schema.ts';
import { it } from '../../support/world/fixtures.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { directBody, ledger, paidIn, someone } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';

const REFERENCE = 'order 1';
type Apply = Table['apply'];

/** What happens instead of each single change of these items, until it has happened. */
function once(world: World, isMeant: (at: Item | undefined) => boolean, instead: Apply): Table {
  let isPast = false;
  const itemOf = (change: Change) => ('put' in change ? change.put : undefined);
  const apply: Apply = async (change) => {
    if (isPast || !isMeant(itemOf(change))) return world.app.table.apply(change);
    isPast = true;
    return instead(change);
  };
  return { ...world.app.table, apply };
}

const order = (shop: TestTenant) =>
  directBody(shop.plans.basic!, { email: someone(), clientReferenceId: REFERENCE });
const buy = (shop: TestTenant, body: Record<string, unknown>) =>
  shop.call('checkout/initialize-direct', { body });

/** A purchase during which that happens once, and the same request again. */
async function buyTwice(world: World, shop: TestTenant, table: Table, body: Record<string, unknown>) {
  world.serve(instanceOf({ ...world.app, table }));
  const first = await buy(shop, body);
  const charged = (await ledger(world, shop)).length;
  return { first, charged, second: await buy(shop, body) };
}

const throttled = () =>
  Object.assign(new Error('no table'), { name: 'ThrottlingException', $retryable: { throttling: true } });

describe('A direct checkout that fails before the payment provider is asked can be repeated at once', () => {
  const isReservation = (shop: TestTenant) => (item: Item | undefined) =>
    item?.sk === key.intent(shop.tenant.id, REFERENCE).sk;

  it('where the customer could not be recorded', async ({ world, shop }) => {
    const body = order(shop);
    const { sk } = key.customerNamed(shop.tenant.id, String(body.email));
    const table = once(
      world,
      (item) => item?.sk === sk,
      async () => {
        throw throttled();
      },
    );
    const { first, charged, second } = await buyTwice(world, shop, table, body);
    expect([first.status, charged, second.status]).toEqual([503, 0, 200]);
    expect(paidIn(await ledger(world, shop))).toHaveLength(1);
  });

  it('where the answer to its reservation was lost', async ({ world, shop }) => {
    const table = once(world, isReservation(shop), async (change) => {
      await world.app.table.apply(change);
      throw throttled();
    });
    const { first, charged, second } = await buyTwice(world, shop, table, order(shop));
    expect([first.status, charged, second.status]).toEqual([503, 0, 200]);
    expect(paidIn(await ledger(world, shop))).toHaveLength(1);
  });

  it('but not while another one under its reference may have been charged', async ({ world, shop }) => {
    const table = once(world, isReservation(shop), async (change) => {
      if ('put' in change) await world.app.table.apply({ put: { ...change.put, writer: 'another' } });
      throw throttled();
    });
    const { first, second } = await buyTwice(world, shop, table, order(shop));
    expect([first.status, second.status]).toEqual([503, 409]);
  });
});
