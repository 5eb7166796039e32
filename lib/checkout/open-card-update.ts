import type { BrowserAddress } from '../billing/browser-address.ts';
import type { SubscriberRef } from '../billing/identifiers.ts';
import type { PayApp } from '../runtime/app.ts';
import { accessIsOver } from '../billing/cancellation.ts';
import type { CardCheckout } from '../billing/checkout.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import type { HostedForm } from '../pay/pay.ts';
import { merchantOf } from '../pay/another-account.ts';
import { Refusal } from '../refusal.ts';
import {
  cardFormFrom,
  cardFormPut,
  lookUpCardForm,
  type StoredCardForm,
} from '../table/purchases/card-forms.ts';
import { checkoutPut } from '../table/purchases/checkouts.ts';
import { formCopyPut, formPut, lookUpStoredPage } from '../table/purchases/payment-forms.ts';
import { findSubscriber } from '../table/subscribers/subscribers.ts';
import { foundIn, onConflict, type Conflict } from '../table/table.ts';
import type { Tenant } from '../table/tenants/tenants.ts';
import { requestCardForm } from './request-card-form.ts';
import { checkoutOfForm, paymentPageUrl } from './opened-form.ts';

/** Whose card to replace, and where to send the browser afterwards. */
export interface CardUpdate {
  readonly subscriber: SubscriberRef;
  /** The customer reference of the provider pair; it must be the subscriber's. */
  readonly customerReference: string | undefined;
  readonly callbackUrl: BrowserAddress;
  readonly clientReferenceId: string | undefined;
  /** The request's Idempotency-Key: its stored answer has a copy of the form. */
  readonly idempotencyKey?: string | undefined;
}

/** A tenant's request for a card form, and when it was made (epoch ms). */
interface FormRequest extends CardUpdate {
  readonly tenant: Tenant;
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
 * Opens a card form: finds the subscriber, requests the form from the provider, then records checkout and form. A
 * repeated reference gets the same form until it expires. Throws `subscriber_not_found`, also if the pair's customer is
 * another one, `reference_reused`, `already_ended`, `not_active`, and the refusals of a provider call.
 */
export async function openCardUpdate(
  app: PayApp,
  tenant: Tenant,
  input: CardUpdate,
  now: number,
): Promise<OpenedCardForm> {
  const reference = input.clientReferenceId;
  const [{ subscription }, known] = await Promise.all([
    findSubscriber(app, tenant.id, input.subscriber),
    reference === undefined ? undefined : lookUpCardForm(app, tenant.id, reference),
  ]);
  const { customerReference } = input;
  if (customerReference !== undefined && customerReference !== subscription.customerReference)
    throw new Refusal('subscriber_not_found');
  const request = { ...input, tenant, now };
  const existing = known && (await earlierForm(app, request, known));
  if (existing) return existing;
  if (accessIsOver(subscription, now)) throw new Refusal('already_ended');
  const form = await requestCardForm(app, tenant, subscription);
  const opened = openedOf(app, form, subscription.id);
  const checkout = checkoutOf(app, request, opened);
  const shown = { shop: tenant.name, plan: subscription.plan };
  return onConflict(
    async () => {
      await app.table.write([
        checkoutPut(checkout, input.idempotencyKey),
        formPut(form, shown, checkout.expiresAt),
        ...(reference === undefined
          ? []
          : [cardFormPut(tenant.id, reference, storedOf(request, opened), { before: known, now })]),
      ]);
      return opened;
    },
    (conflict) => concurrentForm(app, request, conflict),
  );
}

/** The form opened before under this reference; undefined once it has expired. Throws `reference_reused`. */
async function earlierForm(
  app: PayApp,
  request: FormRequest,
  known: StoredCardForm,
): Promise<OpenedCardForm | undefined> {
  const { idempotencyKey, now } = request;
  if (known.fingerprint !== fingerprint(request)) throw new Refusal('reference_reused');
  if (now >= known.expiresAt) return undefined;
  const opened = await lookUpStoredPage(app, known.token);
  if (!opened?.page.form) return undefined;
  if (idempotencyKey !== undefined) await app.table.apply(formCopyPut(known.token, idempotencyKey, now));
  const { token, paymentPageUrl, subscriberId } = known;
  const expiresInSeconds = Math.ceil((known.expiresAt - now) / 1000);
  return { token, content: opened.page.form, expiresInSeconds, paymentPageUrl, subscriberId };
}

/** The form of a concurrent request with the same reference, which was faster; ours was never shown. */
async function concurrentForm(
  app: PayApp,
  request: FormRequest,
  conflict: Conflict,
): Promise<OpenedCardForm> {
  const opened = await earlierForm(app, request, cardFormFrom(foundIn(conflict, 2)));
  if (opened) return opened;
  throw conflict;
}

function openedOf(app: PayApp, form: HostedForm, subscriberId: string): OpenedCardForm {
  const { token, content, expiresInSeconds } = form;
  return { token, content, expiresInSeconds, paymentPageUrl: paymentPageUrl(app, form), subscriberId };
}

function checkoutOf(
  app: PayApp,
  { tenant, clientReferenceId = app.newId(), callbackUrl, now }: FormRequest,
  form: OpenedCardForm,
): CardCheckout {
  const of = { tenant: tenant.id, merchantId: merchantOf(tenant), clientReferenceId, callbackUrl };
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
