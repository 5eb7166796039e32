import type { Buyer } from '../../billing/buyer.ts';
import type { PortalAction } from '../../billing/brand.ts';
import { svcIdOf } from '../../billing/identifiers.ts';
import type { PlanTerms } from '../../billing/plan.ts';
import { hasEnded, type Subscription } from '../../billing/subscription.ts';
import { html, type Html } from '../html.ts';
import type { Language } from '../language.ts';
import type { HtmlPage } from '../layout.ts';
import { message, type Message, type Sign } from '../message.ts';
import { priceLine } from '../price.ts';
import { customerPage, type Shop } from '../shop.ts';
import { dayOf, moment } from '../words.ts';
import type { PortalWords } from './wording.ts';
import { PORTAL_WORDS } from './words.ts';

/** What every page of a signed-in customer needs. */
export interface PortalView {
  readonly shop: Shop;
  readonly language: Language;
  readonly nonce: string;
  readonly csrf: string;
  /** Who is signed in, masked. */
  readonly identity: string;
  /** Epoch ms. */
  readonly now: number;
  /** Undefined where a message led the customer here. */
  readonly returnUrl: string | undefined;
  readonly actions: readonly PortalAction[];
  /** Whether the customer has more than one subscription here. */
  readonly hasSeveral: boolean;
  /** The other subscriptions whose cards the provider keeps together with this one's. */
  readonly beside: readonly Subscription[];
  /** The members of the page's query that a change of language keeps. */
  readonly query: Readonly<Record<string, string>>;
}

/** The words of a view. */
export const wordsOf = ({ language }: Pick<PortalView, 'language'>): PortalWords => PORTAL_WORDS[language];

/** Where the portal's own address begins. */
export const HOME = '/portal/home';

/** The address of one of the portal's pages about a subscription. */
export const pageOf = (screen: string, one: Pick<Subscription, 'id'>): string =>
  `/portal/${screen}?subscription=${svcIdOf('subscription', one.id)}`;

/** A page of a signed-in customer. */
export function portalPage(view: PortalView, title: string, body: Html): HtmlPage {
  const { shop, language, nonce, returnUrl, query } = view;
  const foot = html`<span class="quiet">${wordsOf(view).signedInAs(view.identity)}</span><form method="post" action="/portal/close">${token(view)}<button class="plain quiet">${wordsOf(view).close}</button></form>`;
  return customerPage({ shop, language, nonce, title, query, home: HOME, returnUrl, body, foot });
}

/** The hidden field that binds a form to its session. */
export const token = ({ csrf }: Pick<PortalView, 'csrf'>): Html =>
  html`<input type="hidden" name="csrf" value="${csrf}">`;

/** A form with one button that does something with a subscription. */
export function deed(view: PortalView, act: string, one: Pick<Subscription, 'id'>, button: Html): Html {
  return html`<form method="post" action="/portal/${act}">${token(view)}<input type="hidden" name="subscription" value="${svcIdOf('subscription', one.id)}">${button}</form>`;
}

/** The line that leads back, above a heading. */
export const trail = (address: string, label: string): Html =>
  html`<p class="trail"><a href="${address}"><span aria-hidden="true">←</span> ${label}</a></p>`;

/** A day, as text and for programs. */
export const day = ({ language }: Pick<PortalView, 'language'>, at: number): Html =>
  html`<time datetime="${dayOf(at)}">${moment(language, at)}</time>`;

/** A price and its interval, as a line of its own. */
export const price = ({ language }: Pick<PortalView, 'language'>, plan: PlanTerms): Html =>
  priceLine(language, plan);

/** The company that invoices are made out to, as a row of a receipt; nothing where there is none. */
export function companyRow(view: Pick<PortalView, 'language'>, { company }: Buyer): Html | undefined {
  if (!company) return undefined;
  const words = wordsOf(view);
  const { title, taxNumber, taxOffice } = company;
  return html`<div><dt>${words.invoicesTo}</dt><dd>${title}<br><small>${words.taxNumber(taxNumber, taxOffice)}</small></dd></div>`;
}

/** Whether a free trial runs, so that nothing was ever paid. */
export const isTrial = ({ beganWithTrial, firstStart, periodStart, status }: Subscription): boolean =>
  status === 'ACTIVE' && beganWithTrial && firstStart !== null && periodStart === firstStart;

/** A subscription's state: a shape and a word. */
export function mark({ language }: Pick<PortalView, 'language'>, one: Subscription): Html {
  const { status } = PORTAL_WORDS[language];
  const [kind, word] = ((): [string, string] => {
    if (hasEnded(one)) return ['over', status.ended];
    if (one.status === 'PAYMENT_FAILED') return ['bad', status.failed];
    if (one.status === 'PENDING') return ['warm', status.pending];
    if (one.cancellation) return ['warm', status.cancelled];
    return ['good', isTrial(one) ? status.trial : status.active];
  })();
  return html`<span class="mark ${kind}">${word}</span>`;
}

/** A page that says one thing, with the links or forms that lead on. */
export function messagePage(view: PortalView, sign: Sign, said: Message, further: Html): HtmlPage {
  return portalPage(view, said.title, message(sign, said, further));
}
