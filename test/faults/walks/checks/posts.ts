import { createHmac } from 'node:crypto';
import type { ShopEvidence } from '../evidence.ts';
import { bodyOf, headerOf } from '../received.ts';
import type { Post, Replayed } from '../records.ts';

/** After so many attempts without success an event is given up. */
const ATTEMPTS = 11;
const isTaken = ({ answered }: Post) => answered >= 200 && answered < 300;

/** Deliveries by themselves: signed, numbered from one upwards, none after one that was taken, each its own. */
export function postViolations({ posts, replayed, secrets }: ShopEvidence): string[] {
  const found: string[] = [];
  const bodies = posts.map(bodyOf);
  if (new Set(bodies.map(({ transactionId }) => transactionId)).size < posts.length)
    found.push('two deliveries with one transaction id');
  found.push(...posts.flatMap((post) => signatureViolations(post, secrets)));
  for (const [eventId, each] of Map.groupBy(posts, (post) => bodyOf(post).eventId))
    found.push(...attemptViolations(eventId, each, replayed));
  return found;
}

/**
 * Signed with the secret in force at that time; while another is about to take its place, with that one too. In the very
 * millisecond of a change either side of it is right.
 */
function signatureViolations(post: Post, secrets: ShopEvidence['secrets']): string[] {
  const seal = (secret: string) => `sha256=${createHmac('sha256', secret).update(post.body).digest('hex')}`;
  const isSignedAsAt = (at: number) => {
    const now = secrets.findLast(({ from }) => from <= at);
    const next = secrets.find(({ since, from }) => since <= at && at < from);
    return (
      now !== undefined &&
      headerOf(post, 'x-svc-signature') === seal(now.secret) &&
      headerOf(post, 'x-svc-signature-next') === (next && seal(next.secret))
    );
  };
  return isSignedAsAt(post.at) || isSignedAsAt(post.at - 1)
    ? []
    : [`a delivery that is not signed with the secrets of its time (${new Date(post.at).toISOString()})`];
}

/** Each replay gives an event eleven further attempts, of which the last one alone may be taken. */
function attemptViolations(eventId: string, posts: readonly Post[], replayed: readonly Replayed[]): string[] {
  const found: string[] = [];
  const attempts = posts.map((post) => bodyOf(post).attempt);
  if (attempts.some((attempt, nth) => attempt !== nth + 1))
    found.push(`${eventId} in attempts ${attempts.join()}`);
  const again = replayed.filter((one) => one.eventId === eventId).map(({ after }) => after);
  for (const [nth, from] of [0, ...again].entries()) {
    const round = posts.slice(from, again[nth]);
    const taken = round.findIndex(isTaken);
    if (taken >= 0 && taken < round.length - 1) found.push(`${eventId} was sent again after it was taken`);
    if (taken < 0 && round.length !== ATTEMPTS)
      found.push(`${eventId} was given up after ${round.length} attempts`);
  }
  return found;
}
