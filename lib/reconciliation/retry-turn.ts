import type { CoreApp, OfTenant } from '../runtime/app.ts';
import type { CardTry } from '../billing/next-step.ts';
import { allowedBeside, hasSameCards } from '../billing/retry-limits.ts';
import type { Subscription } from '../billing/subscription.ts';
import { CARD_RETRY_PAUSE_MS, DAY_MS, HOUR_MS, RUNNING_RETRY_PAUSE_MS } from '../limits.ts';
import {
  lookUpRetry,
  refusedTriesUntil,
  retryRecorded,
  retryRemoved,
  type PaymentRetry,
  type RetryAttempt,
  type RetryFor,
} from '../table/purchases/payment-retries.ts';
import { Unreadable } from '../record.ts';
import { errorFields } from '../runtime/log.ts';
import { subscriptionsBeside } from '../table/subscribers/customers.ts';
import { countUnreadable } from '../table/readable.ts';
import { tryWrite } from '../table/table.ts';

/** Why the provider is not asked: it `was`, or not before `at` (epoch ms). */
export type NoTurn = { readonly is: 'was' } | { readonly is: 'later'; readonly at: number };

/** A turn to have something charged that is on record, under each name that it is reserved by; or why there is none. */
export type Turn = { readonly is: 'taken'; readonly attempts: readonly RetryAttempt[] } | NoTurn;

/** The customer's subscriptions that may have the same card; undefined where one of them cannot be read. */
async function allBeside(app: CoreApp & OfTenant, one: Subscription): Promise<Subscription[] | undefined> {
  try {
    return await subscriptionsBeside(app, one.id, hasSameCards, 'all');
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    app.log.error('nothing is tried beside what cannot be read', {
      ...{ tenant: app.tenantId, subscriberId: one.id },
      ...errorFields(error),
    });
    countUnreadable(app, 'subscriber');
    return undefined;
  }
}

/**
 * The turn of whoever asks for an order, and of the schedule. It is the order's, as that of a return from a card form is. The
 * customer's subscriptions may all be charged to one card, so it is the customer's too: one try a day for all of them, by
 * whatever was asked for and whatever was seen. Where one of them cannot be read, nothing is tried for an hour.
 */
export async function takeTurn(app: CoreApp & OfTenant, order: string, one: Subscription): Promise<Turn> {
  const { customerReference } = one;
  const [ofOrder, ofCustomer, beside] = await Promise.all([
    lookUpRetry(app, order),
    lookUpRetry(app, customerReference),
    allBeside(app, one),
  ]);
  const now = app.clock();
  if (!beside) return { is: 'later', at: now + HOUR_MS };
  const lastTriedAt = Math.max(ofOrder?.triedAt ?? 0, ofCustomer?.triedAt ?? 0);
  const others = beside.filter(({ id }) => id !== one.id);
  const at = Math.max(lastTriedAt + DAY_MS, allowedBeside(one, others));
  if (now < at) return { is: 'later', at };
  const writer = app.newNonce();
  const attempts = [
    { tenant: app.tenantId, reference: order, before: ofOrder, writer },
    { tenant: app.tenantId, reference: customerReference, before: ofCustomer, writer },
  ];
  return take(app, attempts, 'anybody');
}

/**
 * The turn of a return from the card form, of a failed order or a refused activation: once per return, never within a minute
 * of the last attempt and at most three times within a day, however often it is asked for.
 */
export async function takeCardTurn(
  app: CoreApp & OfTenant,
  reference: string,
  { returnedAt, openedAt, lastTriedAt, isRunning }: CardTry,
  { retry, recovery }: Subscription,
): Promise<Turn> {
  // A retry that is under way may still be charged to the card before.
  if (retry && !retry.isLost) return { is: 'later', at: app.clock() + CARD_RETRY_PAUSE_MS };
  if (isRunning) return { is: 'later', at: app.clock() + RUNNING_RETRY_PAUSE_MS };
  // Whoever tried it since the return has tried the new card.
  if (openedAt === undefined && lastTriedAt > returnedAt) return { is: 'was' };
  const before = await lookUpRetry(app, reference);
  if (before && before.answeredUpTo >= returnedAt) return { is: 'was' };
  if (before && openedAt !== undefined && before.triedAt >= openedAt) return { is: 'was' };
  const seenAt = recovery?.undated.at(-1)?.at ?? 0;
  const at = allowedAfter(Math.max(lastTriedAt, seenAt), before, app.clock());
  if (app.clock() < at) return { is: 'later', at };
  return take(app, [{ tenant: app.tenantId, reference, before, writer: app.newNonce() }], { returnedAt });
}

/** From when a payment may be retried for a return (epoch ms). */
function allowedAfter(lastTriedAt: number, before: PaymentRetry | undefined, now: number): number {
  const afterPause = Math.max(lastTriedAt, before?.triedAt ?? 0) + CARD_RETRY_PAUSE_MS;
  return Math.max(afterPause, refusedTriesUntil(before, now) ?? 0);
}

/**
 * Records a turn under all its names, unless another was recorded under one of them concurrently. If that fails, it may be
 * on record although the provider is not asked, and is removed.
 */
async function take(app: CoreApp, attempts: readonly RetryAttempt[], of: RetryFor): Promise<Turn> {
  const now = app.clock();
  const puts = attempts.map((attempt) => retryRecorded(attempt, of, now));
  try {
    const isOwn = await tryWrite(
      () => app.table.write(puts),
      (found) => found !== undefined && found.writer === attempts[0]?.writer,
    );
    return isOwn ? { is: 'taken', attempts } : { is: 'later', at: app.clock() + CARD_RETRY_PAUSE_MS };
  } catch (error) {
    await giveBack(app, attempts).catch(() => undefined);
    throw error;
  }
}

/** Gives a turn back that was not used, under each name where no other has replaced it. */
export async function giveBack(app: CoreApp, attempts: readonly RetryAttempt[]): Promise<void> {
  await Promise.all(attempts.map((attempt) => tryWrite(() => app.table.apply(retryRemoved(attempt)))));
}
