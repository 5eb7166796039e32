import type { CoreApp, SubscriptionApp, WithTenant, OfTenant } from '../runtime/app.ts';
import type { PurchaseOutcome, WithCustomer } from '../billing/begun-purchase.ts';
import type { SubscribeCheckout } from '../billing/checkout.ts';
import { knowledgeFrom, type UnknownReason } from '../billing/payment-knowledge.ts';
import { errorFields } from '../runtime/log.ts';
import type { Pay, PayFailure } from '../pay/pay.ts';
import type { PaySubscription } from '../pay/provider-records.ts';
import { checkoutFailed, checkoutFrom, checkoutUnanswered } from '../table/purchases/checkouts.ts';
import { isRateLimited, delayUntilTurn } from '../table/work/limited-turns.ts';
import { onConflict, tryWrite } from '../table/table.ts';
import { payClientFor } from '../pay/client.ts';
import { isAnswer } from '../pay/failure.ts';
import { activate, type Activation } from './activate.ts';
import { buyerFromProvider } from './provider-customer.ts';
import { isAnotherPurchase, recordCheckout } from './record-checkout.ts';
import { fetchPurchase, type BuyerSince } from './record-purchase.ts';
import { unknownBecause, unknownFor } from './unknown-outcome.ts';

/** Without an answer of the provider, a checkout is polled again after this, or after a sixtieth of its age. */
const SILENCE_RETRY_MS = 60_000;
const RETRY_SHARE_OF_AGE = 1 / 60;

/** The state of a hosted checkout. */
export type CheckoutResult =
  | { readonly is: 'success'; readonly outcome: PurchaseOutcome }
  | { readonly is: 'failed'; readonly code: string; readonly message: string }
  /** Nobody has paid yet, and the form can still be paid. */
  | { readonly is: 'unpaid' }
  /** Somebody may have paid: nothing was decided. */
  | { readonly is: 'unknown'; readonly why: UnknownReason; readonly poll: UnknownPoll };

/**
 * When an unknown payment is polled again: `soon`, as has been scheduled, because the provider did not answer; `unclear`, for
 * as long as the provider refuses to say; or as `usual`.
 */
type UnknownPoll = 'soon' | 'unclear' | 'usual';

/**
 * Who completes a checkout: the schedule, or a returning browser. `returnedAgain`: it was asked to come back a moment
 * later, because just after payment the provider may still report the form as unfinished.
 */
export type CompletionTrigger = 'schedule' | 'returned' | 'returnedAgain';

/**
 * Completes a checkout by the provider's result: the only way a hosted checkout ends. Idempotent: the first to find it
 * paid records subscription, customer and event in one transaction; all others get that outcome. Throws `concurrent_change` if other
 * writers prevented the record: a repetition makes it.
 */
export async function completeCheckout(
  app: SubscriptionApp & WithTenant,
  checkout: SubscribeCheckout,
  trigger: CompletionTrigger,
): Promise<CheckoutResult> {
  if (checkout.outcome) return resultOf(checkout, checkout.outcome);
  const pay = await payClientFor(app, checkout);
  const form = await pay.readForm(checkout.token);
  if (!form.ok) return handleFailure(app, checkout, form, trigger);
  const customer = checkout.customer ?? (await readProviderCustomer(app, pay, form.value.customerReference));
  if (!customer) return pollSoon(app, checkout, 'noAnswer');
  const since = checkout.customer ? checkout.startedAt : Infinity; // a fresh id does not show a first purchase
  return completePaid(app, pay, { ...checkout, customer, since }, form.value);
}

/**
 * The meaning of a provider answer without a subscription. A browser that came back has failed to pay if the form is
 * unfinished a moment later too, or has expired.
 */
async function handleFailure(
  app: SubscriptionApp & OfTenant,
  checkout: SubscribeCheckout,
  answer: PayFailure,
  trigger: CompletionTrigger,
): Promise<CheckoutResult> {
  const now = app.clock();
  const isExpired = now >= checkout.expiresAt;
  const known = knowledgeFrom(answer, isExpired);
  if (!isAnswer(answer)) return pollSoon(app, checkout, unknownBecause(answer));
  if (known === 'unknown' || !('providerCode' in answer))
    return { is: 'unknown', why: unknownFor(), poll: 'unclear' };
  const isGivenUp = trigger === 'returnedAgain' || (trigger === 'returned' && isExpired);
  if (known === 'unpaid' && !isGivenUp) return { is: 'unpaid' };
  return fail(app, checkout, { code: answer.providerCode, message: answer.message }, now);
}

