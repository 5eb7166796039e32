import { subscriptionsWithExternalId } from '../access/external-person.ts';
import { idFrom, type ParsedId, type PlanRef } from '../billing/identifiers.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { fieldsOf } from '../table/fields.ts';
import { invoiceWithNumber } from '../table/subscribers/invoices.ts';
import { key } from '../table/schema.ts';
import { canonicalReference } from '../text/clean-text.ts';
import { cursorOf, mergePages, pageOf, type Page, type SearchedPage } from '../billing/page.ts';
import { comparedEmail } from '../text/email-address.ts';
import { viewAt } from '../billing/current-state.ts';
import {
  SUBSCRIPTION_STATUSES,
  type Subscription,
  type SubscriptionStatus,
} from '../billing/subscription.ts';
import { Refusal } from '../refusal.ts';
import { InstanceCache } from '../table/instance-cache.ts';
import { idsBetween } from '../table/ids.ts';
import { list } from '../table/lists.ts';
import { readPageOf, searchPage } from '../table/page.ts';
import { planFrom, planKey } from '../table/subscribers/plans.ts';
import { subscriberIdIn } from '../table/key-parts.ts';
import { isSubscriber as isSubscriberItem } from '../table/ranges.ts';
import type { Key } from '../table/table.ts';
import { withTenant } from '../table/tenants/tenants.ts';
import { customerKey, customerPlace } from '../table/subscribers/customers.ts';
import { searchable } from '../text/searchable.ts';
import { subscriptionFrom } from '../table/subscribers/stored-subscription.ts';
import { searchSubscribers, type ReadsSubscribers, type WithSubscription } from './search.ts';

/** What can be a reference, an id or the number of an invoice as a whole: no name, address or short word. */
const NAME = /^[\w.:-]{8,128}$/;

/** Letters alone are looked for as people's names: nobody's own id may hide everybody who is called so. */
const LETTERS = /^[\p{L}\s]*$/u;

/**
 * The subscribers that a text names as a whole: by the provider's reference, an id of ours (of a subscriber, an invoice or a
 * refund), the number of an invoice, or a caller's own id of a person or reference of a purchase, a refund or a card form. Two
 * round trips, three for a number.
 */
async function subscribersNamed(app: CoreApp & OfTenant, text: string): Promise<string[]> {
  const name = text.trim();
  const ofPerson = LETTERS.test(name) ? [] : await subscriptionsWithExternalId(app, canonicalReference(name));
  if (ofPerson.length > 0) return ofPerson.map(({ id }) => id).reverse();
  if (!NAME.test(name)) return [];
  const [subscriber, invoice, refund] = (['subscription', 'invoice', 'refund'] as const).map((kind) =>
    idFrom(kind, name),
  );
  const [numbered, items] = await Promise.all([
    invoiceWithNumber(app, name),
    app.table.getMany(
      [
        key.reference(app.tenantId, name),
        key.refundNamed(app.tenantId, name),
        key.intent(app.tenantId, name),
        key.cardForm(app.tenantId, name),
        ...(invoice === undefined ? [] : [key.invoiceNamed(app.tenantId, invoice)]),
        ...(refund === undefined ? [] : [key.refundListed(app.tenantId, refund)]),
      ],
      { consistent: false },
    ),
  ]);
  const found = items.flatMap((item) => (item ? [fieldsOf(item).textOrNull('subscriberId')] : []));
  const ids = [subscriber, numbered?.subscriberId, ...found];
  return [...new Set(ids.filter((id): id is string => typeof id === 'string'))];
}

/** Filters and page. Times are epoch ms of creation, both inclusive. */
export interface SubscriberQuery {
  readonly status: SubscriptionStatus | undefined;
  readonly email: string | undefined;
  /** The tenant's own id of a person. */
  readonly externalId?: string | undefined;
  /** How an e-mail address, any part of a name or a phone number begins; a whole reference, id or number of an invoice. */
  readonly search?: string | undefined;
  readonly plan: PlanRef | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly page: Page;
}

