import type { Behaviour } from './behaviour.ts';
import { paged } from './catalogue.ts';
import { Refusal, type Answer } from './envelope.ts';
import { optionalText, type Fields } from './fields.ts';
import type { Subscription } from './records.ts';
import { detailsView } from './views.ts';
import type { MerchantRequest, World } from './world.ts';

/** The provider's local time, in which its search takes dates. */
const UTC_OFFSET = '+03:00';

/** Which field each filter compares. Filters that are not named here are ignored. */
const FILTERS: Readonly<Record<string, (subscription: Subscription) => string>> = {
  subscriptionReferenceCode: (each) => each.referenceCode,
  customerReferenceCode: (each) => each.customerReferenceCode,
  pricingPlanReferenceCode: (each) => each.planReferenceCode,
  subscriptionStatus: (each) => each.status,
};

const PARENT_FILTERS = {
  parent: ['parent'],
  parentReferenceCode: ['parentReferenceCode'],
  both: ['parent', 'parentReferenceCode'],
} as const satisfies Record<Behaviour['parentFilter'], readonly string[]>;

/** Subscriptions that match every filter, newest first; a new one appears only after the configured lag. */
export function search(world: World, { merchant, query }: MerchantRequest): Answer {
  const { searchLagMs, searchDates, parentFilter } = world.behaviour.of(merchant.merchantId);
  const shownUntil = world.clock.now() - searchLagMs;
  const filters = {
    ...FILTERS,
    ...Object.fromEntries(
      PARENT_FILTERS[parentFilter].map((name) => [name, (each: Subscription) => each.parentReferenceCode]),
    ),
  };
  const fitsDates = datesFilter(query, searchDates);
  const found = world.store.subscriptions.newest(
    (each) =>
      each.merchantId === merchant.merchantId &&
      each.createdDate <= shownUntil &&
      fitsDates(each) &&
      Object.entries(filters).every(([name, read]) => {
        const wanted = optionalText(query, name);
        return wanted === undefined || wanted === read(each);
      }),
  );
  return paged(query, found, (subscription) => detailsView(world, subscription));
}

function datesFilter(query: Fields, meaning: Behaviour['searchDates']): (each: Subscription) => boolean {
  const [from, to] = [dateOf(query, 'startDate'), dateOf(query, 'endDate')];
  if (meaning === 'ignored') return () => true;
  if (meaning === 'refused' && (from !== undefined || to !== undefined)) throw new Refusal('11');
  const isCreation = meaning === 'creation';
  return ({ createdDate, startDate, endDate }) =>
    (from === undefined || (isCreation ? createdDate : startDate) >= from) &&
    (to === undefined || ((isCreation ? createdDate : endDate) ?? Infinity) <= to);
}

function dateOf(query: Fields, name: string): number | undefined {
  const value = optionalText(query, name);
  if (value === undefined) return undefined;
  const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)
    ? Date.parse(value.replace(' ', 'T') + UTC_OFFSET)
    : NaN;
  if (Number.isNaN(time)) throw new Refusal('11');
  return time;
}
