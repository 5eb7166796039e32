import { plansNow } from '../access/included-plans.ts';
import type { PortalAction } from '../billing/brand.ts';
import { idFrom, storedId } from '../billing/identifiers.ts';
import type { SubscriptionView } from '../billing/current-state.ts';
import { hasEnded } from '../billing/subscription.ts';
import { cardFormHeldUntil } from '../checkout/card-form-allowance.ts';
import { listInvoices } from '../invoicing/list.ts';
import type { HtmlPage } from '../pages/layout.ts';
import { cardPage } from '../pages/portal/card.ts';
import { detailsPage, type Details } from '../pages/portal/details.ts';
import { invoicesPage } from '../pages/portal/invoices.ts';
import { subscriptionPage, subscriptionsPage } from '../pages/portal/overview.ts';
import { planPage, previewBehindPage } from '../pages/portal/plan.ts';
import { pageIn } from '../wire/list.ts';
import { previewRecorded } from '../subscriptions/preview-change.ts';
import type { Buyer } from '../billing/buyer.ts';
import { cancelFormPage, mayCancel } from './cancel-form.ts';
import { done } from './done.ts';
import type { OfTenant } from '../runtime/app.ts';
import { allows } from './session.ts';
import { offeredPlans, previewAsked, shownPreview } from './plans.ts';
import type { ShowApp, Visit } from './visit.ts';

/** One of the portal's pages. `action`: without it the page is not there. */
interface Screen {
  readonly action?: PortalAction;
  /** Undefined where there is nothing to show, such as a plan that is not offered. */
  readonly show: (visit: Visit<ShowApp>) => Promise<HtmlPage | undefined> | HtmlPage | undefined;
}

/** How many invoices the overview shows, and a page of the list. */
const INVOICES = { latest: 3, page: 10 } as const;

/** Every page of the portal, by the last part of its address. */
export const SCREENS: Readonly<Record<string, Screen>> = {
  home: { show: home },
  card: {
    action: 'card',
    show: async ({ app, view, one }) =>
      hasEnded(one) ? undefined : cardPage(view, one, await cardFormHeldUntil(app, one)),
  },
  plan: {
    action: 'plan',
    show: async ({ app, signed, view, one }) =>
      one.status === 'ACTIVE'
        ? planPage(view, one, await offeredPlans(app, signed, one), await includedIn(app, one))
        : undefined,
  },
  preview: { action: 'plan', show: preview },
  cancel: {
    action: 'cancel',
    show: (visit) => (mayCancel(visit.one) ? cancelFormPage(visit) : undefined),
  },
  invoices: { action: 'invoices', show: invoices },
  details: {
    show: ({ view, one }) =>
      hasEnded(one) ? undefined : detailsPage(view, one, detailsOf(one.customer), {}),
  },
  done: { show: done },
};

/** What the plan of a subscription includes today. */
const includedIn = async (app: ShowApp & OfTenant, one: SubscriptionView) =>
  (await plansNow(app))(one).features;

async function home(visit: Visit<ShowApp>): Promise<HtmlPage> {
  const { app, signed, view, given, one } = visit;
  if (given.subscription === undefined && signed.subscriptions.length > 1)
    return subscriptionsPage(view, signed.subscriptions);
  if (!allows(signed, 'invoices')) return subscriptionPage(view, one, undefined, await includedIn(app, one));
  const [{ listed, hasMore }, included] = await Promise.all([
    listInvoices(app, {
      subscriber: { ref: { by: 'svc', id: storedId(one.id) }, expectedReference: undefined },
      page: { limit: INVOICES.latest, startingAfter: null, endingBefore: null },
    }),
    includedIn(app, one),
  ]);
  return subscriptionPage(view, one, { latest: listed, hasMore }, included);
}

async function invoices({ app, view, given, one }: Visit<ShowApp>): Promise<HtmlPage> {
  const { after: starting_after, before } = given;
  const ending_before = starting_after === undefined ? before : undefined;
  const page = pageIn({ limit: INVOICES.page, starting_after, ending_before }, (id) => idFrom('invoice', id));
  const { listed, hasMore } = await listInvoices(app, {
    subscriber: { ref: { by: 'svc', id: storedId(one.id) }, expectedReference: undefined },
    page,
  });
  const isTowardsNewer = page.endingBefore !== null;
  const newer = isTowardsNewer ? hasMore : page.startingAfter !== null;
  return invoicesPage(view, one, { listed, older: isTowardsNewer || hasMore, newer });
}

/** What a change costs, by the record as it is: reading it anew at the provider takes a button. A plan that is not offered here is not there, whatever its address. */
async function preview({ app, signed, view, given, one }: Visit<ShowApp>): Promise<HtmlPage | undefined> {
  const id = idFrom('plan', given.plan ?? '');
  const when = given.when === 'NEXT_PERIOD' ? 'NEXT_PERIOD' : 'NOW';
  const to = (await offeredPlans(app, signed, one)).find((plan) => plan.id === id);
  if (!to || one.status !== 'ACTIVE') return undefined;
  const bound = await previewRecorded(app, previewAsked(one, to, when));
  return bound ? shownPreview(view, bound, when) : previewBehindPage(view, one, to, when);
}

/** The fields of the details as they stand. */
export function detailsOf({ name, surname, gsmNumber, billingAddress }: Buyer): Details {
  const address = billingAddress ?? { contactName: `${name} ${surname}`, country: 'Türkiye' };
  return { name, surname, gsmNumber: gsmNumber ?? '', ...address };
}
