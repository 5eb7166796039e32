import { payClientFor, valueOrRefuse } from '../pay/client.ts';
import type { PayApp, WithTenant } from '../runtime/app.ts';
import { hasEnded, type Subscription } from '../billing/subscription.ts';
import type { HostedForm, Pay } from '../pay/pay.ts';
import type { BrowserAddress } from '../billing/browser-address.ts';
import type { SubscriberRef } from '../billing/identifiers.ts';
import { viewAt } from '../billing/current-state.ts';
import type { CardCheckout, StoredPage } from '../billing/checkout.ts';
import { CARD_FORMS } from '../limits.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import { merchantOf } from '../pay/another-account.ts';
import { Refusal } from '../refusal.ts';
import {
  cardFormFrom,
  cardFormPut,
  lookUpCardForm,
  type StoredCardForm,
} from '../table/purchases/card-forms.ts';
import { lastCardFormNoted, lookUpOpenedCardForms } from '../table/purchases/opened-card-forms.ts';
import { checkoutPut } from '../table/purchases/checkouts.ts';
import { formCopyPut, formPut, lookUpStoredPage } from '../table/purchases/payment-forms.ts';
import { findSubscriber } from '../table/subscribers/subscribers.ts';
import { foundIn, onConflict, type Conflict } from '../table/table.ts';
import { takeCardForm } from './card-form-allowance.ts';
import { checkoutOfForm, paymentPageUrl } from './opened-form.ts';

/**
 * Requests a card form from the provider: for the subscription, under its newest reference if a plan change is not on
 * record yet. Throws `not_active`, and the refusals of a provider call.
 */
export async function requestCardForm(
  app: PayApp & WithTenant,
  subscription: Subscription,
): Promise<HostedForm> {
  const { customerReference, payReference } = subscription;
  const pay = await payClientFor(app, subscription);
  const callbackUrl = `${app.settings.publicUrl}/checkout/callback`;
  const answer = await pay.openCardForm({ customerReference, reference: payReference, callbackUrl });
  const newer = !answer.ok && answer.is === 'refused' ? await newerReference(pay, payReference) : undefined;
  return valueOrRefuse(
    newer === undefined
      ? answer
      : await pay.openCardForm({ customerReference, reference: newer, callbackUrl }),
    { refused: 'not_active' },
  );
}

/** The newest reference of a subscription; undefined if it is this one, or the provider does not answer. */
async function newerReference(pay: Pay, reference: string): Promise<string | undefined> {
  const lineage = await pay.lineage(reference);
  const newest = lineage.ok ? lineage.value.current.reference : reference;
  return newest === reference ? undefined : newest;
}

/** Whose card to replace, and where to send the browser afterwards. */
export interface CardUpdate {
  readonly subscriber: SubscriberRef;
  /** The customer reference of the provider pair; it must be the subscriber's. */
  readonly customerReference: string | undefined;
  readonly callbackUrl: BrowserAddress;
  readonly clientReferenceId: string | undefined;
}

/** A card form as it is asked for. */
interface AskedOnce extends CardUpdate {
  /** Takes one of the tenant's hosted checkouts, where the door has not; throws `rate_limited`. */
  readonly spend: () => Promise<void>;
  /** The request's Idempotency-Key: its stored answer has a copy of the form. */
  readonly idempotencyKey?: string | undefined;
}

/** A tenant's request for a card form, and when it was made (epoch ms). */
interface FormRequest extends AskedOnce {
  readonly now: number;
}

/** A newly opened card form. */
export interface OpenedCardForm {
  readonly token: string;
  readonly content: string;
  readonly expiresInSeconds: number;
  readonly paymentPageUrl: string;
  readonly subscriberId: string;
}

/**
 * Opens a card form, for whatever door: finds the subscriber, requests the form from the provider, then records checkout
 * and form. A repeated reference gets the same form until it expires; without one an open form that leads back to the same
 * address is shown again. Throws `subscriber_not_found`, also if the pair's customer is another one, `reference_reused`,
 * `already_ended`, `not_active`, what `takeCardForm` throws, and the refusals of a provider call.
 */
export async function openCardUpdate(
  app: PayApp & WithTenant,
  input: AskedOnce,
  now: number,
): Promise<OpenedCardForm> {
  const reference = input.clientReferenceId;
  const [{ subscription }, known] = await Promise.all([
    findSubscriber(app, input.subscriber),
    reference === undefined ? undefined : lookUpCardForm(app, reference),
  ]);
  const { customerReference } = input;
  if (customerReference !== undefined && customerReference !== subscription.customerReference)
    throw new Refusal('subscriber_not_found');
  const request = { ...input, now };
  const existing = known && (await earlierForm(app, request, known));
  if (existing) return existing;
  if (hasEnded(viewAt(subscription, now))) throw new Refusal('already_ended');
  const open = reference === undefined ? await openForm(app, request, subscription) : undefined;
  if (open) return open;
  const place = await takeCardForm(app, subscription, input);
  let own = false;
  try {
    const form = await requestCardForm(app, subscription);
    const opened = await recordForm(app, request, { form, subscription, known });
    own = opened.token === form.token;
    return opened;
  } finally {
    if (!own) await place.giveBack(); // nobody sees that form
  }
}

