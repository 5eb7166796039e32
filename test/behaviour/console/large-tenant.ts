import type { SubscriptionEvent } from '../../../lib/billing/events.ts';
import { idAt } from '../../../lib/billing/identifiers.ts';
import type { Plan } from '../../../lib/billing/plan.ts';
import type { Subscription } from '../../../lib/billing/subscription.ts';
import { listing } from '../../../lib/table/events/event-lists.ts';
import { outboxEntries, type NumberedEvent } from '../../../lib/table/events/outbox.ts';
import { customerHash, invoiceIdOf, withCustomerHash } from '../../../lib/table/ids.ts';
import { purchaseBegun } from '../../../lib/table/subscribers/customers.ts';
import { invoiceItem, invoicePointerPut } from '../../../lib/table/subscribers/invoices.ts';
import { subscriberPut } from '../../../lib/table/subscribers/subscribers.ts';
import { key } from '../../../lib/table/schema.ts';
import type { Item } from '../../../lib/table/table.ts';
import type { Tenant } from '../../../lib/table/tenants/tenant.ts';
import { invoice, subscription } from '../../rules/billing/given.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Of ten: seven live, one failed, two ended. */
const STATUSES = [...Array<'ACTIVE'>(7).fill('ACTIVE'), 'PAYMENT_FAILED', 'CANCELLED', 'CANCELLED'] as const;

/** What a tenant with so many subscribers has on record at a time (epoch ms). */
export interface Large {
  readonly tenant: Tenant;
  readonly plans: readonly Plan[];
  readonly subscribers: number;
  readonly now: number;
}

/** The items of some of its subscribers, each with a renewal of this week, its event and its invoice; the last is the newest. */
export function* itemsOf(large: Large, from: number, to: number): Generator<Item> {
  for (let nth = from; nth < to; nth++) yield* itemsOfOne(large, nth);
}

/** The nth subscriber, one a minute up to now, in turns of each status and plan. */
export function nthOf({ tenant, plans, subscribers, now }: Large, nth: number): Subscription {
  const createdAt = now - (subscribers - nth) * MINUTE;
  const email = `c${nth}@example.com`;
  const random = `01900000-0000-7000-8000-${String(nth).padStart(12, '0')}`;
  const id = withCustomerHash(idAt(createdAt, random), customerHash(tenant.id, email));
  const status = STATUSES[nth % STATUSES.length]!;
  const paidAt = paidAtOf(nth, subscribers, now);
  const isFailed = status === 'PAYMENT_FAILED';
  return subscription({
    ...{ id, createdAt, status, plan: { ...plans[nth % plans.length]!, graceDays: 7 } },
    customer: { id, email, name: `Ada ${nth}`, surname: 'Lovelace', gsmNumber: null },
    payReference: `pay-${nth}`,
    firstStart: createdAt,
    periodStart: paidAt,
    periodEnd: paidAt + 30 * DAY,
    failedAt: isFailed ? now - DAY : null,
    graceEndsAt: isFailed ? now + 6 * DAY : null,
    endedAt: status === 'CANCELLED' ? now - DAY : null,
  });
}

const paidAtOf = (nth: number, subscribers: number, now: number) =>
  now - Math.ceil(((subscribers - nth) / subscribers) * 7 * DAY) - MINUTE;

function* itemsOfOne(large: Large, nth: number): Generator<Item> {
  const { tenant, subscribers, now } = large;
  const one = nthOf(large, nth);
  const customer = { ...one.customer, payReference: null, endedAt: null, createdAt: one.createdAt };
  const begun = purchaseBegun(tenant.id, customer, undefined);
  if ('put' in begun) yield begun.put;
  yield subscriberPut(tenant.id, one).put;
  const date = paidAtOf(nth, subscribers, now);
  const order = `order-${nth}`;
  const made = invoice({
    ...{ id: invoiceIdOf(order, date), number: `INV-2026-${String(nth).padStart(7, '0')}`, order, date },
    ...{ periodStart: date, periodEnd: date + 30 * DAY },
  });
  yield invoiceItem(key.invoice(tenant.id, one.id, made), made);
  yield invoiceItem(key.latestInvoice(tenant.id, one.id), made);
  yield invoicePointerPut(tenant.id, one.id, made).put;
  yield eventOf(tenant, one, { cause: `order:${order}:paid`, at: date, nth });
}

/** A renewal that was delivered, but for one in fifty. */
function eventOf(
  tenant: Tenant,
  one: Subscription,
  { cause, at, nth }: Pick<SubscriptionEvent, 'cause' | 'at'> & { readonly nth: number },
): Item {
  const { plan, customer } = one;
  const event: NumberedEvent = {
    ...{ cause, at, from: 'ACTIVE', to: 'ACTIVE', sequence: 2 },
    type: 'DID_RENEW',
    subtype: 'BILLING_RECOVERY',
    snapshot: {
      ...{ subscriptionId: one.id, payReference: one.payReference, customerReference: `customer-${nth}` },
      ...{ planReference: plan.reference, planName: plan.name, graceDays: 7 },
      status: 'ACTIVE',
      ...{ firstStart: one.createdAt, periodStart: at, periodEnd: one.periodEnd, customer },
    },
  };
  const causedBy = { by: 'notification', id: null } as const;
  const [made] = outboxEntries(tenant, [event], { causedBy, now: at, isDue: false }).changes;
  if (!made || !('put' in made)) throw new Error('no event');
  const state = nth % 50 === 0 ? 'EXHAUSTED' : 'DELIVERED';
  const listed = listing({ tenant: tenant.id, type: 'DID_RENEW', channel: 'webhook' }, 'EXHAUSTED').set;
  return { ...made.put, state, attempt: 1, ...(state === 'EXHAUSTED' && listed) };
}
