import type { Buyer } from '../../billing/buyer.ts';
import type { PortalAction } from '../../billing/brand.ts';
import { svcIdOf } from '../../billing/identifiers.ts';
import { isUnpaidTrial, type SubscriptionView } from '../../billing/current-state.ts';
import { hasEnded, type Subscription } from '../../billing/subscription.ts';
import { html, type Html } from '../html.ts';
import type { HtmlPage } from '../layout.ts';
import { message, type Message, type Sign } from '../message.ts';
import { customerPage, type Shop } from '../shop.ts';
import { dayOf, moment } from '../words.ts';
import { say } from '../say.ts';

/** What every page of a signed-in customer needs. */
export interface PortalView {
  readonly shop: Shop;
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

/** Where the portal's own address begins. */
export const HOME = '/portal/home';

/** The address of one of the portal's pages about a subscription. */
export const pageOf = (screen: string, one: Pick<SubscriptionView, 'id'>): string =>
  `/portal/${screen}?subscription=${svcIdOf('subscription', one.id)}`;

/** A page of a signed-in customer. */
export function portalPage(view: PortalView, title: string, body: Html): HtmlPage {
  const { shop, nonce, returnUrl, query } = view;
  const foot = html`<span class="quiet">${signedInAsSaid(view.identity)}</span><form method="post" action="/portal/close">${token(view)}<button class="plain quiet">${say('Close this page', 'Sayfayı kapat')}</button></form>`;
  return customerPage({ shop, nonce, title, query, home: HOME, returnUrl, body, foot });
}

/** The hidden field that binds a form to its session. */
export const token = ({ csrf }: Pick<PortalView, 'csrf'>): Html =>
  html`<input type="hidden" name="csrf" value="${csrf}">`;

/** A form with one button that does something with a subscription. */
export function deed(view: PortalView, act: string, one: Pick<SubscriptionView, 'id'>, button: Html): Html {
  return html`<form method="post" action="/portal/${act}">${token(view)}<input type="hidden" name="subscription" value="${svcIdOf('subscription', one.id)}">${button}</form>`;
}

/** The line that leads back, above a heading. */
export const trail = (address: string, label: string): Html =>
  html`<p class="trail"><a href="${address}"><span aria-hidden="true">←</span> ${label}</a></p>`;

/** A day, as text and for programs. */
export const day = (at: number): Html => html`<time datetime="${dayOf(at)}">${moment(at)}</time>`;

/** The company that invoices are made out to, as a row of a receipt; nothing where there is none. */
export function companyRow({ company }: Buyer): Html | undefined {
  if (!company) return undefined;
  const { title, taxNumber, taxOffice } = company;
  return html`<div><dt>${say('Invoices to', 'Fatura alıcısı')}</dt><dd>${title}<br><small>${say(`Tax number ${taxNumber}, ${taxOffice}`, `VKN/TCKN ${taxNumber}, ${taxOffice}`)}</small></dd></div>`;
}

/** Whether a free trial runs, so that nothing was ever paid. */
export const isTrial = (one: SubscriptionView): boolean => one.status === 'ACTIVE' && isUnpaidTrial(one);

/** A subscription's state: a shape and a word. */
export function mark(one: SubscriptionView): Html {
  const [kind, word] = ((): [string, string] => {
    if (hasEnded(one)) return ['over', say('Ended', 'Sona erdi')];
    if (one.status === 'PAYMENT_FAILED') return ['bad', say('Payment failed', 'Ödeme alınamadı')];
    if (one.status === 'PENDING') return ['warm', say('Not begun', 'Başlamadı')];
    if (one.cancellation) return ['warm', say('Cancelled', 'İptal edildi')];
    return ['good', isTrial(one) ? say('Free trial', 'Ücretsiz deneme') : say('Active', 'Sürüyor')];
  })();
  return html`<span class="mark ${kind}">${word}</span>`;
}

/** A page that says one thing, with the links or forms that lead on. */
export function messagePage(view: PortalView, sign: Sign, said: Message, further: Html): HtmlPage {
  return portalPage(view, said.title, message(sign, said, further));
}

/** Who is signed in. */
export const signedInAsSaid = (identity: string) =>
  say(`Signed in as ${identity}`, `${identity} olarak giriş yapıldı`);

/** What is charged when. */
export const amountOnSaid = (amount: string, date: string) =>
  say(`${amount} on ${date}`, `${date}, ${amount}`);

/** What somebody keeps until their access ends. */
export const keptSaid = (one: SubscriptionView): string =>
  isTrial(one)
    ? say('Until then you can keep using it for free.', 'O tarihe kadar ücretsiz kullanmayı sürdürürsünüz.')
    : say('Until then you keep everything you paid for.', 'O tarihe kadar ödediğiniz her şey sizindir.');

/** The button that takes a cancellation back. */
export const undoSaid = (): string => say('Undo the cancellation', 'İptali geri al');

/** The way to the subscription, from whatever page. */
export const toSubscriptionSaid = (): string => say('To my subscription', 'Aboneliğime dön');
