import { BASE, type Caller, type Query } from './call.ts';
import { Unreadable, type Fields } from './fields.ts';
import { MOST_FOUND, SEARCH_SLACK_MS, SUBSCRIPTIONS_A_LARGE_PAGE, SUBSCRIPTIONS_A_PAGE } from './limits.ts';
import { mayBeTooLarge } from './too-large.ts';
import { readDetails } from './read.ts';
import type { Pay, PayAnswer } from '../pay.ts';
import type { PaySubscriptionDetails } from '../provider-records.ts';

/** What a search looks for. */
export type Filter = Parameters<Pay['search']>[0] & { readonly parentReference?: string };

/**
 * All subscriptions that match every filter, across all pages, newest first. A plan may have thousands, and an
 * interrupted search starts over: so pages have a hundred, or ten if a hundred are too many for one answer. Fewer than the
 * provider counts are an invalid response, because "not found" is believed.
 */
export async function search(
  call: Pick<Caller, 'getAll'>,
  filter: Filter,
): Promise<PayAnswer<readonly PaySubscriptionDetails[]>> {
  const path = `${BASE}/subscriptions`;
  const query = searchQuery(filter);
  const all = (size: number) => call.getAll(path, query, size, reading(filter));
  const large = isNarrow(filter) ? undefined : await all(SUBSCRIPTIONS_A_LARGE_PAGE);
  const answer = large && !mayBeTooLarge(large) ? large : await all(SUBSCRIPTIONS_A_PAGE);
  if (!answer.ok) return answer;
  const { items, total = 0 } = answer.value;
  if (items.length < total) return { ok: false, is: 'invalidResponse', httpStatus: 200 };
  return { ok: true, value: fitting(items, filter) };
}

/** Reads the items of one search. Throws `Unreadable` also where there are more than an instance's memory is meant for. */
function reading(filter: Filter): (item: Fields) => PaySubscriptionDetails {
  let left: number = isNarrow(filter) ? MOST_FOUND.narrow : MOST_FOUND.wide;
  return (item) => {
    const details = readDetails(item);
    left -= details.orders.reduce((sum, { attempts }) => sum + 1 + attempts.length, 1);
    if (left < 0) throw new Unreadable('items');
    return details;
  };
}

/**
 * The provider's query. Dates only narrow a search through a whole plan or account: their zone, and which of a
 * subscription's dates they mean, is not documented.
 */
function searchQuery(filter: Filter): Query {
  const date = (time: number | undefined) =>
    isNarrow(filter) || time === undefined ? undefined : searchDate(time);
  const { createdFrom, createdTo } = filter;
  return {
    customerReferenceCode: filter.customerReference,
    pricingPlanReferenceCode: filter.planReference,
    parentReferenceCode: filter.parentReference,
    startDate: date(createdFrom === undefined ? undefined : createdFrom - SEARCH_SLACK_MS),
    endDate: date(createdTo === undefined ? undefined : createdTo + SEARCH_SLACK_MS),
  };
}

/** Whether the filter matches a handful at most: those of one customer or one purchase. */
const isNarrow = ({ customerReference, parentReference }: Filter) =>
  customerReference !== undefined || parentReference !== undefined;

/** `yyyy-MM-dd HH:mm:ss` */
function searchDate(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}

/** Applies all filters again, because the provider ignores filters it does not know. */
function fitting(
  found: readonly PaySubscriptionDetails[],
  filter: Filter,
): readonly PaySubscriptionDetails[] {
  const { customerReference, planReference, parentReference, createdFrom, createdTo } = filter;
  const byReference = new Map(found.map((each) => [each.reference, each])); // one may appear on two pages
  return [...byReference.values()]
    .filter(
      (each) =>
        (customerReference === undefined || each.customerReference === customerReference) &&
        (planReference === undefined || each.planReference === planReference) &&
        (parentReference === undefined || each.parentReference === parentReference) &&
        each.createdAt >= (createdFrom ?? -Infinity) &&
        each.createdAt <= (createdTo ?? Infinity),
    )
    .sort((one, other) => other.createdAt - one.createdAt);
}
