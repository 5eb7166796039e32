import type { Pay, PayAnswer } from '../pay.ts';
import type { PaySubscriptionDetails } from '../provider-records.ts';
import type { Caller, ListPage, Observe } from './call.ts';
import { Unreadable, type Fields } from './fields.ts';
import { SUBSCRIPTIONS_A_LARGE_PAGE, SUBSCRIPTIONS_A_PAGE } from './limits.ts';
import { readDetails } from './read.ts';
import { mayBeTooLarge } from './too-large.ts';

/** The number of small pages in a large one. */
const SMALL_IN_LARGE = SUBSCRIPTIONS_A_LARGE_PAGE / SUBSCRIPTIONS_A_PAGE;

type Page = ListPage<PaySubscriptionDetails | undefined>;

/**
 * Lists in small pages, and in a large one wherever one begins, with a tenth of the calls. The provider's maximum page
 * size is not documented, and a hundred daily subscriptions may exceed the answer limit. So a large page that is
 * refused, too large or incomplete is read again in small ones.
 */
export function listSubscriptions(
  call: Pick<Caller, 'getPage' | 'observe'>,
  path: string,
): Pay['listSubscriptions'] {
  const ask = (page: number, size: number): Promise<PayAnswer<Page>> =>
    call.getPage(path, {}, { page, size }, (item) => readableDetails(item, call.observe));
  return async (page) => {
    const passed = page - 1;
    if (passed % SMALL_IN_LARGE === 0) {
      const large = await ask(passed / SMALL_IN_LARGE + 1, SUBSCRIPTIONS_A_LARGE_PAGE);
      const isLast = large.ok && passed / SMALL_IN_LARGE + 1 >= large.value.pages;
      if (large.ok && (isLast || large.value.items.length === SUBSCRIPTIONS_A_LARGE_PAGE))
        return listed(large.value, isLast ? null : page + SMALL_IN_LARGE);
      if (!large.ok && !mayBeTooLarge(large)) return large;
    }
    const small = await ask(page, SUBSCRIPTIONS_A_PAGE);
    return small.ok ? listed(small.value, page >= small.value.pages ? null : page + 1) : small;
  };
}

function listed({ items, total }: Page, next: number | null): Awaited<ReturnType<Pay['listSubscriptions']>> {
  const readable = items.filter((item) => item !== undefined);
  return {
    ok: true,
    value: { items: readable, unreadable: items.length - readable.length, next, total: total ?? null },
  };
}

/** Undefined if unreadable: one bad item must not hide the others. */
function readableDetails(item: Fields, observe: Observe): PaySubscriptionDetails | undefined {
  try {
    return readDetails(item, observe);
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}
