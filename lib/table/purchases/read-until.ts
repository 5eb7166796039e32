import type { CoreApp } from '../../runtime/app.ts';
import { SECOND_MS } from '../../limits.ts';

/** How a request waits for the outcome of an identical one that is under way. */
export const WAITING = {
  /** The first and the longest interval between two reads; each is twice the one before. */
  firstMs: 100,
  maxMs: 400,
  /**
   * How long identical requests count as sent at the same moment; later ones are told at once that it is still running.
   */
  longestMs: 2 * SECOND_MS,
  /** What is left of the invocation when the waiting ends: time for a last read and the answer. */
  answerMs: 2 * SECOND_MS,
} as const;

/**
 * Reads again, at growing intervals, until that is over; `running` itself if it began (epoch ms) too long ago, or time
 * is up.
 */
export async function readUntilOver<T>(
  app: CoreApp,
  { running, begunAt }: { readonly running: T; readonly begunAt: number },
  read: () => Promise<T | undefined>,
  isOver: (found: T | undefined) => boolean,
): Promise<T | undefined> {
  const { firstMs, maxMs, longestMs, answerMs } = WAITING;
  let leftMs = begunAt + longestMs - app.clock();
  let found: T | undefined = running;
  for (let waitMs: number = firstMs; !isOver(found); waitMs = Math.min(2 * waitMs, maxMs)) {
    if (waitMs > Math.min(leftMs, app.timeLeft() - answerMs)) break;
    await app.wait(waitMs);
    leftMs -= waitMs;
    found = await read();
  }
  return found;
}
