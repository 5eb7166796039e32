import { describe, expect, it } from 'vitest';
import { dayInTurkey } from '../../../lib/billing/turkish-day.ts';
import { key } from '../../../lib/table/schema.ts';
import { payHealth } from '../../../lib/pay/health.ts';
import { markPayAccount } from '../../../lib/table/work/pay-health.ts';
import { postponeSilent } from '../../../lib/table/work/silences.ts';
import { subscriberWork } from '../../../lib/table/work/works.ts';
import type { Attribute, Key } from '../../../lib/table/table.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { openWorld } from '../../support/world/opened.ts';
import { charge, HOUR, MINUTE, subscribe } from '../../support/world/shop.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import { withNewer } from '../../support/world/with-newer.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const world = await openWorld();
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
    await markPayAccount(forTenant(world.app, shop.tenant.id), 'silent', world.clock.now() + HOUR);
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
