import type { CoreApp, SubscriptionApp } from '../app.ts';
import type { CheckoutOf, CheckoutOutcome, SubscribeCheckout } from '../billing/checkout.ts';
import { normaliseEmail } from '../billing/customer.ts';
import { errorFields } from '../log.ts';
import type { Pay, PayFailure } from '../pay/pay.ts';
import type { PaySubscription } from '../pay/provider-records.ts';
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
import { activate, type Activation } from './activate.ts';
import { recordCheckout } from './record-checkout.ts';
import { fetchPurchase } from './record-purchase.ts';

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
  if (!form.ok) return unpaid(app, checkout, form, finisher);
  const customer =
    checkout.customer ?? (await customerAtProvider(app, tenant.id, pay, form.value.customerReference));
  if (!customer) return pollSoon(app, checkout);
  return paid(app, tenant, pay, { ...checkout, customer }, form.value);
}

/** What the provider's answer means where it tells of no subscription. */
async function unpaid(
  app: SubscriptionApp,
  checkout: SubscribeCheckout,
  answer: PayFailure,
  finisher: Finisher,
): Promise<CheckoutEnd> {
  const isFinal =
    answer.is === 'declined' ||
    answer.is === 'refused' ||
    (answer.is === 'notFound' && finisher !== 'schedule') ||
    (answer.is === 'notFinished' && finisher === 'returnedAgain');
  if (isFinal) return fail(app, checkout, { code: answer.providerCode, message: answer.message });
  const isSilent = isTransientFailure(answer) || isAccountRefusal(answer);
  return isSilent ? pollSoon(app, checkout) : { is: 'open', refusal: refusalOf(answer) };
}

/** Activates what was bought, where that is waited for, and records it. */
async function paid(
  app: SubscriptionApp,
  tenant: Tenant,
  pay: Pay,
  checkout: CheckoutOf,
  made: PaySubscription,
): Promise<CheckoutEnd> {
  const activation = made.status === 'PENDING' ? await activate(app, pay, made.reference) : undefined;
  const status = activation?.is === 'runs' ? 'ACTIVE' : statusOf(made.status);
  const ended = { ...checkout, ...errorOf(activation) };
  const outcome = await recordCheckout(app, tenant, ended, await fetchPurchase(pay, made, status));
  return endOf(ended, outcome);
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

/** Why the bank refused the activation; null where it did not. */
const errorOf = (activation: Activation | undefined) =>
  activation?.is === 'refused'
    ? { errorCode: activation.code, errorMessage: activation.message }
    : { errorCode: null, errorMessage: null };

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
): Promise<CheckoutEnd> {
  const now = app.clock();
  const waitMs = Math.max(AFTER_SILENCE_MS, Math.round((now - createdAt) * SHARE_OF_AGE));
  try {
    const at = now + Math.max(waitMs, isLimited(app, tenant) ? await waitForTurn(app, tenant) : 0);
    await tryWrite(() => app.table.apply(checkoutUnanswered(token, at)));
  } catch (error) {
    app.log.warn('a checkout could not be put down for an early poll', errorFields(error));
  }
  return { is: 'silent' };
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
