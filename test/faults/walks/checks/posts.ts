import { createHmac } from 'node:crypto';
import type { ShopEvidence } from '../evidence.ts';
import { bodyOf, headerOf } from '../../posts.ts';
import { isKeptAt } from '../received.ts';
import type { Post } from '../records.ts';

/** After so many attempts without success an event is given up. */
const ATTEMPTS = 11;
const isTaken = ({ answered }: Post) => answered >= 200 && answered < 300;

/** A delivery that was under way when a webhook was removed, or a rotation ended, arrives within this time. */
const UNDER_WAY_MS = 1_000;

/** Deliveries by themselves: signed, numbered from one upwards, none after one that was taken, each its own. */
export function postViolations(shop: ShopEvidence): string[] {
  const { posts, withoutWebhook } = shop;
  const found: string[] = [];
  const bodies = posts.map(bodyOf);
  if (new Set(bodies.map(({ transactionId }) => transactionId)).size < posts.length)
    found.push('two deliveries with one transaction id');
  found.push(...posts.flatMap((post) => signatureViolations(post, shop)));
  for (const [eventId, each] of Map.groupBy(posts, (post) => bodyOf(post).eventId))
    found.push(...attemptViolations(eventId, each, shop), ...bodyViolations(eventId, each, shop));
  for (const theirs of Map.groupBy(posts, (post) => bodyOf(post).data.subscriptionId).values())
    found.push(...sequenceViolations(theirs));
  for (const { at } of posts)
    if (withoutWebhook.some(({ from, to }) => at > from + UNDER_WAY_MS && at < to))
      found.push(`a delivery while there was no webhook (${new Date(at).toISOString()})`);
  return found;
}

/**
 * Signed with the secret in force at that time; while another is about to take its place, with that one too. In the very
 * millisecond of a change, while it is being asked for, and beside the delivery that ends a rotation, either side is right.
 */
function signatureViolations(post: Post, { secrets, secretChanges, posts }: ShopEvidence): string[] {
  /** A rotation whose time is over ends with the first delivery after it that was taken, here at least `ago` ms before. */
  const isUsed = (from: number, ago = 0) =>
    secrets.find((one) => one.from === from)?.isRotated !== true ||
    posts.some((one) => isTaken(one) && one.at >= from && one.at < post.at - ago);
  const seal = (secret: string) => `sha256=${createHmac('sha256', secret).update(post.body).digest('hex')}`;
  /** `hasCome`: whether an instant is past at the moment of signing, when these secrets were known. */
  const isSignedAs = (known: typeof secrets, at: number, hasCome: (instant: number) => boolean) => {
    const now = known.findLast(({ from }) => hasCome(from));
    const next = known.find(({ since, from, until }) => since <= at && !hasCome(from) && !hasCome(until));
    return (
      now !== undefined &&
      headerOf(post, 'x-svc-signature') === seal(now.secret) &&
      headerOf(post, 'x-svc-signature-next') === (next && seal(next.secret))
    );
  };
  /** With all secrets known, or without the last of those that became known at this moment or later. */
  const isSignedAsAt = (at: number) =>
    secrets
      .map((_, last) => secrets.slice(0, last + 1))
      .filter(({ length }) => secrets.slice(length).every(({ since }) => since >= at))
      .some(
        (known) =>
          isSignedAs(known, at, (instant) => instant <= at) ||
          isSignedAs(known, at, (instant) => instant <= at && isUsed(instant)) ||
          isSignedAs(known, at, (instant) => instant <= at && isUsed(instant, UNDER_WAY_MS)) ||
          isSignedAs(known, at, (instant) => instant < at),
      );
  const underWay = secretChanges.filter(({ from, to }) => from - 1 <= post.at && post.at <= to + 1);
  const moments = [post.at, post.at - 1, ...underWay.flatMap(({ from, to }) => [from - 1, from, to])];
  return moments.some(isSignedAsAt)
    ? []
    : [`a delivery that is not signed with the secrets of its time (${new Date(post.at).toISOString()})`];
}

/** However often an event is sent, it tells the same, but for whom it was about where that was erased meanwhile. */
function bodyViolations(eventId: string, posts: readonly Post[], { erased }: ShopEvidence): string[] {
  const told = posts.map((post) => {
    const { transactionId: _of, attempt: _nth, ...body } = bodyOf(post);
    const { customer, ...data } = body.data;
    return JSON.stringify({ ...body, signedDate: 0, data, customer: erased.length > 0 || customer });
  });
  return new Set(told).size > 1 ? [`${eventId} told this, and then that: ${told.join(' / ')}`] : [];
}

/** A subscriber's events are numbered from one upwards, each by a number of its own in each of its deliveries. */
function sequenceViolations(posts: readonly Post[]): string[] {
  const numbers = new Map<number, string>();
  for (const post of posts) {
    const sequence = Number(headerOf(post, 'x-svc-sequence'));
    const { eventId } = bodyOf(post);
    if (!Number.isSafeInteger(sequence) || sequence < 1)
      return [`${eventId} has no number in its subscriber`];
    if ((numbers.get(sequence) ?? eventId) !== eventId) return [`two events with the number ${sequence}`];
    numbers.set(sequence, eventId);
  }
  const events = new Set(numbers.values()).size;
  return numbers.size === events && Math.max(...numbers.keys()) === events
    ? []
    : [`${events} events with the numbers ${[...numbers.keys()].toSorted((a, b) => a - b).join()}`];
}

/**
 * An event has eleven attempts and each replay gives it eleven more, of which the last one alone may be taken. All that
 * never arrived is asked for again in the end, so the very last attempt is taken. A fault that struck may cost one attempt,
 * or have what was taken sent once more.
 */
function attemptViolations(
  eventId: string,
  posts: readonly Post[],
  { replayed, bulkReplays, feed, struck }: ShopEvidence,
): string[] {
  const found: string[] = [];
  const attempts = posts.map((post) => bodyOf(post).attempt);
  const isRising = attempts.every((attempt, nth) => attempt > (attempts[nth - 1] ?? 0));
  if (!isRising || attempts.at(-1)! - posts.length > struck)
    found.push(`${eventId} in attempts ${attempts.join()}`);
  let [rounds, inRound] = [0, 0];
  for (const post of posts) {
    inRound++;
    if (!isTaken(post) && inRound < ATTEMPTS) continue;
    rounds++;
    inRound = 0;
  }
  const isAskedFor = isKeptAt(eventId, feed.readAt, posts); // what is over cannot be sent again
  if (isAskedFor && !isTaken(posts.at(-1)!))
    found.push(`${eventId} was given up after ${posts.length} attempts`);
  const least = replayed.filter((one) => one === eventId).length;
  const most = ATTEMPTS * (1 + least + bulkReplays);
  if (Math.max(posts.length, ...attempts) > most)
    found.push(`${eventId} in attempts ${attempts.join()}, of ${most}`);
  if (rounds < Math.max(least, 1) || rounds > 1 + least + bulkReplays + struck)
    found.push(`${eventId} was sent to its end ${rounds} times, with ${least} replays of its own`);
  return found;
}
