import { bodyOf, deliveryViolations } from '../posts.ts';
import type { Received } from './receiver.ts';

/** How an event ended according to the table, and what may excuse its history. */
export interface Ended {
  readonly eventId: string;
  readonly state: string;
  readonly attempt: number;
  readonly stillDue: boolean;
}

const ATTEMPTS = 11;
const GAP_MS = 60_000;

/**
 * Judges a run by what the receiver saw. Shares no code with the product. Every deviation has to be paid for by a
 * fault that struck: one fault may cost one attempt, or one delivery more than needed, and nothing else.
 */
export function violations(
  history: readonly Received[],
  events: readonly Ended[],
  allowed: { secret: string; faults: number; skewMs: number },
): string[] {
  const found = events.flatMap((event) => {
    const posts = history.filter(({ headers }) => headers['X-Svc-Event-ID'] === event.eventId);
    const wrong = [...sequence(posts, allowed.skewMs), ...ending(posts, event, allowed.faults)];
    return wrong.map((what) => `${event.eventId}: ${what}`);
  });
  found.push(...deliveryViolations(history, allowed.secret));
  const known = new Set(events.map(({ eventId }) => eventId));
  if (history.some(({ headers }) => !known.has(headers['X-Svc-Event-ID'] ?? '')))
    found.push('a POST of an event that never happened');
  return found;
}

function sequence(posts: readonly Received[], skewMs: number): string[] {
  const found: string[] = [];
  if (posts.length > ATTEMPTS) found.push(`${posts.length} POSTs`);
  posts.forEach((post, i) => {
    const attempt = attemptOf(post);
    if (!(attempt >= 1 && attempt <= ATTEMPTS)) found.push(`attempt ${attempt}`);
    const last = posts[i - 1];
    if (!last) return;
    const gap = post.at - last.endedAt;
    if (gap < GAP_MS - skewMs) found.push(`only ${gap} ms between attempts`);
  });
  return found;
}

function ending(posts: readonly Received[], event: Ended, faults: number): string[] {
  const found: string[] = [];
  const delivered = event.state === 'DELIVERED';
  const accepted = posts.filter((post) => post.accepted).length;
  const forgotten = accepted - (delivered ? 1 : 0);
  if (!delivered && event.state !== 'EXHAUSTED') found.push(`left ${event.state}`);
  if (event.stillDue) found.push('ended, but still due');
  if (delivered && posts.at(-1)?.accepted !== true)
    found.push('delivered, but the last POST was not accepted');
  if (!delivered && event.attempt !== ATTEMPTS) found.push(`given up after ${event.attempt} attempts`);
  if (forgotten > faults) found.push(`${forgotten} acceptances forgotten for ${faults} faults`);
  if (event.attempt - posts.length > faults) found.push(`${event.attempt} attempts, ${posts.length} POSTs`);
  if (posts.some((post) => attemptOf(post) > event.attempt))
    found.push('a POST beyond the recorded attempts');
  return found;
}

const attemptOf = (post: Received) => bodyOf(post).attempt;
