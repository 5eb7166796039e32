import { describe, expect } from 'vitest';
import { payClientFor } from '../../../lib/pay/client.ts';
import { importSubscriptions } from '../../../lib/checkout/import.ts';
import { closeByHand } from '../../../lib/comparison/close-by-hand.ts';
import { recordDifferences } from '../../../lib/comparison/record-differences.ts';
import { repairDifference } from '../../../lib/comparison/repair-difference.ts';
import { key } from '../../../lib/table/schema.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';
import { closeResolved, type ComparisonStep } from '../../../lib/comparison/comparison-steps.ts';
import { COMPARISON } from '../../../lib/limits.ts';
import type { DifferenceKind } from '../../../lib/billing/difference.ts';
import type { Pay } from '../../../lib/pay/pay.ts';
import type { Comparison } from '../../../lib/table/differences/comparisons.ts';
import { upgradeInPanel } from '../../support/world/panel.ts';
import {
  control,
  DAY,
  eventNamesOf,
  HOUR,
  MINUTE,
  read,
  subscribe,
  type Member,
} from '../../support/world/shop.ts';
import { withCurrent } from '../../support/world/stored-references.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import { openWorld } from '../../support/world/opened.ts';
import { readingAs } from '../../support/world/reading-as.ts';
import {
  comparisonOf,
  differencesOf,
  kindsOf,
  night,
  reconcile,
  soldAtProvider,
  storedAt,
} from './comparison.ts';
import { it } from './fixtures.ts';
import { paying, servePaying } from '../../support/world/paying.ts';

/** A queue that takes nothing. */
const REFUSING = {
  send: async () => {
    throw new Error('the queue is full');
  },
};

