import { describe, expect } from 'vitest';
import { eraseCustomer } from '../../../lib/account/erase.ts';
import { importSubscriptions, type ImportRow } from '../../../lib/checkout/import.ts';
import { openIntents, listOpenIntents } from '../../../lib/checkout/open-intents.ts';
import { resolveIntent } from '../../../lib/checkout/resolve-intent.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';
import type { Change, Item, Table } from '../../../lib/table/table.ts';
import { key } from '../../../lib/table/schema.ts';
import { exchange, type Exchange } from '../../../lib/pay/iyzico/exchange.ts';
import { iyzico } from '../../../lib/pay/iyzico/iyzico.ts';
import { Unreadable } from '../../../lib/record.ts';
import { sayableKey } from '../../../lib/table/readable.ts';
import { it } from '../../support/world/fixtures.ts';
import {
  behave,
  DAY,
  directBody,
  eventsAbout,
  ledger,
  MINUTE,
  paidIn,
  someone,
  HOUR,
} from '../../support/world/shop.ts';
import { instanceOf } from '../../support/world/instance.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';

/** The e-mail of a customer who paid twice at once; neither answer arrived, so that either charge fits either purchase. */
const paidTwice = it.extend('email', async ({ world, shop }) => {
  const email = someone();
  const body = directBody(shop.plans.basic!, { email });
  await behave(world, shop, { loseAnswerNext: 2, path: '/subscription/initialize' });
  for (const clientReferenceId of ['order 1', 'order 2']) {
    await shop.call('checkout/initialize-direct', { body: { ...body, clientReferenceId } });
    await world.clock.advanceTo(world.clock.now() + 1);
  }
  await world.advance(65 * MINUTE);
  return email;
});

describe('charges that fit more than one purchase', () => {
  paidTwice(
    'are listed as not settled until a person decides, and keep their customer from being erased',
    async ({ world, shop, email }) => {
      const { id } = shop.tenant;
      const open = async () =>
        (await openIntents(forTenant(world.app, id))).map(({ clientReferenceId }) => clientReferenceId);
      expect(await open()).toEqual(['order 1', 'order 2']);
      await expect(eraseCustomer(forTenant(world.app, id), { email })).rejects.toThrow(
        'A payment of this customer is not settled',
      );

      const rows: ImportRow[] = [];
      const asked = { dryRun: false, announce: false };
      await importSubscriptions(forTenant(world.app, id), asked, (page) => void rows.push(...page));
      expect(rows.map(({ fate }) => fate)).toEqual(['adopted', 'adopted']);
      for (const reference of await open()) await resolveIntent(forTenant(world.app, id), reference);
      expect(await open()).toEqual([]);
      const repeated = ['order 1', 'order 2'].map(async (clientReferenceId) => {
        const body = { ...directBody(shop.plans.basic!, { email }), clientReferenceId };
        return (await shop.call('checkout/initialize-direct', { body })).body.svcSubscriptionId;
      });
      expect(new Set(await Promise.all(repeated)).size).toBe(2);
      expect(paidIn(await ledger(world, shop))).toHaveLength(2);
    },
  );

  paidTwice(
    'have their invoices and events where they are imported with the charges since then, and announced',
    async ({ world, shop, email }) => {
      const { id } = shop.tenant;
      const chargesSince = world.clock.now() - DAY;
      await importSubscriptions(
        forTenant(world.app, id),
        { dryRun: false, announce: true, chargesSince },
        () => undefined,
      );
      for (const { clientReferenceId } of await openIntents(forTenant(world.app, id)))
        await resolveIntent(forTenant(world.app, id), clientReferenceId);
      await world.advance(5 * MINUTE);
      expect(eventsAbout(world, shop, email).map(({ type }) => type)).toEqual(['SUBSCRIBED', 'SUBSCRIBED']);
      const { body } = await shop.call('subscribers/list', { query: { email } });
      const invoices = (body.data as { latestInvoice: unknown }[]).map(({ latestInvoice }) => latestInvoice);
      expect(invoices).toMatchObject([{ status: 'PAID' }, { status: 'PAID' }]);
      expect(await openIntents(forTenant(world.app, id))).toEqual([]);
    },
  );
});

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

/** Has the provider answer searches otherwise from now on. */
function searchesAnswered(world: World, otherwise: (body: string) => string): void {
  const now = () => world.clock.now();
  const asked = async (request: Parameters<typeof exchange>[0]): Promise<Exchange> => {
    const answer = await exchange(request);
    const isSearch = request.url.pathname.endsWith('/subscriptions');
    return isSearch && answer.is === 'answered' ? { ...answer, body: otherwise(answer.body) } : answer;
  };
  const pay: World['app']['pay'] = (account) =>
    iyzico(account, { now, randomKey: () => 'r', exchange: asked });
  world.serve(instanceOf({ ...world.app, pay }));
}

it.for([
  ['holds no list', () => '{"status":"success","systemTime":1}'],
  ['holds fewer than it counts', (body: string) => body.replace(/"items":\[.*\]/, '"items":[]')],
  ['names no e-mail', (body: string) => body.replace(/"customerEmail":"[^"]*",/g, '')],
] as const)(
  'A charge is not taken for one that never happened where a search %s',
  async ([, otherwise], { world, shop }) => {
    const body = directBody(shop.plans.basic!, { clientReferenceId: 'order 1' });
    const buy = () => shop.call('checkout/initialize-direct', { body });
    await behave(world, shop, { loseAnswerNext: 1, path: '/subscription/initialize' });
    searchesAnswered(world, otherwise);
    expect((await buy()).status).toBe(504);
    await world.advance(30 * MINUTE);
    world.serve();
    await world.advance(HOUR);
    expect((await buy()).status).toBe(200);
    expect(await ledger(world, shop)).toHaveLength(1);
    expect(eventsAbout(world, shop, String(body.email)).map(({ type }) => type)).toEqual(['SUBSCRIBED']);
  },
);

it('Payments that are not settled are listed oldest first without one that cannot be read, on which everything else fails by its key', async ({
  world,
  shop,
}) => {
  const references = ['order 1', 'order 2', 'order 3'];
  await behave(world, shop, { loseAnswerNext: references.length, path: '/subscription/initialize' });
  for (const clientReferenceId of references) {
    await shop.call('checkout/initialize-direct', {
      body: directBody(shop.plans.basic!, { clientReferenceId }),
    });
    await world.clock.advanceTo(world.clock.now() + 1);
  }
  const open = async () =>
    (await listOpenIntents(shop.app)).map(({ clientReferenceId }) => clientReferenceId);
  expect(await open()).toEqual(references);
  await world.table.apply({ update: key.intent(shop.tenant.id, 'order 2'), set: { plan: 'no plan' } });
  expect(await open()).toEqual(['order 1', 'order 3']);
  const before = world.log.length;
  await expect(openIntents(shop.app)).rejects.toThrow(Unreadable);
  const said = world.log.slice(before).filter((line) => line.includes('record unreadable'));
  expect(JSON.parse(said[0]!)).toMatchObject({
    tenant: shop.tenant.id,
    key: sayableKey(key.intent(shop.tenant.id, 'order 2')),
  });
  expect(said.join()).not.toContain('order 2');
});
