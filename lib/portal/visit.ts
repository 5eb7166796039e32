import { svcIdOf } from '../billing/identifiers.ts';
import type { SubscriptionView } from '../billing/current-state.ts';
import { hasSameCards } from '../billing/retry-limits.ts';
import { SECOND_MS } from '../limits.ts';
import { languageOf, type Language } from '../pages/language.ts';
import type { HtmlPage } from '../pages/layout.ts';
import { shopOf } from '../pages/shop.ts';
import { messagePage, pageOf, toSubscriptionSaid, type PortalView } from '../pages/portal/view.ts';
import type { Message } from '../pages/message.ts';
import { html } from '../pages/html.ts';
import { moment } from '../pages/words.ts';
import type { Refusal } from '../refusal.ts';
import { type RefusalCode } from '../refusal.ts';
import type { CoreApp, ReadsDocuments, SendsTo, SubscriptionApp, WithTenant } from '../runtime/app.ts';
import { forTenant } from '../runtime/for-tenant.ts';
import { formToken, markDone } from '../table/portal/sent-forms.ts';
import { identityOf, subscriptionNamed, type AtDoor, type SignedIn } from './session.ts';
import { inLanguage, say } from '../pages/say.ts';
import { inZoneOf } from '../runtime/zone.ts';
import { cardFromSaid } from '../pages/portal/card.ts';
import { outcomeSaid, unavailableSaid } from '../pages/portal/outside.ts';

/** What a page of the portal may use. */
export type ShowApp = CoreApp & ReadsDocuments & SendsTo<'invoicing'>;

/** A request of a signed-in customer, for a page or an act. */
export interface Visit<App extends CoreApp = SubscriptionApp> {
  readonly app: App & WithTenant;
  readonly signed: SignedIn;
  readonly view: PortalView;
  readonly language: Language;
  /** The members of the query or of the form. */
  readonly given: Readonly<Record<string, string | undefined>>;
  /** The subscription that it is about, as it is now. */
  readonly one: SubscriptionView;
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
  unbound: App,
  signed: AtDoor,
  { given, chosen, browser, requestId }: PortalRequest,
): Visit<App> | null {
  const app = forTenant(unbound, signed.tenant);
  const now = app.clock();
  const found = subscriptionNamed(signed, given.subscription);
  if (!found) return null;
  const { session, portal, csrf } = signed;
  const view: PortalView = {
    shop: shopOf(app.tenant),
    nonce: app.newNonce(),
    csrf: formToken(app, csrf),
    identity: identityOf(signed),
    now,
    returnUrl: session.returnUrl ?? undefined,
    actions: portal.actions,
    hasSeveral: signed.subscriptions.length > 1,
    // Of another person with the same cards only the tries count.
    beside: signed.beside.filter((other) => other.id !== found.id && hasSameCards(other, found)),
    query: keptQuery(given),
  };
  const language = languageOf({ link: chosen, cookie: session.language ?? undefined, browser });
  return { app, signed, view, language, given, one: found, requestId };
}

/** The members of a page's query that a change of language keeps. */
const KEPT = ['link', 'subscription', 'plan', 'when', 'what', 'after', 'before'] as const;

/** What of a request's query a change of language keeps. */
export function keptQuery(given: PortalRequest['given']): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of KEPT) if (given[name] !== undefined) kept[name] = given[name];
  return kept;
}

/** What is written during a visit has its language, and the days of its tenant. */
export const during = <T>({ app, language }: Visit<CoreApp>, write: () => T): T =>
  inZoneOf(app.tenant, () => inLanguage(language, write));

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

/** What a notice says. */
const noticeSaid = (notice: Notice): Message =>
  ({
    changed: {
      title: say('Something has changed in the meantime', 'Bu arada bir şey değişti'),
      text: say(
        'What you saw is no longer current. Nothing was charged. Please look at it again.',
        'Gördüğünüz bilgiler artık geçerli değil. Hiçbir ücret alınmadı. Lütfen yeniden bakın.',
      ),
    },
    tooLate: {
      title: say('The cancellation can no longer be undone', 'İptal artık geri alınamaz'),
      text: say(
        'Your subscription is about to end. Nothing was charged. You can subscribe again at the shop.',
        'Aboneliğiniz bitmek üzere. Hiçbir ücret alınmadı. Mağazadan yeniden abone olabilirsiniz.',
      ),
    },
    checking: {
      title: say('Your payment is being checked', 'Ödemeniz kontrol ediliyor'),
      text: say(
        'The payment provider has not answered yet. Do not pay again and do not change the plan again: this page will show the result within a few minutes.',
        'Ödeme kuruluşu henüz yanıt vermedi. Yeniden ödemeyin ve planı yeniden değiştirmeyin: bu sayfa birkaç dakika içinde sonucu gösterir.',
      ),
    },
    refused: {
      title: say('This cannot be done right now', 'Bu şu anda yapılamaz'),
      text: say(
        'Nothing has changed and nothing was charged. The shop can help you.',
        'Hiçbir şey değişmedi ve ücret alınmadı. Mağaza size yardımcı olabilir.',
      ),
    },
    tooMuch: outcomeSaid('tooMuch'),
  })[notice];

/** What somebody is told whose request was refused: also what did not happen. */
export function refusalSaid(
  { view, requestId }: Pick<Visit, 'view' | 'requestId'>,
  refusal: Refusal,
): Message {
  const notice = noticeOf(refusal);
  const { retryAfterSeconds } = refusal.more;
  if (refusal.code === 'card_forms_exhausted' && retryAfterSeconds !== undefined)
    return cardFromSaid(moment(view.now + retryAfterSeconds * SECOND_MS, 'minute'));
  return notice ? noticeSaid(notice) : unavailableSaid(requestId);
}

/** The page that helps somebody whose request was refused. It says what did not happen, and leads on. */
export function refusedPage({ view, one, requestId }: Visit<CoreApp>, refusal: Refusal): Shown {
  const { status } = refusal;
  const notice = noticeOf(refusal);
  const said = refusalSaid({ view, requestId }, refusal);
  const isOpen = notice === 'checking';
  const label = isOpen ? say('Load again', 'Yeniden yükle') : toSubscriptionSaid();
  const further = html`<a class="button primary" href="${pageOf('home', one)}">${label}</a>`;
  return { status, page: messagePage(view, isOpen ? 'open' : 'bad', said, further) };
}

/** The page for one of the tenant's people who wants to act for a customer with a link of their own: it names where that is done. */
export const onlyLooksPage = ({ view, one }: Visit<CoreApp>): Shown => ({
  status: 403,
  page: messagePage(
    view,
    'info',
    {
      title: say('With this link you can look, and do nothing', 'Bu bağlantıyla yalnızca bakabilirsiniz'),
      text: say(
        `It comes from ${view.shop.name}’s console, and you are signed in there. Nothing has changed. Your customer does this with the link, or you do it in the console.`,
        `Bağlantı ${view.shop.name} konsolunda oluşturuldu ve bu tarayıcıda konsolda oturumunuz açık. Hiçbir şey değişmedi. Bu işlemi müşteriniz bağlantıyla kendisi yapar ya da siz konsoldan yaparsınız.`,
      ),
    },
    html`<a class="button primary" href="${pageOf('home', one)}">${toSubscriptionSaid()}</a>`,
  ),
});
