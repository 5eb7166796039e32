import type { Pay, PayAnswer } from '../pay.ts';
import type { PaySubscriptionDetails } from '../provider-records.ts';
import { BASE, type Caller, type ListPage, type Observe, type Query } from './call.ts';
import { UnreadableAnswer, type Fields } from './fields.ts';
import { SUBSCRIPTIONS_A_LARGE_PAGE, SUBSCRIPTIONS_A_PAGE } from './limits.ts';
import { readDetails } from './read.ts';
import { mayBeTooLarge } from './too-large.ts';

/** The number of small pages in a large one. */
const SMALL_IN_LARGE = SUBSCRIPTIONS_A_LARGE_PAGE / SUBSCRIPTIONS_A_PAGE;

/** A page of what is kept of a list. */
export interface KeptPage<T> {
  readonly items: readonly T[];
  /** How many of the page were not kept. */
  readonly left: number;
  /** Where the next page begins; null after the last. */
  readonly next: number | null;
  readonly total: number | undefined;
}

/**
 * Pages through a list in small pages, and in a large one wherever one begins; a large one that fails is read in small
 * ones.
 */
export function subscriptionPages<T>(
  call: Pick<Caller, 'getPage'>,
  query: Query,
  read: (item: Fields) => T | undefined,
): (page: number) => Promise<PayAnswer<KeptPage<T>>> {
  const ask = (page: number, size: number) =>
    call.getPage(`${BASE}/subscriptions`, query, { page, size }, read);
  return async (page) => {
    const passed = page - 1;
    if (passed % SMALL_IN_LARGE === 0) {
      const large = await ask(passed / SMALL_IN_LARGE + 1, SUBSCRIPTIONS_A_LARGE_PAGE);
      const isLast = large.ok && passed / SMALL_IN_LARGE + 1 >= large.value.pages;
      if (large.ok && (isLast || large.value.items.length === SUBSCRIPTIONS_A_LARGE_PAGE))
        return kept(large.value, isLast ? null : page + SMALL_IN_LARGE);
      if (!large.ok && !mayBeTooLarge(large)) return large;
    }
    const small = await ask(page, SUBSCRIPTIONS_A_PAGE);
    return small.ok ? kept(small.value, page >= small.value.pages ? null : page + 1) : small;
  };
}

function kept<T>({ items, total }: ListPage<T | undefined>, next: number | null): PayAnswer<KeptPage<T>> {
  const readable = items.filter((item) => item !== undefined);
  return { ok: true, value: { items: readable, left: items.length - readable.length, next, total } };
}

/** Lists an account's subscriptions; the unreadable ones of a page are counted. */
export function listSubscriptions(call: Pick<Caller, 'getPage' | 'observe'>): Pay['listSubscriptions'] {
  const pages = subscriptionPages(call, {}, (item) => readableDetails(item, call.observe));
  return async (from) => {
    const page = await pages(from);
    if (!page.ok) return page;
    const { items, left: unreadable, next, total = null } = page.value;
    return { ok: true, value: { items, unreadable, next, total } };
  };
}

/** Undefined if unreadable: one bad item must not hide the others. */
function readableDetails(item: Fields, observe: Observe): PaySubscriptionDetails | undefined {
  try {
    return readDetails(item, observe);
  } catch (error) {
    if (error instanceof UnreadableAnswer) return undefined;
    throw error;
  }
}