describe('the nightly comparison', () => {
  it('finds nothing where we and the provider agree, and asks for nothing to be changed', async ({
    world,
    shop,
  }) => {
    await subscribe(world, shop);
    const cancelled = await subscribe(world, shop);
    const body = { 'pay-subscriber-reference-code': cancelled.reference };
    await shop.call('subscribers/cancel', { body });
    await world.advance(2 * HOUR);
    const before = world.written.length;
    await night(world);
    expect(await kindsOf(shop)).toEqual([]);
    const since = world.written.slice(before).join('\n');
    expect(since).not.toMatch(/"sk":"SUB#/);
    expect(await comparisonOf(world, shop)).toBeUndefined();
  });

  it('finds what runs at the provider and is not known here, and closes that once it is imported or over', async ({
    world,
    shop,
  }) => {
    const pay = await payClientFor(forTenant(world.app, shop.tenant));
    const reference = await soldAtProvider(world, shop);
    await night(world);
    expect(await kindsOf(shop)).toEqual([]); // it may be a checkout that is under way
    await world.advance(HOUR);
    await night(world);
    const [found, ...more] = await differencesOf(shop);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ kind: 'unknown_here', ours: 'nothing', closedAt: null });
    expect(found!.theirs).toContain('ACTIVE');
    await world.advance(DAY);
    await night(world);
    expect((await differencesOf(shop))[0]!.since).toBe(found!.since);
    await pay.cancel(reference);
    await night(world);
    expect(await kindsOf(shop)).toEqual([]);
    expect(await kindsOf(shop, 'closed')).toEqual(['unknown_here']);
  });

  it('has another status and another plan there reconciled with their events, and lists both as found late', async ({
    world,
    shop,
  }) => {
    const [cancelled, moved, local] = [
      await subscribe(world, shop),
      await subscribe(world, shop),
      await subscribe(world, shop),
    ];
    const { basic, plus } = shop.plans;
    await world.advance(DAY + HOUR); // no more looks are due
    await control(world, `/subscriptions/${cancelled.reference}/cancel`, {});
    const successor = await upgradeInPanel(world, shop, moved);
    const change = { 'svc-subscriber-id': local.svcId, 'svc-plan-id': plus!.id };
    await shop.call('subscribers/change-plan', { body: change });
    await world.advance(2 * HOUR);
    const before = { moved: await read(shop, moved), cancelled: await read(shop, cancelled) };
    expect(before.moved.data).toMatchObject({ payReference: moved.reference });
    expect(before.cancelled.data).toMatchObject({ cancelAtPeriodEnd: false });
    await night(world);
    const told = async (state: string) =>
      (await differencesOf(shop, state)).map(({ kind, ours, theirs }) => [kind, ours, theirs]).sort();
    expect(await told('open')).toEqual([['plan_differs', plus!.reference, basic!.reference]]);
    expect(await told('closed')).toEqual([
      ['plan_differs', basic!.reference, 'changed at the provider'],
      ['status_differs', 'ACTIVE', 'CANCELLED'],
    ]);
    expect((await read(shop, moved)).data).toMatchObject({
      payReference: successor,
      planReference: plus!.reference,
    });
    expect((await read(shop, cancelled)).data).toMatchObject({ cancelAtPeriodEnd: true });
    expect(eventNamesOf(world, shop, moved)).toContain('DID_CHANGE_RENEWAL_PREF/UPGRADE');
    expect(eventNamesOf(world, shop, cancelled)).toContain('DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED');
    await shop.call('subscribers/change-plan', {
      body: {
        'pay-subscriber-reference-code': local.reference,
        'pay-plan-reference-code': plus!.reference,
        upgradePeriod: 'NOW',
      },
    });
    await world.advance(2 * HOUR);
    await night(world);
    expect(await kindsOf(shop)).toEqual([]);
    expect(await kindsOf(shop, 'closed')).toEqual(['plan_differs', 'plan_differs', 'status_differs']);
  });

  it('leaves open what it cannot repair: the provider is silent, or a person closed it meanwhile', async ({
    world,
    shop,
  }) => {
    const [silent, byHand] = [await subscribe(world, shop), await subscribe(world, shop)];
    await world.advance(DAY + HOUR);
    for (const { reference } of [silent, byHand])
      await control(world, `/subscriptions/${reference}/cancel`, {});
    const whose = {
      tenantId: shop.tenant.id,
      kind: 'status_differs',
      ours: 'ACTIVE',
      theirs: 'CANCELLED',
    } as const;
    const since = world.clock.now();
    const found = [silent, byHand].map(({ id, reference }) => ({
      ...{
        kind: whose.kind,
        about: id,
        subscriberId: id,
        reference,
        ours: whose.ours,
        theirs: whose.theirs,
        since,
      },
    }));
    await recordDifferences(
      forTenant({ ...world.app, queues: { ...world.app.queues, reconciliation: REFUSING } }, shop.tenant.id),
      0,
      found,
    );
    const open = await differencesOf(shop);
    expect(open).toHaveLength(2);
    const idOf = ({ reference }: Member) => open.find((one) => one.subscriber.subscriberId === reference)!.id;
    const repair = (member: Member, app = world.app) =>
      repairDifference(forTenant(app, whose.tenantId), {
        subscriberId: member.id,
        differenceId: idOf(member),
      });
    const unreachable = async () => ({ ok: false, is: 'unreachable' }) as const;
    await repair(
      silent,
      paying(world.app, () => ({ lineage: unreachable })),
    );
    expect(await kindsOf(shop)).toHaveLength(2);
    await closeByHand(shop.app, idOf(byHand), { by: 'Ada', because: 'known' });
    await repair(byHand);
    expect((await read(shop, byHand)).data).toMatchObject({ cancelAtPeriodEnd: false });
    await repair(silent);
    await repair(silent); // twice is once
    await world.settle();
    expect(await kindsOf(shop)).toEqual([]);
    expect(eventNamesOf(world, shop, silent).filter((name) => name.includes('AUTO_RENEW'))).toHaveLength(1);
  });

  it('finds a charge without an invoice, and closes it once there is one', async ({ world, shop }) => {
    const member = await subscribe(world, shop);
    await world.advance(2 * DAY);
    const invoices = await world.table.query({
      pk: key.invoice(shop.tenant.id, member.id, { id: '' }).pk,
      prefix: 'INV#',
      consistent: true,
    });
    const { pk, sk } = invoices[0]!;
    await world.table.apply({ delete: { pk, sk } });
    await night(world);
    const [found] = await differencesOf(shop);
    expect(found).toMatchObject({ kind: 'charge_without_invoice', ours: 'no invoice' });
    expect(found!.theirs).toContain('100.00 TRY');
    await world.table.apply({ put: invoices[0]! });
    await world.advance(40 * DAY); // long after the charge is looked at
    await night(world);
    expect(await kindsOf(shop)).not.toContain('charge_without_invoice');
    expect(await kindsOf(shop, 'closed')).toContain('charge_without_invoice');
  });

  it('leaves charges from before an import to whoever invoiced them, and finds a later one', async ({
    world,
    shop,
  }) => {
    const reference = await soldAtProvider(world, shop);
    await world.advance(33 * DAY); // it has been charged twice
    const asked = { dryRun: false, announce: false };
    await importSubscriptions(shop.app, asked, () => undefined);
    await world.advance(DAY + HOUR);
    await night(world);
    expect(await kindsOf(shop)).toEqual([]);
    await world.advance(30 * DAY); // its third charge has an invoice
    await night(world);
    expect(await kindsOf(shop)).toEqual([]);
    const { body } = await shop.call('subscribers/get', { query: { 'pay-subscriber-code': reference } });
    const { id } = body.data as { id: string };
    const { pk } = key.invoice(shop.tenant.id, id, { id: '' });
    const [invoice, ...more] = await world.table.query({ pk, prefix: 'INV#', consistent: true });
    expect(more).toEqual([]);
    await world.table.apply({ delete: { pk, sk: invoice!.sk } });
    await night(world);
    expect(await kindsOf(shop)).toEqual(['charge_without_invoice']);
  });

  it('finds a subscriber that the provider does not know', async ({ world, shop }) => {
    const member = await subscribe(world, shop);
    const stored = (await world.table.get(storedAt(shop, member), { consistent: true }))!;
    const elsewhere = withCurrent(stored, { reference: 'of-another-account' });
    await world.table.apply({ update: storedAt(shop, member), set: elsewhere });
    const readSubscription = async () => ({ ok: false, is: 'invalidResponse', httpStatus: 200 }) as const;
    servePaying(world, () => ({ readSubscription }));
    await night(world); // it is known where nonsense is told of it
    world.serve();
    expect(await kindsOf(shop)).toEqual([]);
    await night(world);
    expect(await differencesOf(shop)).toMatchObject([
      { kind: 'unknown_at_provider', subscriber: { subscriberId: 'of-another-account' } },
    ]);
    await world.table.apply({ update: storedAt(shop, member), set: withCurrent(stored, member) });
    await night(world);
    expect(await kindsOf(shop)).toEqual([]);
  });

  it('finds a second subscription of the same customer and plan', async ({ world, shop }) => {
    const first = await subscribe(world, shop);
    await world.advance(MINUTE);
    const second = await subscribe(world, shop, { email: first.email });
    await subscribe(world, shop, { email: first.email, plan: shop.plans.plus! });
    await night(world);
    expect(await differencesOf(shop)).toMatchObject([
      { kind: 'second_subscription', ours: `${first.reference} and ${second.reference}` },
    ]);
    await control(world, `/subscriptions/${first.reference}/expire`, {});
    await reconcile(world, shop, first);
    await night(world);
    expect(await kindsOf(shop)).toEqual([]);
  });

  it('closes a charge after a cancellation once the provider charges nothing more', async ({
    world,
    shop,
  }) => {
    const member = await subscribe(world, shop);
    await shop.call('subscribers/cancel', { body: { 'svc-id': member.svcId } });
    await world.advance(40 * DAY);
    expect(await kindsOf(shop)).toContain('charged_after_cancellation');
    await night(world);
    expect(await kindsOf(shop)).toContain('charged_after_cancellation');
    await control(world, `/subscriptions/${member.reference}/cancel`, {});
    await night(world);
    expect(await kindsOf(shop)).toEqual([]);
  });
});

