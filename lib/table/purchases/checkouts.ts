import type { CoreApp } from '../../runtime/app.ts';
import {
  CARD_CHECKOUT,
  nextPollAt,
  SUBSCRIBE_CHECKOUT,
  type CardCheckout,
  type Checkout,
} from '../../billing/checkout.ts';
import type { PurchaseOutcome } from '../../billing/begun-purchase.ts';
import { CHECKOUT_RETENTION_MS } from '../../limits.ts';
import { key } from '../schema.ts';
import { NOT_OPEN, open } from './open-items.ts';
import { onConflict, type Item, type Put, type Update } from '../table.ts';
import { checkoutWork } from '../work/works.ts';

/** Parses a checkout's item. Throws Unreadable. */
export const checkoutFrom = (item: Item): Checkout =>
  item.kind === 'card' ? CARD_CHECKOUT.read(item) : SUBSCRIBE_CHECKOUT.read(item);

/** A checkout's attributes. */
const stored = (checkout: Checkout) =>
  checkout.kind === 'card' ? CARD_CHECKOUT.write(checkout) : SUBSCRIBE_CHECKOUT.write(checkout);

/** Nothing has come of it yet. */
const withoutOutcome = SUBSCRIBE_CHECKOUT.is('outcome', null);

/** The checkout of a token; undefined if it is unknown. One consistent read. */
export async function lookUpCheckout(app: CoreApp, token: string): Promise<Checkout | undefined> {
  const item = await app.table.get(key.checkout(token), { consistent: true });
  return item && checkoutFrom(item);
}

type Owned = Pick<Checkout, 'token' | 'tenant'>;

/** What makes a checkout due at `at` (epoch ms). */
const openAt = ({ token, tenant }: Owned, at: number) =>
  open('checkout', { named: token, at, work: checkoutWork(tenant, token) });

/** A new checkout, due for its first poll. `idempotencyKey`: under which the answer with its form is stored. */
export function checkoutPut(checkout: Checkout, idempotencyKey: string | undefined): Put {
  const at = key.checkout(checkout.token);
  const { startedAt } = checkout;
  const pollAt = nextPollAt(checkout, startedAt);
  return {
    put: {
      ...stored(checkout),
      idempotencyKey,
      ...(pollAt !== undefined && openAt(checkout, pollAt)),
      ttl: Math.ceil((startedAt + CHECKOUT_RETENTION_MS) / 1000),
      ...at,
    },
    if: [{ absent: true }],
  };
}

/** Records a new checkout. An SDK retry that meets its own first write is recognised by the clientReferenceId. */
export function openedCheckout(
  app: CoreApp,
  checkout: Checkout,
  idempotencyKey: string | undefined,
): Promise<unknown> {
  return onConflict<unknown>(
    () => app.table.apply(checkoutPut(checkout, idempotencyKey)),
    (conflict) => {
      if (conflict.found[0]?.clientReferenceId !== checkout.clientReferenceId) throw conflict;
    },
  );
}

/** Records the outcome of a checkout once, without personal data; it stays due until its first order is on record. */
export function checkoutCompleted(
  { token, errorCode, errorMessage }: Pick<Checkout, 'token' | 'errorCode' | 'errorMessage'>,
  outcome: PurchaseOutcome,
): Update {
  const status = errorCode === null ? 'SUCCESS' : 'FAILED';
  return {
    update: key.checkout(token),
    ...SUBSCRIBE_CHECKOUT.change({ status, outcome, errorCode, errorMessage, customer: null }),
    if: [{ present: true }, withoutOutcome],
  };
}

/** Marks an unfinished checkout as failed, as the provider says at `now` (epoch ms). A success that is proven later still wins. */
export function checkoutFailed(token: string, error: { code: string; message: string }, now: number): Update {
  return {
    update: key.checkout(token),
    ...SUBSCRIBE_CHECKOUT.change({
      status: 'FAILED',
      errorCode: error.code,
      errorMessage: error.message,
      unpaidAt: now,
      isUnclear: undefined,
    }),
    if: [{ present: true }, withoutOutcome],
  };
}

/** What a poll found: nobody has paid, the provider refused to say whether somebody has, or nothing of either. */
export type PollResult = 'unpaid' | 'unclear' | 'undecided';

/**
 * A checkout after a poll at `now` (epoch ms) without a final result: the next poll, EXPIRED, or the end of its
 * personal data.
 */
export function checkoutPolled(checkout: Checkout, now: number, result: PollResult = 'undecided'): Update {
  const at = key.checkout(checkout.token);
  const pollAt = nextPollAt(checkout, now, result === 'unclear');
  const isSettled = checkout.kind === 'card' || result === 'unpaid';
  const isExpired = isSettled && checkout.status === 'PENDING' && now >= checkout.expiresAt;
  const isOver = pollAt === undefined;
  const { set, remove } = SUBSCRIBE_CHECKOUT.change({
    ...(isExpired && { status: 'EXPIRED' }),
    ...(result === 'unpaid' && { unpaidAt: now, isUnclear: undefined }),
    ...(result === 'unclear' && { isUnclear: true }),
    ...(isOver && checkout.kind === 'subscribe' && { customer: null }),
  });
  return {
    update: at,
    set: { ...set, ...(!isOver && { ...openAt(checkout, pollAt) }) },
    remove: [...remove, ...(isOver ? NOT_OPEN : [])],
    add: { polls: 1 },
    if: [{ attribute: 'status', is: checkout.status }],
  };
}

/** Schedules the next poll (epoch ms) after the provider did not answer. */
export function checkoutUnanswered(checkout: Owned, pollAt: number): Update {
  return {
    update: key.checkout(checkout.token),
    set: { ...openAt(checkout, pollAt) },
    if: [{ present: true }, withoutOutcome],
  };
}

/** The checkout needs no further work. */
export function checkoutSettled(token: string): Update {
  return { update: key.checkout(token), remove: NOT_OPEN, if: [{ present: true }] };
}

/** A card form needs no further work, unless a browser has returned from it since the checkout was read. */
export function cardFormSettled({ token, returnedAt }: CardCheckout): Update {
  const asRead = CARD_CHECKOUT.is('returnedAt', returnedAt);
  return { update: key.checkout(token), remove: NOT_OPEN, if: [{ present: true }, asRead] };
}

/**
 * Records a return from a card form at `returnedAt`, due at `dueAt` (epoch ms), unless another one was recorded
 * meanwhile.
 */
export function cardFormReturned(checkout: CardCheckout, returnedAt: number, dueAt: number): Update {
  const at = key.checkout(checkout.token);
  return {
    update: at,
    set: { status: 'SUCCESS', returnedAt, ...openAt(checkout, dueAt) },
    if: [{ present: true }, CARD_CHECKOUT.is('returnedAt', checkout.returnedAt)],
  };
}

/** Schedules another poll of a checkout at `dueAt` (epoch ms). */
export function checkoutDue(checkout: Owned, dueAt: number): Update {
  return {
    update: key.checkout(checkout.token),
    set: { ...openAt(checkout, dueAt) },
    if: [{ present: true }],
  };
}
