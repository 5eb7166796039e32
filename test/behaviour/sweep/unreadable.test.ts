import { expect, it, describe, afterAll } from 'vitest';
import { replayPut } from '../../../lib/table/events/replays.ts';
import { messagePut } from '../../../lib/table/messages/messages.ts';
import { dayInTurkey } from '../../../lib/billing/turkish-day.ts';
import { key } from '../../../lib/table/schema.ts';
import { payHealth } from '../../../lib/pay/health.ts';
import { markPayAccount } from '../../../lib/table/work/pay-health.ts';
import { postponeSilent } from '../../../lib/table/work/silences.ts';
import { subscriberWork } from '../../../lib/table/work/works.ts';
import { type Attribute, type Key, Rejected } from '../../../lib/table/table.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';
import { dispatch } from '../../../lib/reconciliation/dispatch.ts';
import { openShop } from '../../support/world/opened.ts';
import { HOUR, subscribe, charge, MINUTE, DAY, eventNamesOf, read } from '../../support/world/shop.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import { withNewer } from '../../support/world/with-newer.ts';
import { startWorldWithoutSockets } from '../../support/world/world.ts';

const { world, shop } = await openShop();
const member = await subscribe(world, shop);
const tenant = shop.tenant.id;

const owed = () => {
  const of = { cause: 'a cause', about: member.id, at: world.clock.now(), subscriberId: member.id };
  const { put } = messagePut(tenant, { ...of, kind: 'payment_failed', personId: null }, world.clock.now());
  return { ...put, kind: 'unreadable' };
};
const replayed = () => {
  const asked = { from: 0, to: 1, states: [], position: '', revision: 0, replayed: 0, underWay: [] };
  const id = '019bc0e2-1282-700e-8e3c-793448e26312';
  const { put } = replayPut({ ...asked, tenant, id, state: 'RUNNING' }, world.clock.now());
  return { ...put, state: 'unreadable' };
};

it.each([
  ['a message', owed],
  ['a replay', replayed],
])('%s that cannot be read is postponed for longer and longer, and fails nothing', async (_, made) => {
  const put = made();
  await world.table.apply({ put });
  await world.advance(HOUR);
  const before = world.log.length;
  await world.advance(HOUR);
  const said = world.log.slice(before).join('\n');
  expect(said).not.toContain('message failed');
  expect(said).not.toContain('"RequestsCrashed":1');
  expect(world.queues.dead).toEqual([]);
  const { tries } = (await world.table.get(put, { consistent: true }))!;
  expect(tries).toBeGreaterThan(2);
});

/** The sandbox's card for other currencies. */
const FOREIGN = '5400010000000004';

/** Of each hint its key, and what makes it one that cannot be read. */
const HINTS: Readonly<
  Record<
    string,
    { readonly at: (shop: TestTenant, email: string) => Key; readonly broken?: Record<string, Attribute> }
  >
> = {
  'the health of a webhook': {
    at: ({ tenant }) => key.endpoint(tenant.id, 'webhook'),
    broken: { timeouts: 'many' },
  },
  'the health of a team chat': {
    at: ({ tenant }) => key.endpoint(tenant.id, 'chat'),
    broken: { quickAt: 'lately' },
  },
  'the last use of a key': {
    at: ({ tenant, headers }) => key.apiKeyUse(tenant.id, headers['x-api-key']!),
    broken: { lastUsedAt: 'lately' },
  },
  'the pace of an invoicing account': {
    at: ({ tenant }) => key.acctPace(tenant.id),
    broken: { calls: 'many' },
  },
  'the line of documents': { at: ({ tenant }) => key.turns(tenant.id, 'ACCT') },
  'a contact at the invoicing provider': {
    at: ({ tenant }, email) => key.acctContact(tenant.id, email),
    broken: { owner: 1 },
  },
  'the exchange rates of a day': {
    at: () => key.exchangeRates(dayInTurkey(world.clock.now())),
    broken: { USD: 1 },
  },
};

const cases = Object.entries(HINTS).flatMap(([what, { at, broken }]) => [
  { what, by: 'newer code', at, broken: undefined },
  ...(broken ? [{ what, by: 'hand', at, broken }] : []),
]);

