import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { CoreApp } from '../app.ts';
import {
  nextPollAt,
  type CardCheckout,
  type Checkout,
  type CheckoutOutcome,
  type CheckoutStatus,
} from '../billing/checkout.ts';
import { CHECKOUT_KEPT_MS } from '../limits.ts';
import type { HostedForm } from '../pay/pay.ts';
import { due, NOT_DUE } from './due.ts';
import { fieldsOf, type Fields } from './fields.ts';
import { itemOf } from './item.ts';
import { key } from './schema.ts';
import { identityFrom, planTermsFrom } from './stored-subscription.ts';
import type { Item, Put, Update } from './table.ts';

const STATUSES = ['PENDING', 'SUCCESS', 'FAILED', 'EXPIRED'] as const satisfies readonly CheckoutStatus[];

/** Reads a checkout's item. Throws Unreadable where it is not one. */
export function checkoutFrom(item: Item): Checkout {
  const of = fieldsOf(item);
  const outcome = of.part('outcome');
  const base = {
    token: of.text('token'),
    tenant: of.text('tenant'),
    status: of.oneOf('status', STATUSES),
    clientReferenceId: of.text('clientReferenceId'),
    callbackUrl: of.text('callbackUrl'),
    createdAt: of.number('createdAt'),
    expiresAt: of.number('expiresAt'),
    polls: of.number('polls'),
    outcome: outcome && outcomeFrom(outcome),
    errorCode: of.textOrNull('errorCode'),
    errorMessage: of.textOrNull('errorMessage'),
  };
  const kind = of.oneOf('kind', ['subscribe', 'card']);
  if (kind === 'card')
    return {
      ...base,
      kind,
      subscriberId: of.text('subscriberId'),
      returnedAt: of.numberOrNull('returnedAt'),
    };
  return {
    ...base,
    kind,
    plan: planTermsFrom(of.must('plan')),
    customer: identityFrom(of.must('customer')),
    endedBefore: of.numberOrNull('endedBefore'),
  };
}

function outcomeFrom(of: Fields): CheckoutOutcome {
  return {
    subscriberId: of.text('subscriberId'),
    subscriptionReference: of.text('subscriptionReference'),
    customerReference: of.text('customerReference'),
    planReference: of.text('planReference'),
    customerId: of.text('customerId'),
  };
}

export async function lookUpCheckout(app: CoreApp, token: string): Promise<Checkout | undefined> {
  const item = await app.table.get(key.checkout(token), { consistent: true });
  return item && checkoutFrom(item);
}

/** A new checkout, due for its first look. */
export function checkoutPut(checkout: Checkout): Put {
  const at = key.checkout(checkout.token);
  const look = nextPollAt(checkout, checkout.createdAt);
  return {
    put: itemOf(at, {
      ...checkout,
      ...(look !== undefined && due('checkout', look, at)),
      ttl: Math.ceil((checkout.createdAt + CHECKOUT_KEPT_MS) / 1000),
    }),
    if: [{ absent: true }],
  };
}

/** The provider's form content, for the hosted page; kept deflated, so that it stays within one write unit. */
export function formPut(
  { token, content, sources }: Pick<HostedForm, 'token' | 'content' | 'sources'>,
  createdAt: number,
): Put {
  return {
    put: {
      ...key.form(token),
      content: deflateRawSync(content),
      sources,
      ttl: Math.ceil((createdAt + CHECKOUT_KEPT_MS) / 1000),
    },
  };
}

/** The checkout and its form, for the hosted page; forms of earlier releases do not say where their scripts come from. */
export async function lookUpForm(
  app: CoreApp,
  token: string,
): Promise<{ checkout: Checkout; content: string; sources: string | null } | undefined> {
  const [checkout, form] = await app.table.getMany([key.checkout(token), key.form(token)], {
    consistent: true,
  });
  if (!checkout || !(form?.content instanceof Uint8Array)) return undefined;
  return {
    checkout: checkoutFrom(checkout),
    content: inflateRawSync(form.content).toString(),
    sources: fieldsOf(form).textOrNull('sources'),
  };
}

/**
 * Records what a checkout brought about, once, whatever its status was before. With an error, because the bank refused
 * to activate what was bought, it counts as failed. It stays due, since its next poll makes sure that the first order
 * is on record.
 */
export function checkoutCompleted(
  { token, errorCode, errorMessage }: Pick<Checkout, 'token' | 'errorCode' | 'errorMessage'>,
  outcome: CheckoutOutcome,
): Update {
  const status = errorCode === null ? 'SUCCESS' : 'FAILED';
  return {
    update: key.checkout(token),
    set: { status, outcome: { ...outcome }, errorCode, errorMessage },
    if: [{ present: true }, { attribute: 'outcome', is: null }],
  };
}

/** Marks an unfinished checkout as failed. A success proven later still wins. */
export function checkoutFailed(token: string, error: { code: string; message: string }): Update {
  return {
    update: key.checkout(token),
    set: { status: 'FAILED', errorCode: error.code, errorMessage: error.message },
    if: [{ present: true }, { attribute: 'outcome', is: null }],
  };
}

/** After a look that found nothing final: when to look next, or EXPIRED once there is no further look. */
export function checkoutPolled(checkout: Checkout, now: number): Update {
  const at = key.checkout(checkout.token);
  const look = nextPollAt(checkout, now);
  const expired = checkout.status === 'PENDING' && now >= checkout.expiresAt;
  return {
    update: at,
    set: {
      ...(look !== undefined && { ...due('checkout', look, at) }),
      ...(expired && { status: 'EXPIRED' }),
    },
    ...(look === undefined && { remove: NOT_DUE }),
    add: { polls: 1 },
    if: [{ attribute: 'status', is: checkout.status }],
  };
}

/** The provider did not answer when an unfinished checkout was read: when to look next (epoch ms). */
export function checkoutUnanswered(token: string, lookAt: number): Update {
  const at = key.checkout(token);
  return {
    update: at,
    set: { ...due('checkout', lookAt, at) },
    if: [{ present: true }, { attribute: 'outcome', is: null }],
  };
}

/** Nothing is left to be done for this checkout. */
export function checkoutSettled(token: string): Update {
  return { update: key.checkout(token), remove: NOT_DUE, if: [{ present: true }] };
}

/**
 * The browser is back from a card form, at `returnedAt` (epoch ms), where no other return has been recorded since it was
 * read. It is due at `dueAt` (epoch ms), should the message get lost.
 */
export function cardFormReturned(checkout: CardCheckout, returnedAt: number, dueAt: number): Update {
  const at = key.checkout(checkout.token);
  return {
    update: at,
    set: { status: 'SUCCESS', returnedAt, ...due('checkout', dueAt, at) },
    if: [{ present: true }, { attribute: 'returnedAt', is: checkout.returnedAt }],
  };
}

/** A checkout is polled again at `dueAt` (epoch ms). */
export function checkoutDue(token: string, dueAt: number): Update {
  const at = key.checkout(token);
  return { update: at, set: { ...due('checkout', dueAt, at) }, if: [{ present: true }] };
}