it('A plan that is unknown here is reported once, also where its reconciliation has reported it before', async ({
  world,
  shop,
}) => {
  const member = await subscribe(world, shop);
  await world.table.apply({ delete: key.planByReference(shop.tenant.id, shop.plans.plus!.reference) });
  await upgradeInPanel(world, shop, member);
  await reconcile(world, shop, member);
  expect(await kindsOf(shop)).toEqual(['plan_differs']);
  await night(world);
  expect(await kindsOf(shop)).toEqual(['plan_differs']);
});

const world = await openWorld();

/** A shop with so many open differences of a kind, each about another reference, found a minute ago. */
async function shopWith(kind: DifferenceKind, count: number): Promise<TestTenant> {
  const shop = await makeTenant(world);
  const found = Array.from({ length: count }, (_, nth) => ({
    ...{ kind, about: `about-${nth}`, subscriberId: null, reference: `reference-${nth}` },
    ...{ ours: 'this', theirs: 'that', since: world.clock.now() + nth },
  }));
  await recordDifferences(shop.app, 0, found);
  await world.advance(MINUTE);
  return shop;
}

function stepOf(
  { tenant, credentials }: TestTenant,
  readSubscription: Pay['readSubscription'],
): ComparisonStep {
  const pay = world.app.pay({ ...credentials, baseUrl: world.pay.url });
  return {
    ...{ app: forTenant(world.app, tenant.id), startedAt: world.clock.now() },
    pay: readingAs(pay, readSubscription),
    isElsewhere: () => false,
    listed: async () => ({ has: () => false }),
    refunded: async () => ({ ok: true, value: new Set() }),
  };
}