/**
 * One page of a tenant's subscribers, newest first; with `search`, in its order. Two round trips, however many there are;
 * one more for a plan reference new to this instance, and two more if subscribers have just left a list, or where an
 * e-mail's others are filtered out. An unknown plan has no subscribers. Throws `invalid_cursor` if the cursor is not the
 * tenant's subscriber; one that has left the list is valid.
 */
export async function listSubscribers<Listed extends WithSubscription>(
  app: CoreApp & OfTenant,
  asked: SubscriberQuery,
  read: ReadsSubscribers<Listed>,
): Promise<SearchedPage<Listed>> {
  const planId = asked.plan && (await planIdOf(app, asked.plan));
  if (asked.plan && planId === undefined) return emptyPage(asked.page);
  const isShown = ({ subscription }: Listed) => fits(viewAt(subscription, app.clock()), asked, planId);
  if (asked.search !== undefined) {
    const begins = searchable(asked.search);
    if (begins === '') return emptyPage(asked.page);
    const { page, search } = asked;
    const isFirst = page.startingAfter === null && page.endingBefore === null;
    const [named, found] = await Promise.all([
      isFirst ? subscribersNamed(app, search).then((ids) => read(app, ids)) : [],
      searchSubscribers(app, { begins, page, read, isShown }),
    ]);
    const known = named.filter(isShown);
    return known.length > 0 ? { items: known, hasMore: false, next: undefined } : found;
  }
  if (asked.externalId !== undefined) {
    const ids = await idsWithExternalId(app, asked, asked.externalId);
    const shown = (await read(app, ids)).filter(isShown);
    const paged = pageOf(shown, asked.page, ({ subscription }) => subscription.id);
    if (!paged) throw new Refusal('invalid_cursor');
    return { ...paged, next: undefined };
  }
  const isTowardsNewer = asked.page.endingBefore !== null;
  let items: readonly Listed[] = [];
  for (let page = asked.page; ;) {
    const query = { ...asked, page };
    const found = await (asked.email === undefined
      ? idsInLists(app, query, planId)
      : idsOfCustomer(app, query, asked.email, planId));
    const { items: ids, hasMore, next } = found;
    const matching = (await read(app, ids)).filter(isShown);
    items = isTowardsNewer ? [...matching, ...items] : [...items, ...matching];
    const edge = isTowardsNewer ? ids[0] : ids.at(-1);
    const limit = asked.page.limit - items.length;
    if (!hasMore || limit === 0 || edge === undefined || next !== undefined) return { items, hasMore, next };
    const cursor = cursorOf(edge);
    page = { ...page, limit, ...(isTowardsNewer ? { endingBefore: cursor } : { startingAfter: cursor }) };
  }
}

/** The person's subscriptions, newest first; with an e-mail address, those that bear it. */
async function idsWithExternalId(
  app: CoreApp & OfTenant,
  { email }: SubscriberQuery,
  externalId: string,
): Promise<string[]> {
  const all = await subscriptionsWithExternalId(app, externalId);
  const address = email === undefined ? undefined : comparedEmail(email);
  return all
    .filter(({ customer }) => address === undefined || customer.email === address)
    .map(({ id }) => id)
    .reverse();
}

function emptyPage(page: Page): SearchedPage<never> {
  if (page.startingAfter !== null || page.endingBefore !== null) throw new Refusal('invalid_cursor');
  return { items: [], hasMore: false, next: undefined };
}

/** Merges a page of each list that the filters select. */
async function idsInLists(
  app: CoreApp & OfTenant,
  { status, from, to, page }: SubscriberQuery,
  planId: string | undefined,
): Promise<SearchedPage<string>> {
  const lists = (status === undefined ? SUBSCRIPTION_STATUSES : [status]).map((one) =>
    planId === undefined
      ? list.subscribersOfStatus(app.tenantId, one)
      : list.subscribersOfPlan(app.tenantId, planId, one),
  );
  const sortKey = (id: string) => key.subscriber(app.tenantId, { id }).sk;
  const bounds = createdBetween(from, to, sortKey);
  const cursor = page.startingAfter ?? page.endingBefore;
  const [known, ...pages] = await Promise.all([
    cursor === null || isSubscriber(app, cursor),
    ...lists.map((one) => readPageOf((asked) => app.table.list({ ...one, ...asked }), bounds, page, sortKey)),
  ]);
  if (!known) throw new Refusal('invalid_cursor');
  const merged = mergePages(pages, page, ({ position }) => position);
  return { items: merged.items.map(subscriberIdIn), hasMore: merged.hasMore, next: undefined };
}

