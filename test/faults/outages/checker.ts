import { bodyOf, deliveryViolations, eventName } from '../posts.ts';
import { EVENT_WITHIN_MS, type Fact } from './facts.ts';
import { answers, money, newCards, sentCancellations } from './promises.ts';
import type { ReceivedPost } from './receiver.ts';
import type { Run } from './run.ts';

const MINUTE = 60_000;
/** An outage may delay what happened so long before it: a first attempt failed, a message was on its way. */
const UNDER_WAY_MS = 15 * MINUTE;
const ATTEMPTS = 11;
const GAP_MS = 60_000;

/** How one fact was told: how long after the outage, or after it was known, whichever came last. */
export interface Delivery {
  readonly fact: Fact;
  readonly lagMs: number;
  /** Whether it happened so that the outage was in its way. */
  readonly touched: boolean;
  readonly replayed: boolean;
}

/** Judges a run by what the receiver saw, what the provider remembers and what was answered. Shares no code with the product. */
export function judge(run: Run, facts: readonly Fact[]): { violations: string[]; deliveries: Delivery[] } {
  const groupsOfEvents = groups(run.history);
  const deliveries: Delivery[] = [];
  const violations = [
    ...deliveryViolations(run.history, run.secret),
    ...money(run),
    ...answers(run),
    ...sentCancellations(run),
    ...newCards(run),
  ];
  const claimed = new Set<string>();
  for (const fact of facts) {
    const named = groupsOfEvents.filter((group) => group.key === keyOf(fact));
    named.forEach(({ eventId }) => claimed.add(eventId));
    const what = `${keyOf(fact)} at ${minutes(run, fact.at)}, known at ${minutes(run, fact.known)}`;
    const touched = fact.known >= run.begins - UNDER_WAY_MS && fact.known <= run.ends;
    const due = touched ? run.ends : fact.known;
    const [first, ...more] = named;
    if (more.length > 0) violations.push(`${what}: sent as ${named.length} events`);
    if (!first) {
      if (due + EVENT_WITHIN_MS <= run.until) violations.push(`${what}: never sent`);
      continue;
    }
    const accepted = first.posts.filter((post) => post.accepted);
    const replayed = first.posts.length > ATTEMPTS;
    const from = replayed ? run.replayedAt : due;
    const lagMs = (accepted[0]?.at ?? Infinity) - from;
    deliveries.push({ fact, lagMs, touched, replayed });
    if (lagMs > EVENT_WITHIN_MS && from + EVENT_WITHIN_MS <= run.until)
      violations.push(`${what}: sent ${Math.round(lagMs / 1000)} s after it could be`);
    if (accepted.length > 1 && !run.forgetful) violations.push(`${what}: accepted ${accepted.length} times`);
  }
  for (const group of groupsOfEvents) {
    if (!claimed.has(group.eventId)) violations.push(`${group.key}: sent, but never happened`);
    violations.push(...sequence(group, run).map((wrong) => `${group.key}: ${wrong}`));
  }
  return { violations, deliveries };
}

const minutes = ({ begins }: Run, at: number) => `${((at - begins) / MINUTE).toFixed(2)} min`;
const keyOf = ({ who, name, which }: Fact) => `${who} ${name} ${which}`;

interface Group {
  readonly eventId: string;
  readonly key: string;
  readonly posts: readonly ReceivedPost[];
}

function groups(history: readonly ReceivedPost[]): Group[] {
  const byEvent = Map.groupBy(history, ({ headers }) => headers['X-Svc-Event-ID'] ?? '');
  return [...byEvent].map(([eventId, posts]) => {
    const body = bodyOf(posts[0]!);
    const { notificationType: type, purchaseDate, data } = body;
    const charge = type === 'DID_RENEW' || type === 'DID_FAIL_TO_RENEW';
    const pref = type === 'DID_CHANGE_RENEWAL_PREF';
    const which = charge ? String(purchaseDate) : pref ? String(data.subscriptionReference) : '';
    const { email } = data.customer as { email: string };
    return { eventId, key: `${email} ${eventName(body)} ${which}`, posts };
  });
}

function sequence({ posts }: Group, { replayedAt }: Run): string[] {
  const found: string[] = [];
  if (posts.filter(({ at }) => at < replayedAt).length > ATTEMPTS) found.push(`${posts.length} POSTs`);
  posts.forEach((post, i) => {
    const last = posts[i - 1];
    if (!last) return;
    if (post.at - last.at < GAP_MS && post.at < replayedAt)
      found.push(`attempts ${post.at - last.at} ms apart`);
  });
  return found;
}
