import { DAY_MS, PAY_ALLOWS, RECOVERY } from '../limits.ts';
import type { Decline } from './provider-snapshot.ts';
import { allowedFrom, triesOf } from './retry-limits.ts';
import type { Recovery, Subscription } from './subscription.ts';

/** What the times of a recovery follow from. */
export type Recovering = Pick<
  Subscription,
  'recovery' | 'cardReturnedAt' | 'graceEndsAt' | 'cancellation' | 'retry'
>;

/** When a failed renewal is tried again and given up; epoch ms. */
export interface RecoveryTimes {
  /** When it failed first, or another card was entered since: the days of the schedule count from there. */
  readonly failedAt: number;
  /** The schedule's last day; null if it has none. */
  readonly lastDay: number | null;
  /** When the schedule tries next; null if it does not. */
  readonly nextAttemptAt: number | null;
  /** When the subscription is cancelled if nobody has paid until then. */
  readonly endsAt: number;
}

/** The times of a recovery, by the schedule under which it is; null while nothing is owed. */
export function recoveryTimes(one: Recovering): RecoveryTimes | null {
  const { recovery, cardReturnedAt, graceEndsAt } = one;
  if (!recovery) return null;
  const { dueAt, failures, schedule } = recovery;
  const failedAt = Math.max(failures[0] ?? dueAt, cardReturnedAt ?? 0);
  const days = schedule.retryDays.map((day) => failedAt + day * DAY_MS);
  const lastDay = days.at(-1) ?? null;
  const limit = dueAt + PAY_ALLOWS.collectedMs;
  const end = schedule.then === 'cancel' ? Math.max((lastDay ?? failedAt) + DAY_MS, graceEndsAt ?? 0) : limit;
  const endsAt = Math.min(end, limit);
  const next = nextDay(one, recovery, days);
  return { failedAt, lastDay, nextAttemptAt: next !== null && next < endsAt ? next : null, endsAt };
}

/** The first of the days after the last try with the present card, as soon as one is allowed; null where none is tried. */
function nextDay(
  { cancellation, retry, cardReturnedAt }: Recovering,
  { failures, attempts, undated, asked, isRunning, decline }: Recovery,
  days: readonly number[],
): number | null {
  const isOfCard = (at: number) => at >= (cardReturnedAt ?? 0);
  const ofCard = failures.filter(isOfCard);
  if (cancellation || retry || isRunning || !isScheduled(decline, ofCard.length)) return null;
  const tries = { attempts: attempts.filter(isOfCard), asked: asked.filter(isOfCard) };
  const seen = undated.map(({ at }) => at).filter(isOfCard);
  const lastTriedAt = Math.max(0, ...ofCard, ...seen, ...tries.attempts, ...tries.asked);
  const day = days.find((at) => at > lastTriedAt);
  return day === undefined ? null : Math.max(day, allowedFrom(triesOf(tries)));
}

/** Whether the schedule tries a card again of which the bank said this. */
function isScheduled({ means }: Decline, failures: number): boolean {
  return means === 'soft' || (means === 'unknown' && failures <= RECOVERY.unknownMax);
}
