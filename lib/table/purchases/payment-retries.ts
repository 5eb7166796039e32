import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { CARD_RETRIES, INTENT_RETENTION_MS } from '../../limits.ts';
import { fieldsOf } from '../fields.ts';
import { key } from '../schema.ts';
import type { Clause, Delete, Item, Put } from '../table.ts';

/** The last retry of a failed order or of a refused activation, or of any order of a customer. Times are epoch ms. */
export interface PaymentRetry {
  readonly triedAt: number;
  /** It covered all returns from a card form up to then. */
  readonly answeredUpTo: number;
  /** Those for returns from a card form that still count against the limit. */
  readonly tries: readonly number[];
  readonly item: Item;
}

/** A retry to be made: what of, by the provider's reference, after which one, and a nonce of its own. */
export interface RetryAttempt {
  readonly tenant: string;
  readonly reference: string;
  readonly before: PaymentRetry | undefined;
  readonly writer: string;
}

/** The last retry of what the provider's reference names; undefined if there was none. One consistent read. */
export async function lookUpRetry(
  app: CoreApp & OfTenant,
  reference: string,
): Promise<PaymentRetry | undefined> {
  const item = await app.table.get(key.retry(app.tenantId, reference), { consistent: true });
  if (!item) return undefined;
  const of = fieldsOf(item);
  const tries = of.numbers('tries') ?? [];
  return { triedAt: of.number('triedAt'), answeredUpTo: of.number('answeredUpTo'), tries, item };
}

/** For whom a retry is made: a return from a card form, or somebody who asks, or the schedule. */
export type RetryFor = { readonly returnedAt: number } | 'anybody';

/**
 * Records a retry at `now` (epoch ms), unless another was recorded. It covers the returns up to the one that it is made for,
 * and, for anybody else, all up to now: it charges the card that they left.
 */
export function retryRecorded(attempt: RetryAttempt, of: RetryFor, now: number): Put {
  const { tenant, reference, before, writer } = attempt;
  const asRead: Clause = before ? { attribute: 'triedAt', is: before.triedAt } : { absent: true };
  const ttl = Math.ceil((now + INTENT_RETENTION_MS) / 1000);
  const isCards = of !== 'anybody';
  const tries = [...countedTries(before, now), ...(isCards ? [now] : [])];
  const answeredUpTo = isCards ? of.returnedAt : now;
  return {
    put: { ...key.retry(tenant, reference), triedAt: now, tries, answeredUpTo, writer, ttl },
    if: [asRead],
  };
}

/** The retries (epoch ms) that count against the limit at `now`, oldest first. */
export function countedTries(before: PaymentRetry | undefined, now: number): readonly number[] {
  return (before?.tries ?? []).filter((at) => at > now - CARD_RETRIES.withinMs);
}

/** Until when (epoch ms) no return is tried, because the most were tried within a day; undefined if one may be. */
export function refusedTriesUntil(before: PaymentRetry | undefined, now: number): number | undefined {
  const oldestOfMax = countedTries(before, now).at(-CARD_RETRIES.max);
  return oldestOfMax === undefined ? undefined : oldestOfMax + CARD_RETRIES.withinMs;
}

/** Puts the record back to how it was before a retry that was not made, unless another one has replaced it. */
export function retryRemoved({ tenant, reference, before, writer }: RetryAttempt): Put | Delete {
  const own: Clause[] = [{ attribute: 'writer', is: writer }];
  return before ? { put: before.item, if: own } : { delete: key.retry(tenant, reference), if: own };
}
