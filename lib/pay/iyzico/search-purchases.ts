import type { Caller } from './call.ts';
import { PURCHASE_PAGES_A_PART, SUBSCRIPTIONS_A_PAGE } from './limits.ts';
import { subscriptionPages, type KeptPage } from './list-subscriptions.ts';
import { readDetails } from './read.ts';
import { mayFit } from './search.ts';
import type { Pay } from '../pay.ts';
import type { PaySubscriptionDetails } from '../provider-records.ts';

/** A part of the pass through a plan's subscriptions for those created in a time, of so many calls at most. */
export async function searchPurchases(
  call: Pick<Caller, 'getPage' | 'observe'>,
  filter: Parameters<Pay['searchPurchases']>[0],
  from: number,
): ReturnType<Pay['searchPurchases']> {
  const query = { pricingPlanReferenceCode: filter.planReference };
  const pages = subscriptionPages(call, query, (item) =>
    mayFit(item, filter) ? readDetails(item, call.observe) : undefined,
  );
  const found = new Map<string, PaySubscriptionDetails>();
  let next: number | null = from;
  for (let read = 0; next !== null && read < PURCHASE_PAGES_A_PART; read++) {
    const page = await pages(next);
    if (!page.ok && read === 0) return page;
    if (!page.ok) break;
    if (!isWhole(page.value, next)) return { ok: false, is: 'invalidResponse', httpStatus: 200 };
    for (const one of page.value.items) found.set(one.reference, one);
    ({ next } = page.value);
  }
  return { ok: true, value: { found: [...found.values()], next } };
}

/** Whether a page has as many as it must: one with fewer hides some, and "not found" is believed. */
function isWhole({ items, left, next, total }: KeptPage<unknown>, page: number): boolean {
  const passed = (page - 1) * SUBSCRIPTIONS_A_PAGE + items.length + left;
  return passed >= (next === null ? (total ?? passed) : (next - 1) * SUBSCRIPTIONS_A_PAGE);
}
