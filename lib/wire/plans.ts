import * as z from 'zod/mini';
import type { Plan } from '../billing/plan.ts';
import { svcIdOf } from '../billing/identifiers.ts';
import { PAGE_SIZE } from '../limits.ts';
import { count, optional, read, reference } from './read.ts';

/** Query of GET /plans/list. */
export const plansQuery = z.object({
  page: count({ default: 1, max: 999_999_999 }),
  pageSize: count(PAGE_SIZE),
  productReference: optional(reference()),
});

/** What GET /plans/list asks for. */
export type PlansInput = z.infer<typeof plansQuery>;

/** Reads the query of GET /plans/list. */
export function plansInput(given: unknown): PlansInput {
  return read(plansQuery, given);
}

/** Answer of GET /plans/list: one page of `plans`. A page past the end is empty. */
export function plansAnswer(plans: readonly Plan[], { page, pageSize }: PlansInput) {
  const from = (page - 1) * pageSize;
  return {
    status: 'success',
    data: plans.slice(from, from + pageSize).map(planView),
    total: plans.length,
    page,
    pageSize,
    totalPages: Math.ceil(plans.length / pageSize),
  };
}

function planView(plan: Plan) {
  return {
    id: plan.id,
    svcId: svcIdOf('plan', plan.id),
    referenceCode: plan.reference,
    lookup_key: plan.lookupKey,
    name: plan.name,
    price: plan.price,
    currencyCode: plan.currency,
    paymentInterval: plan.interval,
    paymentIntervalCount: plan.intervalCount,
    trialPeriodDays: plan.trialDays,
    unit: plan.unit,
    productReference: plan.productReference,
    planType: plan.type,
    shippingPrice: plan.shippingPrice,
    gracePeriodDays: plan.graceDays,
  };
}

/** Answer of POST /plans/sync: plan references by what happened to them; those that cannot be read only if there are any. */
export function syncAnswer({ added, changed, retired, unreadable }: Synced) {
  const data = { added, changed, retired };
  return { status: 'success', data: unreadable.length === 0 ? data : { ...data, unreadable } };
}

interface Synced {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly retired: readonly string[];
  readonly unreadable: readonly string[];
}
