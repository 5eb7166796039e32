import * as z from 'zod/mini';
import { browserAddress, type BrowserHosts } from '../billing/browser-address.ts';
import type { PurchaseOutcome } from '../billing/begun-purchase.ts';
import type { Checkout } from '../billing/checkout.ts';
import type { SubscriptionView } from '../billing/current-state.ts';
import { svcIdOf } from '../billing/identifiers.ts';
import { isPossibleReference } from '../text/clean-text.ts';
import { URL_CHARACTERS_MAX } from '../limits.ts';
import { planRefIn, planMembers } from './identifiers.ts';
import { buyerDetails, customerMembers, payer, unlessActive } from './payer.ts';
import { read, text } from './read.ts';
import { said, wholeUrl, named, success, SVC_IDS, type Told } from './shape.ts';

/** The shape of form. */
export const openedForm = {
  token: said(z.string(), 'Names this form; also the credential of its page and of the return.'),
  checkoutFormContent: said(z.string(), 'HTML with a script that draws the form where it is put.'),
  tokenExpireTime: said(z.int(), 'Seconds for which the form can be filled in.'),
  paymentPageUrl: said(wholeUrl, 'Where to send the customer instead of drawing the form.'),
};

/** The shape of an `initializeAnswer`. */
export const initializeAnswerShape = named(
  'InitializeAnswer',
  z.strictObject({
    status: success,
    ...openedForm,
    clientReferenceId: said(z.string(), 'UUID of this session, for your records.'),
    svcPlanId: z.nullable(SVC_IDS.pln),
  }),
);

/** Body of POST /checkout/initialize. */
export const initializeBody = z.object({
  ...planMembers,
  ...customerMembers,
  callbackUrl: said(
    text(URL_CHARACTERS_MAX),
    'Where the customer is finally sent, with our parameters added to its query: `https:`, at a host that the account has named, if it has named any, or at the service itself; on a developer’s machine also `http:` to that machine.',
    { format: 'uri' },
  ),
});

/** Reads the body of POST /checkout/initialize. */
export function initializeInput(body: unknown, mayLeadTo: BrowserHosts) {
  const given = read(initializeBody, body);
  return {
    plan: planRefIn(given),
    callbackUrl: browserAddress('callbackUrl', given.callbackUrl, mayLeadTo),
    customer: payer(given),
    ...unlessActive(given),
    details: buyerDetails(body, given),
    initialStatus: given.subscriptionInitialStatus ?? 'ACTIVE',
  };
}

interface OpenedForm {
  readonly token: string;
  readonly content: string;
  readonly expiresInSeconds: number;
  readonly paymentPageUrl: string;
}

/** Answer of POST /checkout/initialize. */
export function initializeAnswer(
  form: OpenedForm,
  clientReferenceId: string,
  planId: string,
): Told<typeof initializeAnswerShape> {
  return {
    status: 'success',
    checkoutFormContent: form.content,
    token: form.token,
    tokenExpireTime: form.expiresInSeconds,
    paymentPageUrl: form.paymentPageUrl,
    clientReferenceId,
    svcPlanId: svcIdOf('plan', planId),
  };
}

/** The checkout token that a browser or the provider sends, in the query or in a form body; undefined where none could be. */
export function callbackInput(
  query: Readonly<Record<string, string | undefined>>,
  body: unknown,
): { token: string | undefined } {
  const form = typeof body === 'string' ? new URLSearchParams(body) : undefined;
  const token = (query.token ?? form?.get('token') ?? '').trim();
  return { token: token !== '' && isPossibleReference(token) ? token : undefined };
}

/** The member of a query that counts how often we have asked a browser to come back. */
const AGAIN = 'again';

/** How often we have asked a browser to come back. */
export function timesAsked({ [AGAIN]: again = '' }: Readonly<Record<string, string | undefined>>): number {
  return /^[0-9]$/.test(again) ? Number(again) : 0;
}

/** The query with which a browser comes back for the nth time, with the language that it was asked in. */
export function againQuery(token: string, times: number, lang: string | undefined): string {
  const members = {
    token,
    [AGAIN]: String(times),
    ...(lang !== undefined && { lang }),
  };
  return `?${new URLSearchParams(members).toString()}`;
}

/** The query with which a browser opens a checkout's page again. */
export const pageQuery = (token: string, lang: string): string =>
  `?${new URLSearchParams({ token, lang }).toString()}`;

type Return = Pick<Checkout, 'callbackUrl' | 'clientReferenceId'>;

/** The redirect address after a visit to the provider's form. */
export function redirectAfter(
  to: Return,
  end:
    | { readonly is: 'success'; readonly outcome: PurchaseOutcome }
    | { readonly is: 'cardReturned'; readonly subscription: SubscriptionView }
    | { readonly is: 'failed'; readonly code: string; readonly message: string },
): string {
  if (end.is === 'success') return successRedirect(to, end.outcome);
  return end.is === 'cardReturned' ? cardRedirect(to, end.subscription) : errorRedirect(to, end);
}

/** The redirect address after a successful checkout: our parameters are added to the caller's own. */
export function successRedirect(
  { callbackUrl, clientReferenceId }: Return,
  outcome: PurchaseOutcome,
): string {
  return withParameters(callbackUrl, {
    status: 'success',
    subscriptionReference: outcome.reference,
    customerReference: outcome.customerReference,
    planReference: outcome.planReference,
    svcSubscriptionId: svcIdOf('subscription', outcome.subscriberId),
    svcCustomerId: svcIdOf('customer', outcome.customerId),
    clientReferenceId,
  });
}

/** The redirect address after a card form: the parameters of a checkout, for the subscription's current state. */
export function cardRedirect(to: Return, subscription: SubscriptionView): string {
  return successRedirect(to, {
    subscriberId: subscription.id,
    reference: subscription.payReference,
    customerReference: subscription.customerReference,
    planReference: subscription.plan.reference,
    customerId: subscription.customer.id,
  });
}

/** The redirect address after a failed checkout. */
export function errorRedirect(
  { callbackUrl }: Pick<Return, 'callbackUrl'>,
  error: { code: string; message: string },
): string {
  return withParameters(callbackUrl, { status: 'error', errorCode: error.code, errorMessage: error.message });
}

/** Appends to the query text, so that nothing in the caller's own address is re-encoded. */
function withParameters(to: string, parameters: Record<string, string>): string {
  const end = to.search(/#|$/);
  const address = to.slice(0, end);
  const ours = new URLSearchParams(parameters).toString();
  return `${address}${separatorAfter(address)}${ours}${to.slice(end)}`;
}

function separatorAfter(address: string): string {
  if (!address.includes('?')) return '?';
  return /[?&]$/.test(address) ? '' : '&';
}

/** Query of GET /checkout/page, and of GET and POST /checkout/callback: what a browser brings. */
export const shownQuery = z.object({
  token: said(z.optional(z.string()), 'The token that the payment provider gave with the form.'),
  lang: said(z.optional(z.string()), '`tr` or `en`.'),
});

/** Query of GET and POST /checkout/callback. */
export const returnQuery = z.object({
  token: said(z.optional(z.string()), 'The token that the payment provider gave with the form.'),
  again: said(z.optional(z.string().check(z.regex(/^[0-9]$/))), 'How often the page has come back.'),
  lang: said(z.optional(z.string()), '`tr` or `en`.'),
});
