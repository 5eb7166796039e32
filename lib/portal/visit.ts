import { svcIdOf } from '../billing/identifiers.ts';
import { asOf } from '../billing/current-state.ts';
import { hasSameCards } from '../billing/retry-limits.ts';
import type { Subscription } from '../billing/subscription.ts';
import { SECOND_MS } from '../limits.ts';
import { languageOf } from '../pages/language.ts';
import type { HtmlPage } from '../pages/layout.ts';
import { shopOf } from '../pages/shop.ts';
import { messagePage, pageOf, wordsOf, type PortalView } from '../pages/portal/view.ts';
import type { Message } from '../pages/message.ts';
import { html } from '../pages/html.ts';
import { moment } from '../pages/words.ts';
import type { Refusal } from '../refusal.ts';
import { type RefusalCode } from '../refusal.ts';
import type { CoreApp, ReadsDocuments, SendsTo, SubscriptionApp } from '../runtime/app.ts';
import { formToken, markDone } from '../table/portal/sent-forms.ts';
import { identityOf, subscriptionNamed, type SignedIn } from './session.ts';

/** What a page of the portal may use. */
export type ShowApp = CoreApp & ReadsDocuments & SendsTo<'invoicing'>;

/** A request of a signed-in customer, for a page or an act. */
export interface Visit<App extends CoreApp = SubscriptionApp> {
  readonly app: App;
  readonly signed: SignedIn;
  readonly view: PortalView;
  /** The members of the query or of the form. */
  readonly given: Readonly<Record<string, string | undefined>>;
  /** The subscription that it is about, as it is now. */
  readonly one: Subscription;
  readonly requestId: string;
}

/** A page with its HTTP status, or an address to go on to. */
export type Shown = { readonly status: number; readonly page: HtmlPage } | { readonly redirect: string };

/** A browser's request for a page or an act. */
export interface PortalRequest {
  /** The last part of its address. */
  readonly name: string;
  /** The members of the query or of the form. */
  readonly given: Readonly<Record<string, string | undefined>>;
  readonly cookie: string | undefined;
  /** The language that the request itself asks for: by its link, or chosen before. */
  readonly chosen: string | undefined;
  readonly browser: string | undefined;
  /** The tenant one of whose people is signed in to the console in this browser. */
  readonly personOf?: string | undefined;
  readonly requestId: string;
}

/** The visit of a signed-in customer; null if the subscription is none of theirs. */
export function visitOf<App extends CoreApp>(
  app: App,
  signed: SignedIn,
  { given, chosen, browser, requestId }: PortalRequest,
): Visit<App> | null {
  const now = app.clock();
  const found = subscriptionNamed(signed, given.subscription);
  if (!found) return null;
  const { session, tenant, portal, csrf } = signed;
  const view: PortalView = {
    shop: shopOf(tenant),
    language: languageOf({ link: chosen, cookie: session.language ?? undefined, browser }),
    nonce: app.newNonce(),
    csrf: formToken(app, csrf),
    identity: identityOf(signed),
    now,
    returnUrl: session.returnUrl ?? undefined,
    actions: portal.actions,
    hasSeveral: signed.subscriptions.length > 1,
    beside: signed.told.filter((other) => other.id !== found.id && hasSameCards(other, found)),
    query: keptQuery(given),
  };
  return { app, signed, view, given, one: asOf(found, now), requestId };
}

/** The members of a page's query that a change of language keeps. */
const KEPT = ['link', 'subscription', 'plan', 'when', 'what', 'after', 'before'] as const;

/** What of a request's query a change of language keeps. */
export function keptQuery(given: PortalRequest['given']): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of KEPT) if (given[name] !== undefined) kept[name] = given[name];
  return kept;
}

/** Where an act that has succeeded leads: a page that reloading and Back do no harm. */
export const doneWith = (what: string, { view, one }: Pick<Visit, 'view' | 'one'>): Shown => ({
  redirect: `/portal/done?what=${markDone(view.csrf, what)}&subscription=${svcIdOf('subscription', one.id)}`,
});

/** What a browser gets, and the secret for the cookie of a session that has just begun. */
export type PortalAnswer = Shown & {
  readonly secret?: string;
  /** The language that the link of a new session asks for. */
  readonly language?: string | undefined;
};

type Notice = 'changed' | 'tooLate' | 'checking' | 'refused' | 'tooMuch';

/** What a customer is told of a refusal; the rest by its status. */
const NOTICES: Partial<Record<RefusalCode, Notice>> = {
  preview_outdated: 'changed',
  same_plan: 'changed',
  already_ended: 'changed',
  not_cancelled: 'changed',
  nothing_to_retry: 'changed',
  concurrent_change: 'changed',
  plan_inactive: 'changed',
  plan_not_found: 'changed',
  currency_mismatch: 'changed',
  undo_window_closed: 'tooLate',
  payment_outcome_unknown: 'checking',
  rate_limited: 'tooMuch',
};

const noticeOf = ({ code, status }: Refusal): Notice | undefined =>
  NOTICES[code] ?? (status >= 500 ? undefined : 'refused');

/** What somebody is told whose request was refused: also what did not happen. */
export function refusalSaid(
  { view, requestId }: Pick<Visit, 'view' | 'requestId'>,
  refusal: Refusal,
): Message {
  const notice = noticeOf(refusal);
  const { retryAfterSeconds } = refusal.more;
  if (refusal.code === 'card_forms_exhausted' && retryAfterSeconds !== undefined)
    return wordsOf(view).cardFrom(moment(view.language, view.now + retryAfterSeconds * SECOND_MS, 'minute'));
  return notice ? wordsOf(view)[notice] : wordsOf(view).unavailable(requestId);
}

/** The page that helps somebody whose request was refused. It says what did not happen, and leads on. */
export function refusedPage({ view, one, requestId }: Visit<CoreApp>, refusal: Refusal): Shown {
  const words = wordsOf(view);
  const { status } = refusal;
  const notice = noticeOf(refusal);
  const said = refusalSaid({ view, requestId }, refusal);
  const isOpen = notice === 'checking';
  const label = isOpen ? words.loadAgain : words.toSubscription;
  const further = html`<a class="button primary" href="${pageOf('home', one)}">${label}</a>`;
  return { status, page: messagePage(view, isOpen ? 'open' : 'bad', said, further) };
}

/** The page for one of the tenant's people who wants to act for a customer with a link of their own: it names where that is done. */
export const onlyLooksPage = ({ view, one }: Visit<CoreApp>): Shown => ({
  status: 403,
  page: messagePage(
    view,
    'info',
    wordsOf(view).onlyLooks(view.shop.name),
    html`<a class="button primary" href="${pageOf('home', one)}">${wordsOf(view).toSubscription}</a>`,
  ),
});
