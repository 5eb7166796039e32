import { createHmac } from 'node:crypto';
import { UNASKED, type RoguePost } from './rogue-receiver.ts';

/** One attempt as the table has it. */
export interface RecordedAttempt {
  readonly attempt: number;
  readonly transactionId: string;
  readonly signedAt: number;
  readonly endedAt: number;
  readonly status: number | null;
  readonly why: string | null;
  readonly answer: string | null;
}

/** One event as the table has it at the end. */
export interface RecordedEvent {
  readonly eventId: string;
  readonly happenedAt: number;
  readonly sequence: number;
  readonly state: string;
  readonly attempts: readonly RecordedAttempt[];
}

const ATTEMPTS = 11;
const GAP_MS = 60_000;
const DEADLINE_MS = 10_000;
const ANSWER_BYTES = 1_024;

const accepts = (status: number | null) => status !== null && status >= 200 && status <= 299;

/**
 * Compares what a receiver saw with what the table says of one event. Shares no code with the product. An attempt that
 * the receiver never read whole is excused where its connection broke (status null), or was answered before anything was
 * asked. Nothing excuses a POST that was not recorded.
 */
export function judgeEvent(event: RecordedEvent, posts: readonly RoguePost[], secret: string): string[] {
  const found = [...course(event), ...ending(event), ...posts.flatMap((post) => letter(post, event, secret))];
  for (const recorded of event.attempts) {
    const seen = posts.filter(({ headers }) => headers['x-svc-transaction-id'] === recorded.transactionId);
    found.push(...meeting(recorded, seen).map((what) => `attempt ${recorded.attempt}: ${what}`));
  }
  const known = new Set(event.attempts.map(({ transactionId }) => transactionId));
  if (posts.some(({ headers }) => !known.has(headers['x-svc-transaction-id'] ?? '')))
    found.push('a POST that no attempt has');
  return found.map((what) => `${event.eventId}: ${what}`);
}

/** The attempts begin at once, follow one another a minute after the last one's end, and have numbers without a gap. */
function course({ attempts, happenedAt }: RecordedEvent): string[] {
  return attempts.flatMap(({ attempt, signedAt, endedAt }, i) => {
    const found: string[] = [];
    const last = attempts[i - 1];
    const dueAt = last ? last.endedAt + GAP_MS : happenedAt;
    if (attempt !== i + 1) found.push(`attempt ${attempt} is number ${i + 1}`);
    if (signedAt !== dueAt) found.push(`attempt ${attempt} began ${signedAt - dueAt} ms late`);
    if (endedAt - signedAt > DEADLINE_MS) found.push(`attempt ${attempt} took ${endedAt - signedAt} ms`);
    return found;
  });
}

function ending({ state, attempts }: RecordedEvent): string[] {
  const delivered = attempts.map(({ status }) => accepts(status));
  const firstDelivered = delivered.indexOf(true);
  if (state === 'DELIVERED')
    return firstDelivered === attempts.length - 1 && attempts.length > 0
      ? []
      : ['delivered without a 2xx at its end'];
  if (state !== 'EXHAUSTED') return [`left ${state}`];
  if (firstDelivered >= 0) return ['given up though delivered'];
  return attempts.length === ATTEMPTS ? [] : [`given up after ${attempts.length} attempts`];
}

/** What one attempt says of itself, and what its receiver knows of it. */
function meeting({ status, why, answer }: RecordedAttempt, seen: readonly RoguePost[]): string[] {
  const found: string[] = [];
  if (seen.length > 1) found.push(`sent ${seen.length} times`);
  if ((status === null) === (why === null)) found.push(`status ${status}, why ${why}`);
  if (Buffer.byteLength(answer ?? '') > ANSWER_BYTES) found.push('keeps a long answer');
  const [post] = seen;
  const isSlowMachine = why === 'timeout';
  if (!post && status !== null && !UNASKED.includes(status)) found.push(`answered ${status}, but never seen`);
  if (post && !isSlowMachine && (status ?? 'none') !== post.says)
    found.push(`the receiver ${post.way} (${post.says}), recorded is ${status ?? why}`);
  return found;
}

function letter({ headers, body }: RoguePost, event: RecordedEvent, secret: string): string[] {
  const payload = JSON.parse(body) as Record<string, unknown>;
  const { attempt, signedAt } =
    event.attempts.find(({ transactionId }) => transactionId === payload.transactionId) ?? {};
  const expected = {
    'x-svc-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'x-svc-event': payload.notificationType,
    'x-svc-event-id': payload.eventId,
    'x-svc-transaction-id': payload.transactionId,
    'x-svc-sequence': String(event.sequence),
    'content-type': 'application/json',
  };
  const wrong = Object.entries(expected).filter(([name, value]) => headers[name] !== value);
  const found = wrong.map(([name]) => `${name} is ${headers[name]}`);
  if (payload.attempt !== attempt || payload.signedDate !== signedAt) found.push('another attempt’s body');
  return found;
}
