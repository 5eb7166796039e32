import { BASE, type Caller, type ListPage, type Query } from './call.ts';
import { optionalText, timeIfReadable, UnreadableAnswer, type Fields } from './fields.ts';
import { MOST_FOUND, MOST_PAGES, SUBSCRIPTIONS_A_LARGE_PAGE, SUBSCRIPTIONS_A_PAGE } from './limits.ts';
import { mayBeTooLarge } from './too-large.ts';
import { readDetails } from './read.ts';
import type { Pay, PayAnswer } from '../pay.ts';
import type { PaySubscriptionDetails } from '../provider-records.ts';

/** What a search looks for; `reference` is that of one subscription. */
export type Filter = Parameters<Pay['search']>[0] & {
  readonly parentReference?: string;
  readonly reference?: string;
};
type Found = PayAnswer<readonly PaySubscriptionDetails[]>;

/** What a search asks of the provider's client. */
export type SearchCaller = Pick<Caller, 'getPage' | 'observe'>;

/**
 * All subscriptions that match every filter, newest first; one that saw fewer than the provider counts is invalid. No
 * date is ever sent.
 */
export async function search(call: SearchCaller, filter: Filter): Promise<Found> {
  const large = await searchPages(call, filter, SUBSCRIPTIONS_A_LARGE_PAGE);
  return mayBeTooLarge(large) ? searchPages(call, filter, SUBSCRIPTIONS_A_PAGE) : large;
}

async function searchPages(call: SearchCaller, filter: Filter, size: number): Promise<Found> {
  const query = searchQuery(filter);
  const pass = new Pass(call, filter);
  for (let page = 1; page <= MOST_PAGES; page++) {
    const answer = await call.getPage(`${BASE}/subscriptions`, query, { page, size }, (item) =>
      pass.read(item),
    );
    if (!answer.ok) return answer;
    const state = pass.end(answer.value, page);
    if (state === 'incomplete' || (filter.reference !== undefined && pass.sawOthers)) break;
    if (state === 'more') continue;
    if (isNarrow(filter) && pass.sawOthers) call.observe('searchTooWide');
    return { ok: true, value: pass.found() };
  }
  return { ok: false, is: 'invalidResponse', httpStatus: 200 };
}

/** One pass through all pages of a search: only what fits is kept, since a provider may ignore any of our filters. */
class Pass {
  readonly #call: SearchCaller;
  readonly #filter: Filter;
  readonly #seen = new Set<string>();
  #seenBefore = 0;
  readonly #fitting = new Map<string, PaySubscriptionDetails>(); // one may appear on two pages
  #left: number;
  #wanted: number | undefined;
  /** Whether the provider returned any that the filter does not match. */
  sawOthers = false;

  constructor(call: SearchCaller, filter: Filter) {
    this.#call = call;
    this.#filter = filter;
    this.#left = isNarrow(filter) ? MOST_FOUND.narrow : MOST_FOUND.wide;
  }

  /** Reads an item. Throws `UnreadableAnswer` for one that may fit, and where there are more than an instance's memory is meant for. */
  read(item: Fields): void {
    this.#seen.add(optionalText(item, 'referenceCode') ?? `unnamed ${this.#seen.size}`);
    if (!mayFit(item, this.#filter)) {
      this.sawOthers = true;
      return;
    }
    const details = readDetails(item, this.#call.observe);
    this.#left -= details.orders.reduce((sum, { attempts }) => sum + 1 + attempts.length, 1);
    if (this.#left < 0) throw new UnreadableAnswer('items');
    this.#fitting.set(details.reference, details);
  }

  /**
   * What a page means for the pass: complete is what the first page counted, and one with nothing new has no end behind
   * it.
   */
  end({ pages, total }: ListPage<void>, page: number): 'more' | 'complete' | 'incomplete' {
    this.#wanted ??= total;
    const hasNews = this.#seen.size > this.#seenBefore;
    this.#seenBefore = this.#seen.size;
    if (this.#wanted === undefined ? page >= pages : this.#seen.size >= this.#wanted) return 'complete';
    return hasNews ? 'more' : 'incomplete';
  }

  found(): readonly PaySubscriptionDetails[] {
    return [...this.#fitting.values()].sort((one, other) => other.createdAt - one.createdAt);
  }
}

/** Sources differ on what the parent's filter is called, and unknown filters are ignored: so both names are sent. */
function searchQuery({ customerReference, planReference, parentReference, reference }: Filter): Query {
  return {
    subscriptionReferenceCode: reference,
    customerReferenceCode: customerReference,
    pricingPlanReferenceCode: planReference,
    parent: parentReference,
    parentReferenceCode: parentReference,
  };
}

/** Whether the filter matches a handful at most: those of one customer, one purchase, or one reference. */
const isNarrow = ({ customerReference, parentReference, reference }: Filter) =>
  customerReference !== undefined || parentReference !== undefined || reference !== undefined;

/** Whether an item may match every filter, as far as it can be read: one odd subscription hides no others' answer. */
export function mayFit(item: Fields, filter: Filter): boolean {
  const createdAt = timeIfReadable(item, 'createdDate');
  return (
    fits(item, 'referenceCode', filter.reference) &&
    fits(item, 'customerReferenceCode', filter.customerReference) &&
    fits(item, 'pricingPlanReferenceCode', filter.planReference) &&
    (filter.parentReference === undefined ||
      optionalText(item, 'parentReferenceCode') === filter.parentReference) &&
    (createdAt === undefined ||
      (createdAt >= (filter.createdFrom ?? -Infinity) && createdAt <= (filter.createdTo ?? Infinity)))
  );
}

function fits(item: Fields, name: string, wanted: string | undefined): boolean {
  const given = optionalText(item, name);
  return wanted === undefined || given === undefined || given === wanted;
}