/** Records a form that the provider has opened. */
function recordForm(
  app: PayApp & WithTenant,
  request: FormRequest,
  {
    form,
    subscription,
    known,
  }: {
    readonly form: HostedForm;
    readonly subscription: Subscription;
    readonly known: StoredCardForm | undefined;
  },
): Promise<OpenedCardForm> {
  const { clientReferenceId: reference, idempotencyKey, now } = request;
  const opened = openedOf(app, form, subscription.id);
  const checkout = checkoutOf(app, request, opened);
  const shown = { shop: app.tenant.name, plan: subscription.plan };
  const { token, paymentPageUrl } = opened;
  const { expiresAt } = checkout;
  const last = {
    token,
    paymentPageUrl,
    fingerprint: fingerprintOfOpen(app, request, subscription),
    expiresAt,
  };
  const noted =
    reference === undefined
      ? lastCardFormNoted(app.tenantId, subscription.id, last)
      : cardFormPut(app.tenantId, reference, storedOf(request, opened), { before: known, now });
  return onConflict(
    async () => {
      await app.table.write([checkoutPut(checkout, idempotencyKey), formPut(form, shown, expiresAt), noted]);
      return opened;
    },
    (conflict) => concurrentForm(app, request, conflict),
  );
}

/** An open form that nobody has come back from, and that leads where this request wants to; with time enough to fill it in. */
async function openForm(
  app: PayApp & WithTenant,
  request: FormRequest,
  subscription: Subscription,
): Promise<OpenedCardForm | undefined> {
  const { now } = request;
  const last = (await lookUpOpenedCardForms(app, subscription.id))?.last;
  if (!last || last.fingerprint !== fingerprintOfOpen(app, request, subscription)) return undefined;
  if (now > last.expiresAt - CARD_FORMS.shownAgainMs) return undefined;
  const stored = await lookUpStoredPage(app, last.token);
  const isOpen = stored?.checkout.kind === 'card' && stored.checkout.returnedAt === null;
  return isOpen
    ? shownAgain(app, request, { ...last, subscriberId: subscription.id }, stored.page)
    : undefined;
}

/** A form that was opened before, for another answer, as far as it is still kept. */
async function shownAgain(
  app: PayApp,
  { idempotencyKey, now }: FormRequest,
  {
    token,
    paymentPageUrl,
    subscriberId,
    expiresAt,
  }: Omit<StoredCardForm, 'fingerprint' | 'expiresInSeconds'>,
  { form }: StoredPage,
): Promise<OpenedCardForm | undefined> {
  if (!form) return undefined;
  if (idempotencyKey !== undefined) await app.table.apply(formCopyPut(token, idempotencyKey, now));
  const expiresInSeconds = Math.ceil((expiresAt - now) / 1000);
  return { token, content: form, expiresInSeconds, paymentPageUrl, subscriberId };
}

/** The form opened before under this reference; undefined once it has expired. Throws `reference_reused`. */
async function earlierForm(
  app: PayApp,
  request: FormRequest,
  known: StoredCardForm,
): Promise<OpenedCardForm | undefined> {
  if (known.fingerprint !== fingerprint(request)) throw new Refusal('reference_reused');
  if (request.now >= known.expiresAt) return undefined;
  const opened = await lookUpStoredPage(app, known.token);
  return opened && shownAgain(app, request, known, opened.page);
}

/** The form of a concurrent request with the same reference, which was faster; ours was never shown. */
async function concurrentForm(
  app: PayApp,
  request: FormRequest,
  conflict: Conflict,
): Promise<OpenedCardForm> {
  const known = request.clientReferenceId === undefined ? undefined : foundIn(conflict, 2);
  const opened = known && (await earlierForm(app, request, cardFormFrom(known)));
  if (opened) return opened;
  throw conflict;
}

function openedOf(app: PayApp, form: HostedForm, subscriberId: string): OpenedCardForm {
  const { token, content, expiresInSeconds } = form;
  return { token, content, expiresInSeconds, paymentPageUrl: paymentPageUrl(app, form), subscriberId };
}

function checkoutOf(
  app: PayApp & WithTenant,
  { clientReferenceId = app.newId(), callbackUrl, now }: FormRequest,
  form: OpenedCardForm,
): CardCheckout {
  const of = { tenant: app.tenantId, merchantId: merchantOf(app.tenant), clientReferenceId, callbackUrl };
  return {
    ...checkoutOfForm(form, of, now),
    kind: 'card',
    subscriberId: form.subscriberId,
    returnedAt: null,
  };
}

/** What is stored under the caller's reference, so that a repeated request gets the same form. */
function storedOf(request: FormRequest, { content: _shown, ...form }: OpenedCardForm): StoredCardForm {
  const expiresAt = request.now + form.expiresInSeconds * 1000;
  return { ...form, fingerprint: fingerprint(request), expiresAt };
}

/** What a repeated reference must ask for again. */
function fingerprint({ subscriber, customerReference, callbackUrl }: CardUpdate): string {
  return fingerprintOf({ subscriber, customerReference, callbackUrl });
}

/** What an open form must have been asked for with, so that it is shown again: to the same address, by the same account. */
function fingerprintOfOpen(
  { tenant }: WithTenant,
  { callbackUrl }: FormRequest,
  { payReference, customerReference }: Subscription,
): string {
  return fingerprintOf({ callbackUrl, payReference, customerReference, merchant: merchantOf(tenant) });
}