describe('an item that only helps other work along, and cannot be read', () => {
  it.each(cases)('keeps no work from being done: $what, written by $by', async ({ at, broken }) => {
    const chatUrl = `${world.receiver.url}/chat`;
    const plans = [{ name: 'basic', currency: 'USD' }];
    const shop = await makeTenant(world, { invoicing: true, chatUrl, plans });
    const member = await subscribe(world, shop, { card: FOREIGN });
    await world.advance(20 * MINUTE);
    const arrivals = world.receiver.arrivals.length;
    const before = world.log.length;
    const hint = at(shop, member.email);
    if (broken) await world.table.apply({ update: hint, set: broken });
    world.serve(instanceOf(broken ? { ...world.app, memory: {} } : withNewer(world.app, hint)));
    await charge(world, member.reference, 'success');
    await world.advance(20 * MINUTE);
    const { status, body } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
    world.serve(instanceOf({ ...world.app, memory: {} }));
    expect(status).toBe(200);
    const renewed = world.receiver.arrivals.slice(arrivals).map(({ path }) => path);
    expect(renewed.filter((path) => path === shop.hook)).toHaveLength(1);
    expect(renewed.filter((path) => path === '/chat')).toHaveLength(1);
    const invoices = body.data as { pdfStatus: string }[];
    expect(invoices.map(({ pdfStatus }) => pdfStatus)).toEqual(['ready', 'ready']);
    const said = world.log.slice(before);
    expect(said.filter((line) => line.includes('message failed'))).toEqual([]);
    expect(said.filter((line) => line.includes('"Unreadable":1')).length).toBeGreaterThan(0);
  });

  it.each([
    ['of a provider account', (id: string) => key.payHealth(id)],
    ['that an account was marked lately', (id: string) => key.payUnsteady(id)],
  ])('postpones work that the provider is silent about: the mark %s', async (_, at) => {
    const shop = await makeTenant(world);
    const member = await subscribe(world, shop);
    await world.advance(MINUTE);
    await markPayAccount(shop.app, 'silent', world.clock.now() + HOUR);
    await world.table.write([{ put: { ...at(shop.tenant.id) } }]);
    const app = withNewer(world.app, at(shop.tenant.id));
    const work = subscriberWork(shop.tenant.id, member.id);
    await postponeSilent(app, 'reconciliation', work);
    const { dueAt } = (await world.table.get(work.key, { consistent: true }))!;
    expect(dueAt).toBe(world.clock.now() + MINUTE);
    expect(await payHealth(forTenant(app, shop.tenant.id))).toMatchObject({ state: expect.any(String) });
  });

  it('refuses nobody for a window of a limit, which is begun anew', async () => {
    const shop = await makeTenant(world);
    await world.table.apply({
      put: { ...key.rateLimit(shop.tenant.id, 'reads'), start: 'lately', taken: 1 },
    });
    expect((await shop.call('plans/list', {})).status).toBe(200);
  });
});

it('a subscriber whose record is unreadable is retried at growing intervals, counted each time, and reconciled once the record is repaired', async () => {
  const world = await startWorldWithoutSockets();
  afterAll(() => world.stop());
  const shop = await makeTenant(world);
  const [broken, sound] = [await subscribe(world, shop), await subscribe(world, shop)];
  const update = key.subscriber(shop.tenant.id, broken);
  const counted = () => world.log.filter((line) => line.includes('"Unreadable":')).length;
  await world.advance(30 * DAY);
  const { refs } = (await world.table.get(update, { consistent: true }))!;
  await world.table.apply({ update, set: { refs: 'NONSENSE' } });

  await world.advance(2 * DAY);
  expect(eventNamesOf(world, shop, sound)).toContain('DID_RENEW/BILLING_RECOVERY');
  expect(eventNamesOf(world, shop, broken)).not.toContain('DID_RENEW/BILLING_RECOVERY');
  expect(counted()).toBeGreaterThan(5);
  expect(counted()).toBeLessThan(20);

  await world.table.apply({ update, set: { refs: refs! } });
  await world.advance(6 * HOUR);
  expect(eventNamesOf(world, shop, broken)).toContain('DID_RENEW/BILLING_RECOVERY');
  expect((await read(shop, broken)).data.subscriptionStatus).toBe('ACTIVE');
});

it('a due item whose change the table can never make is retried at growing intervals', async () => {
  const world = await startWorldWithoutSockets();
  afterAll(() => world.stop());
  const shop = await makeTenant(world);
  const { id } = await subscribe(world, shop);
  await world.advance(30 * DAY);
  let rejections = 0;
  const write = async () => {
    rejections++;
    throw new Rejected(new Error('an item that is too large'));
  };
  world.serve(instanceOf({ ...world.app, table: { ...world.app.table, write } }));
  await world.advance(2 * DAY);
  expect(rejections).toBeGreaterThan(5);
  expect(rejections).toBeLessThan(30);
  const line = expect.objectContaining({ what: 'due item cannot be processed', subscriberId: id }) as unknown;
  expect(world.log.map((text) => JSON.parse(text) as unknown)).toContainEqual(line);
});

it('a due item that our own code fails on also counts as a failure of its function, so that a bad release is rolled back', async () => {
  const world = await startWorldWithoutSockets();
  afterAll(() => world.stop());
  const shop = await makeTenant(world);
  const { id } = await subscribe(world, shop);
  await world.settle();
  const item = await world.table.get(key.subscriber(shop.tenant.id, { id }), { consistent: true });
  const broken = {
    ...world.app,
    pay: () => {
      throw new TypeError('of undefined');
    },
  };
  const before = world.log.length;
  await dispatch(broken, {
    kind: 'subscriber',
    tenantId: shop.tenant.id,
    subscriberId: id,
    due: Number(item?.dueAt),
  });
  const said = world.log.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(said).toContainEqual(expect.objectContaining({ RequestsCrashed: 1, route: 'reconciliation/run' }));
  expect(said).toContainEqual(expect.objectContaining({ Unreadable: 1, kind: 'reconciliation' }));
  expect(said).toContainEqual(
    expect.objectContaining({ level: 'error', tenant: shop.tenant.id, subscriberId: id }),
  );
});
