import { DAY_MS, RECOVERY } from '../limits.ts';
import type { Recovery, Subscription } from './subscription.ts';

/** What was tried with a card: the attempts that were seen, and when we asked for one (epoch ms). */
export type Tries = Pick<Recovery, 'attempts' | 'asked'>;

/** Every try with a card, oldest first: of what we asked for, only what no attempt has followed within a day. */
export function triesOf({ attempts, asked }: Tries): readonly number[] {
  const unseen = asked.filter((at) => !attempts.some((one) => one >= at && one < at + DAY_MS));
  return [...attempts, ...unseen].sort((a, b) => a - b);
}

/** From when another try is allowed (epoch ms): a day after the last one, and at most seven in 30 days. */
export function allowedFrom(tries: readonly number[]): number {
  const oldestOfMax = tries.at(-RECOVERY.attemptsMax);
  const afterMax = oldestOfMax === undefined ? 0 : oldestOfMax + RECOVERY.withinMs;
  return Math.max((tries.at(-1) ?? 0) + DAY_MS, afterMax);
}

/** Whether the provider keeps the cards of both with one customer. */
export const hasSameCards = (one: Subscription, other: Subscription): boolean =>
  one.customerReference === other.customerReference;

/**
 * From when another try is allowed (epoch ms) if the customer's other subscriptions are charged to the same card, as
 * far as they are not paid. What was tried before this one's card was entered does not count.
 */
export function allowedBeside(one: Subscription, others: readonly Subscription[]): number {
  const since = one.cardReturnedAt ?? 0;
  const tries = others.flatMap(({ recovery }) => (recovery ? triesOf(recovery) : []));
  const own = one.recovery ? triesOf(one.recovery) : [];
  return allowedFrom([...own, ...tries.filter((at) => at >= since)].sort((a, b) => a - b));
}