const unknown: Pay['readSubscription'] = async () => ({
  ...{ ok: false, is: 'notFound', providerCode: '1', message: 'none' },
});
const silent: Pay['readSubscription'] = async () => ({ ok: false, is: 'unreachable' });
const garbled: Pay['readSubscription'] = async () => ({ ok: false, is: 'invalidResponse', httpStatus: 200 });

/** Where a comparison that has found and passed over so many begins to close differences. */
const position = (
  { tenant }: TestTenant,
  { found = 0, passedOver = 0 }: Partial<Comparison> = {},
): Comparison => ({
  ...{ tenant: tenant.id, startedAt: world.clock.now(), revision: 0, found, passedOver },
  ...{ phase: 'closing', page: 1, after: null, compared: 0, total: null },
});

const openIn = async (shop: TestTenant) => (await differencesOf(shop)).length;

describe('the end of a nightly comparison', () => {
  it('closes nothing that it may have found and had no room to write down', async () => {
    const shop = await shopWith('status_differs', 1);
    for (const [found, left] of [
      [COMPARISON.differencesMax + 1, 1],
      [COMPARISON.differencesMax, 0],
    ] as const) {
      expect(await closeResolved(stepOf(shop, unknown), position(shop, { found }))).toEqual({ is: 'done' });
      expect(await openIn(shop)).toBe(left);
    }
  });

  it('waits for a provider that does not tell whether it still charges somebody who cancelled', async () => {
    const shop = await shopWith('charged_after_cancellation', 1);
    const at = position(shop);
    expect(await closeResolved(stepOf(shop, garbled), at)).toEqual({ is: 'done' });
    expect(await closeResolved(stepOf(shop, silent), at)).toEqual({ is: 'silent', at });
    expect(await openIn(shop)).toBe(1);
    expect(await closeResolved(stepOf(shop, unknown), at)).toEqual({ is: 'done' });
    expect(await openIn(shop)).toBe(0);
  });
});
