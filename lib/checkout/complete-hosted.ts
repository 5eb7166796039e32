import type { CoreApp, SubscriptionApp } from '../app.ts';
import type { CheckoutOf, CheckoutOutcome, SubscribeCheckout } from '../billing/checkout.ts';
import { normaliseEmail } from '../billing/customer.ts';
import type { Pay } from '../pay/pay.ts';
import type { Refusal } from '../refusal.ts';
import { checkoutFailed, checkoutFrom, checkoutUnanswered } from '../table/checkouts.ts';
import { isLimited, waitForTurn } from '../table/limited-turns.ts';
import { customerHash, withCustomerHash } from '../table/ids.ts';
import { onConflict, tryWrite } from '../table/table.ts';
import type { Tenant } from '../table/tenants.ts';
import {
  isAccountRefusal,
  isTransientFailure,
  payClientFor,
  refusalOf,
  statusOf,
} from '../account/pay-client.ts';
import { recordCheckout } from './record-checkout.ts';
import { fetchPurchase } from './record-purchase.ts';
import { errorFields } from '../log.ts';

/** After a provider that did not answer, a checkout is polled again; an old one after a sixtieth of its age. */
const AFTER_SILENCE_MS = 60_000;
const SHARE_OF_AGE = 1 / 60;

/** What has become of a hosted checkout. */
export type CheckoutEnd =
  | { readonly is: 'success'; readonly outcome: CheckoutOutcome }
  | { readonly is: 'failed'; readonly code: string; readonly message: string }
  /** Not finished yet. */
  | { readonly is: 'open'; readonly refusal: Refusal }
  /** The provider did not answer, or refused the whole account; nothing was decided, and it is polled again soon. */
  | { readonly is: 'silent' };

/**
 * On whose behalf a checkout is finished: the schedule's, or that of a browser that has come back. `returnedAgain` is one
 * that was asked to come back a moment later, because just after payment the provider may still call a form unfinished.
 */
export type Finisher = 'schedule' | 'returned' | 'returnedAgain';

/**
 * Finishes a checkout by what the provider says of it: the only way a hosted checkout ends, whoever calls and however
 * often. The first to find it paid records subscription, customer and event in one transaction; everybody else gets
 * that outcome. A browser that came back from a form without success has failed; the schedule leaves such a form open.
 */
export async function completeCheckout(
  app: SubscriptionApp,
  tenant: Tenant,
  checkout: SubscribeCheckout,
  finisher: Finisher,
): Promise<CheckoutEnd> {
  if (checkout.outcome) return endOf(checkout, checkout.outcome);
  const pay = await payClientFor(app, tenant);
  const form = await pay.readForm(checkout.token);
  if (!form.ok) {
    const isFinal =
      form.is === 'declined' ||
      form.is === 'refused' ||
      (form.is === 'notFound' && finisher !== 'schedule') ||
      (form.is === 'notFinished' && finisher === 'returnedAgain');
    if (isFinal) return fail(app, checkout, { code: form.providerCode, message: form.message });
    if (!isTransientFailure(form) && !isAccountRefusal(form)) return { is: 'open', refusal: refusalOf(form) };
    await pollSoon(app, checkout);
    return { is: 'silent' };
  }
  const customer =
    checkout.customer ?? (await customerAtProvider(app, tenant.id, pay, form.value.customerReference));
  if (!customer) {
    await pollSoon(app, checkout);
    return { is: 'silent' };
  }
  const activation =
    form.value.status === 'PENDING' ? await activate(app, pay, form.value.reference) : undefined;
  const status = activation?.is === 'runs' ? 'ACTIVE' : statusOf(form.value.status);
  const purchase = await fetchPurchase(pay, form.value, status);
  const refused = activation?.is === 'refused' ? activation : undefined;
  const outcome = await recordCheckout(app, tenant, { ...checkout, customer, ...errorOf(refused) }, purchase);
  return endOf({ ...checkout, ...errorOf(refused) }, outcome);
}

/** Who paid a form that was over for us, and of which nothing personal was kept; undefined while the provider is silent. */
async function customerAtProvider(
  app: CoreApp,
  tenant: string,
  pay: Pay,
  reference: string,
): Promise<CheckoutOf['customer'] | undefined> {
  const person = await pay.readCustomer(reference);
  if (!person.ok) return undefined;
  const { name, surname, gsmNumber = null } = person.value;
  const email = normaliseEmail(person.value.email);
  return { id: withCustomerHash(app.newId(), customerHash(tenant, email)), email, name, surname, gsmNumber };
}

const errorOf = (refused: { code: string; message: string } | undefined) => ({
  errorCode: refused?.code ?? null,
  errorMessage: refused?.message ?? null,
});

/** How a checkout that brought a subscription about ended: where the bank refused to activate it, it failed. */
export function endOf({ errorCode, errorMessage }: SubscribeCheckout, outcome: CheckoutOutcome): CheckoutEnd {
  return errorCode === null
    ? { is: 'success', outcome }
    : { is: 'failed', code: errorCode, message: errorMessage ?? '' };
}

/**
 * A poll that the provider did not answer counts as none: another is made soon, whenever the next one would have been;
 * where that met the limit of the provider's calls, at its turn.
 */
async function pollSoon(
  app: SubscriptionApp,
  { token, tenant, createdAt }: SubscribeCheckout,
): Promise<void> {
  const now = app.clock();
  const waitMs = Math.max(AFTER_SILENCE_MS, Math.round((now - createdAt) * SHARE_OF_AGE));
  try {
    const at = now + Math.max(waitMs, isLimited(app, tenant) ? await waitForTurn(app, tenant) : 0);
    await tryWrite(() => app.table.apply(checkoutUnanswered(token, at)));
  } catch (error) {
    app.log.warn('a checkout could not be put down for an early poll', errorFields(error));
  }
}

/** Marks the checkout as failed, unless somebody found it paid meanwhile. */
async function fail(
  app: SubscriptionApp,
  checkout: SubscribeCheckout,
  error: { code: string; message: string },
): Promise<CheckoutEnd> {
  return onConflict<CheckoutEnd>(
    async () => {
      await app.table.apply(checkoutFailed(checkout.token, error));
      return { is: 'failed', ...error };
    },
    (conflict) => {
      const found = conflict.found[0] && checkoutFrom(conflict.found[0]);
      if (found?.kind === 'subscribe' && found.outcome) return endOf(found, found.outcome);
      throw conflict;
    },
  );
}

/** What became of asking for a subscription's activation: a bank that refuses it says why. */
export type Activation =
  | { readonly is: 'runs' | 'waits' }
  | { readonly is: 'refused'; readonly code: string; readonly message: string };

/**
 * Activates a waiting subscription. Where that brings no yes the provider is asked how it stands: the outcome may be
 * unknown, or refused because somebody else has just activated it.
 */
export async function activate(app: CoreApp, pay: Pay, reference: string): Promise<Activation> {
  const answer = await pay.activate(reference);
  if (answer.ok) return { is: 'runs' };
  app.log.warn('activation did not succeed', { reference, outcome: answer.is });
  const read = await pay.readSubscription(reference);
  if (read.ok && read.value.status !== 'PENDING') return { is: 'runs' };
  if (answer.is !== 'refused' && answer.is !== 'declined') return { is: 'waits' };
  return { is: 'refused', code: answer.providerCode, message: answer.message };
}