/**
 * Activates the subscription if it is pending, and records the purchase. Nothing is activated or recorded of one that is
 * on record as another purchase.
 */
async function completePaid(
  app: SubscriptionApp & WithTenant,
  pay: Pay,
  { since, ...checkout }: WithCustomer<SubscribeCheckout> & Pick<BuyerSince, 'since'>,
  made: PaySubscription,
): Promise<CheckoutResult> {
  const isPending = made.status === 'PENDING';
  if (isPending && (await isAnotherPurchase(app, checkout, made.reference))) return disbelieve(app, made);
  const activation = isPending ? await activate(app, pay, made.reference) : undefined;
  const ended = { ...checkout, ...errorOf(activation) };
  const purchase = await fetchPurchase(app, pay, { ...checkout, since }, made);
  const status = activation?.is === 'runs' ? 'ACTIVE' : purchase.status;
  const outcome = await recordCheckout(app, {
    checkout: ended,
    purchase: { ...purchase, status },
  });
  return outcome ? resultOf(ended, outcome) : disbelieve(app, made);
}

/** The provider names a subscription that is another purchase: the form stays open, its polls go on, and a person looks. */
function disbelieve(app: CoreApp & OfTenant, { reference }: PaySubscription): CheckoutResult {
  const tenant = app.tenantId;
  app.log.measure('AmbiguousCharge', 1, 'checkout', { tenant });
  app.log.error("a form's result is another purchase; check the provider", { tenant, reference });
  return { is: 'unknown', why: unknownFor(), poll: 'usual' };
}

/** The payer of a form whose personal data was removed here; undefined if the provider does not answer. */
async function readProviderCustomer(
  app: CoreApp & WithTenant,
  pay: Pay,
  reference: string,
): Promise<WithCustomer['customer'] | undefined> {
  const person = await pay.readCustomer(reference);
  return person.ok ? buyerFromProvider(app, person.value, undefined) : undefined;
}

/** The reason for which the activation was refused; nulls if it was not. */
const errorOf = (activation: Activation | undefined) =>
  activation?.is === 'refused'
    ? { errorCode: activation.code, errorMessage: activation.message }
    : { errorCode: null, errorMessage: null };

/** The end of a paid checkout: failed if the activation was refused. */
export function resultOf(
  { errorCode, errorMessage }: SubscribeCheckout,
  outcome: PurchaseOutcome,
): CheckoutResult {
  return errorCode === null
    ? { is: 'success', outcome }
    : { is: 'failed', code: errorCode, message: errorMessage ?? '' };
}

/** A poll without an answer does not count: the next is soon, or at the tenant's turn if the provider's limit was met. */
async function pollSoon(
  app: SubscriptionApp & OfTenant,
  { token, startedAt }: SubscribeCheckout,
  why: UnknownReason,
): Promise<CheckoutResult> {
  const now = app.clock();
  const waitMs = Math.max(SILENCE_RETRY_MS, Math.round((now - startedAt) * RETRY_SHARE_OF_AGE));
  try {
    const at = now + Math.max(waitMs, isRateLimited(app) ? await delayUntilTurn(app) : 0);
    await tryWrite(() => app.table.apply(checkoutUnanswered({ token, tenant: app.tenantId }, at)));
  } catch (error) {
    app.log.warn('early poll of a checkout not scheduled', errorFields(error));
  }
  return { is: 'unknown', why, poll: 'soon' };
}

/** Marks the checkout as failed, unless it was found paid concurrently. */
async function fail(
  app: SubscriptionApp,
  checkout: SubscribeCheckout,
  error: { code: string; message: string },
  now: number,
): Promise<CheckoutResult> {
  return onConflict<CheckoutResult>(
    async () => {
      await app.table.apply(checkoutFailed(checkout.token, error, now));
      return { is: 'failed', ...error };
    },
    (conflict) => {
      const found = conflict.found[0] && checkoutFrom(conflict.found[0]);
      if (found?.kind === 'subscribe' && found.outcome) return resultOf(found, found.outcome);
      throw conflict;
    },
  );
}
