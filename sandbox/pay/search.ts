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
  parentReferenceCode: (each) => each.parentReferenceCode,
  customerReferenceCode: (each) => each.customerReferenceCode,
  pricingPlanReferenceCode: (each) => each.planReferenceCode,
  subscriptionStatus: (each) => each.status,
};

/** Subscriptions that match every filter, newest first; a new one appears only after the configured lag. */
export function search(world: World, { merchant, query }: MerchantRequest): Answer {
  const shownUntil = world.clock.now() - world.behaviour.of(merchant.merchantId).searchLagMs;
  const from = dateOf(query, 'startDate') ?? -Infinity;
  const to = dateOf(query, 'endDate') ?? Infinity;
  const found = world.store.subscriptions.newest(
    (each) =>
      each.merchantId === merchant.merchantId &&
      each.createdDate <= shownUntil &&
      each.createdDate >= from &&
      each.createdDate <= to &&
      Object.entries(FILTERS).every(([name, read]) => {
        const wanted = optionalText(query, name);
        return wanted === undefined || wanted === read(each);
      }),
  );
  return paged(query, found, (subscription) => detailsView(world, subscription));
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
