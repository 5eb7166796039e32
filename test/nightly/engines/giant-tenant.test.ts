import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cursorOf, type Page } from '../../../lib/billing/page.ts';
import { idAt } from '../../../lib/billing/identifiers.ts';
import { SUBSCRIPTION_STATUSES, type Subscription } from '../../../lib/billing/subscription.ts';
import { listSubscribers, type SubscriberQuery } from '../../../lib/subscriptions/list.ts';
import { purchaseBegun } from '../../../lib/table/subscribers/customers.ts';
import { customerHash, withCustomerHash } from '../../../lib/table/ids.ts';
import { lookUpSubscribers, subscriberPut } from '../../../lib/table/subscribers/subscribers.ts';
import type { Item } from '../../../lib/table/table.ts';
import { withTenant } from '../../../lib/table/tenants/tenants.ts';
import { tenantItem } from '../../../lib/table/tenants/tenant.ts';
import { cancelled, PLAN, subscription } from '../../rules/billing/given.ts';
import { Stage, TENANT } from '../../behaviour/webhooks/stage.ts';
import { countingTrips } from '../../support/world/trips.ts';
import { startTable } from './dynoxide.ts';
import { load } from './load.ts';
import { meter, type Metered } from './meter.ts';
import type { OpenTable } from './open.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

/** So many subscribers the giant has; `SUBSCRIBERS=99999` takes some minutes more. */
const GIANT = Number(process.env.SUBSCRIBERS ?? 3_000);
const SMALL = 600;
const MINUTE = 60_000;
const START = Date.UTC(2025, 0, 1);
const STATES: readonly Partial<Subscription>[] = [
  { status: 'ACTIVE' },
  { status: 'CANCELLED', cancellation: cancelled('pay'), endedAt: START },
  { status: 'PAYMENT_FAILED', failedOrder: 'order-2', failedAt: START },
];
const PLANS = ['basic', 'plus', 'pro'].map((name) => ({ ...PLAN, id: `plan-${name}`, reference: name }));

const emailOf = (nth: number) => `c${nth}@example.com`;

/** One subscriber a minute, in turns of each status, and of each plan. */
function nthOf(tenant: string, nth: number): Subscription {
  const createdAt = START + nth * MINUTE;
  const email = emailOf(nth);
  const random = `01900000-0000-7000-8000-${String(nth).padStart(12, '0')}`;
  const id = withCustomerHash(idAt(createdAt, random), customerHash(tenant, email, TENANT.idKey));
  const plan = PLANS[Math.floor(nth / 3) % 3]!;
  const customer = { id, email, name: 'Ada', surname: 'Lovelace', gsmNumber: null };
  return subscription({ id, createdAt, customer, plan, ...STATES[nth % 3]! });
}

function* itemsOf(tenant: string, subscribers: number): Generator<Item> {
  const pay = { baseUrl: 'https://pay.example', merchantId: '1', sealed: 'sealed', owner: 'owner' };
  yield tenantItem({ ...TENANT, id: tenant, pay }); // as without an account it is read anew
  for (let nth = 0; nth < subscribers; nth++) {
    const one = nthOf(tenant, nth);
    const customer = { ...one.customer, payReference: null, endedAt: null, createdAt: one.createdAt };
    const change = purchaseBegun(tenant, customer, undefined);
    if ('put' in change) yield change.put;
    yield subscriberPut(tenant, one).put;
  }
}

let engine: OpenTable;
let look: () => Metered;
beforeAll(async () => {
  engine = await startTable();
  for (const [tenant, subscribers] of [
    ['small', SMALL],
    ['giant', GIANT],
  ] as const)
    await load(engine, itemsOf(tenant, subscribers));
  look = meter(engine.client);
}, 10 * MINUTE);
afterAll(() => engine.stop());

type Asked = Partial<Omit<SubscriberQuery, 'page'>> & { readonly limit?: number; readonly next?: boolean };

/** What a page costs, and how many subscribers are on it; `next` asks for the one after the first. */
async function costOf(tenant: string, { limit = 10, next = false, ...filter }: Asked) {
  const { table, look: trips } = countingTrips(engine.table);
  const app = new Stage().app({ table, memory: {} });
  const none = { status: undefined, email: undefined, plan: undefined, from: undefined, to: undefined };
  const page = { limit, startingAfter: null, endingBefore: null };
  const asked = { ...none, ...filter, page };
  const own = await withTenant(forTenant(app, tenant)); // as a request has looked its tenant up by its key
  const first = await listSubscribers(own, asked, lookUpSubscribers);
  const startingAfter = cursorOf(first.items.at(-1)!.subscription.id);
  look();
  trips();
  const { items } = await listSubscribers(
    own,
    next ? { ...asked, page: { ...page, startingAfter } } : asked,
    lookUpSubscribers,
  );
  const { roundTrips } = trips();
  return { shown: items.length, roundTrips, units: look().units };
}

describe(`a page of a tenant with ${GIANT} subscribers`, () => {
  it.each<[string, number, Asked]>([
    ['of all', 2, {}],
    ['of all, the next', 2, { next: true }],
    ['of a hundred', 2, { limit: 100 }],
    ['of one status', 2, { status: 'ACTIVE' }],
    ['of one status, the next', 2, { status: 'CANCELLED', next: true }],
    ['of one plan', 2, { plan: { by: 'svc', id: 'plan-plus' } }],
    ['of a plan and a status', 2, { plan: { by: 'svc', id: 'plan-pro' }, status: 'ACTIVE' }],
    ['of a time', 2, { from: START + 60 * MINUTE, to: START + 90 * MINUTE }],
    ['of one e-mail', 2, { email: emailOf(77) }],
    ['of one e-mail and its status', 2, { email: emailOf(101), status: 'PAYMENT_FAILED' }],
  ])(
    '%s takes at most %d round trips, and as much capacity as of one with 600',
    async (_what, most, asked) => {
      const [small, giant] = [await costOf('small', asked), await costOf('giant', asked)];
      expect(giant).toEqual(small);
      expect(giant.roundTrips).toBeLessThanOrEqual(most);
      expect(giant.shown).toBe(asked.email === undefined ? (asked.limit ?? 10) : 1);
    },
  );

  it('shows each subscriber once, page by page, in every list there is', async () => {
    const app = new Stage().app({ table: engine.table, memory: {} });
    const counts = new Map<string, number>();
    for (const status of SUBSCRIPTION_STATUSES) {
      const ids = new Set<string>();
      for (let last: string | null = null; ;) {
        const startingAfter = last === null ? null : cursorOf(last);
        const page: Page = { limit: 100, startingAfter, endingBefore: null };
        const none = { email: undefined, plan: undefined, from: undefined, to: undefined };
        const { items, hasMore } = await listSubscribers(
          forTenant(app, 'giant'),
          { ...none, status, page },
          lookUpSubscribers,
        );
        for (const {
          subscription: { id },
        } of items)
          ids.add(id);
        last = items.at(-1)?.subscription.id ?? null;
        if (!hasMore) break;
      }
      counts.set(status, ids.size);
    }
    expect(counts.get('PAYMENT_FAILED')).toBe(Math.floor(GIANT / 3));
    expect([...counts.values()].reduce((sum, one) => sum + one)).toBe(GIANT);
  });
});