/** The bounds of what was created between two times (epoch ms), both inclusive. */
function createdBetween(from: number | undefined, to: number | undefined, sortKey: (id: string) => string) {
  const { after, before } = idsBetween(from, to);
  return {
    ...(after !== undefined && { after: sortKey(after) }),
    ...(before !== undefined && { before: sortKey(before) }),
  };
}

async function isSubscriber(app: CoreApp & OfTenant, cursor: ParsedId): Promise<boolean> {
  return (await app.table.get(key.subscriber(app.tenantId, cursor), { consistent: true })) !== undefined;
}

/**
 * A customer's subscriptions share a partition, which is searched without the lists: it is never behind. It is read while
 * the customer is looked up; one more round trip for a customer on record under another form of the address.
 */
async function idsOfCustomer(
  app: CoreApp & OfTenant,
  asked: SubscriberQuery,
  address: string,
  planId: string | undefined,
): Promise<SearchedPage<string>> {
  const own = await withTenant(app);
  const email = comparedEmail(address);
  const likely = customerKey(own.tenant, email);
  const [place, there] = await Promise.all([customerPlace(own, email), idsAt(app, asked, likely, planId)]);
  const isThere = place.pk === likely.pk && place.sk === likely.sk;
  const found = isThere ? there : await idsAt(app, asked, place, planId);
  if (!found) throw new Refusal('invalid_cursor');
  return found;
}

/** The subscriptions of the customer at `place`; undefined if the cursor is none of its partition. */
async function idsAt(
  app: CoreApp & OfTenant,
  asked: SubscriberQuery,
  { pk, sk }: Key,
  planId: string | undefined,
): Promise<SearchedPage<string> | undefined> {
  const { from, to, page } = asked;
  const sortKey = (id: string) => key.subscriber(app.tenantId, { id }).sk;
  const cursor = page.startingAfter ?? page.endingBefore;
  const isListed = (one: Subscription) =>
    key.customer(app.tenantId, one.customer).sk === sk && fits(viewAt(one, app.clock()), asked, planId);
  const [known, found] = await Promise.all([
    cursor === null || (key.subscriber(app.tenantId, cursor).pk === pk && isSubscriber(app, cursor)),
    searchPage<string>(page, {
      bounds: createdBetween(from, to, sortKey),
      sortKey,
      first: 2 * (page.limit + 1), // each that was ever charged has its newest invoice beside it
      read: (window) => app.table.query({ pk, prefix: 'SUB#', ...window, consistent: true }),
      pick: async (items) =>
        items
          .filter(isSubscriberItem)
          .map(subscriptionFrom)
          .filter(isListed)
          .map(({ id }) => id),
      cursorIn: (item) => (isSubscriberItem(item) ? subscriberIdIn(item) : undefined),
    }),
  ]);
  return known ? found : undefined;
}

/** A subscriber that has just changed may still be in a list it no longer fits. */
function fits(one: Subscription, { status, from, to }: SubscriberQuery, planId: string | undefined): boolean {
  if (status !== undefined && one.status !== status) return false;
  if (planId !== undefined && one.plan.id !== planId) return false;
  return one.createdAt >= (from ?? one.createdAt) && one.createdAt <= (to ?? one.createdAt);
}

/** Plan ids by tenant and reference; an unknown reference may itself be an id. */
const planIds = new InstanceCache<string>();

async function planIdOf(app: CoreApp & OfTenant, plan: PlanRef): Promise<string | undefined> {
  if (plan.by === 'svc') return plan.id;
  const known = await planIds.find(app, `${app.tenantId} ${plan.reference}`, async () => {
    const item = await app.table.get(planKey(app.tenantId, plan), { consistent: false });
    return item && planFrom(item).id;
  });
  return known ?? idFrom('plan', plan.reference);
}
