import { bodyOf, deliveryViolations } from '../../faults/posts.ts';
import type { Posted } from '../../faults/own-receiver.ts';
import type { Change, Purchase } from './log.ts';

/** An order that the provider took the money for, as its ledger has it. */
export interface Charge {
  readonly subscriptionReferenceCode: string;
  readonly orderReferenceCode: string;
  readonly customerEmail: string;
}

/** What GET /subscribers says of a reference; undefined where it knows none such. */
export interface Found {
  readonly id: string;
  readonly svcId: string;
  readonly email: string;
}

export interface Histories {
  readonly charges: readonly Charge[];
  /** By the provider's reference. */
  readonly found: ReadonlyMap<string, Found | undefined>;
  readonly posts: readonly Posted[];
  readonly purchases: readonly Purchase[];
  readonly changes: readonly Change[];
  readonly secret: string;
}

interface ReceivedEvent {
  readonly eventId: string;
  readonly type: string;
  readonly subtype: string;
  readonly subscriptionId: string;
  readonly planReference: string;
  /** Everything but what is each delivery's own. */
  readonly content: string;
  readonly accepted: boolean;
}

const ATTEMPTS_MAX = 11;

/** Judges a run by the provider's ledger, the receiver's history and the clients' log alone. Shares no code with the product. */
export function violations(histories: Histories): string[] {
  const { charges, found, posts, purchases, changes, secret } = histories;
  const events = eventsIn(posts);
  return [
    ...purchases.flatMap((purchase) => money(purchase, charges)),
    ...charges.flatMap((charge) => recorded(charge, found.get(charge.subscriptionReferenceCode))),
    ...purchases.flatMap((purchase) => judge(purchase, charges, found, events)),
    ...planChangesAnnounced(changes, purchases, found, events),
    ...twice(events),
    ...events.filter(({ accepted }) => !accepted).map(({ eventId }) => `${eventId} was never delivered`),
    ...deliveryViolations(posts, secret),
    ...posts.filter((post) => bodyOf(post).attempt > ATTEMPTS_MAX).map(() => 'more than eleven attempts'),
  ];
}

/** One charge for the purchase, and one for the move to another plan where there was one. */
function money({ email, svcId, paid, move }: Purchase, charges: readonly Charge[]): string[] {
  const mine = charges.filter(({ customerEmail }) => customerEmail === email);
  const most = move === 'none' ? 1 : 2;
  const orders = new Set(mine.map(({ orderReferenceCode }) => orderReferenceCode));
  const wrong: string[] = [];
  if (mine.length > most || orders.size < mine.length) wrong.push(`charged ${mine.length} times`);
  if ((paid || svcId !== undefined) && mine.length === 0) wrong.push('told paid, but never charged');
  if (move === 'done' && mine.length < 2) wrong.push('told of another plan, whose charge never came');
  return wrong.map((what) => `${email}: ${what}`);
}

function recorded({ subscriptionReferenceCode: reference, customerEmail }: Charge, found?: Found): string[] {
  if (!found) return [`${customerEmail}: charged under ${reference}, which nobody knows`];
  return found.email === customerEmail ? [] : [`${customerEmail}: the charge leads to ${found.email}`];
}

/** Who was charged has one subscriber, was welcomed by one event, and their cancellation and move are told once. */
function judge(
  purchase: Purchase,
  charges: readonly Charge[],
  found: Histories['found'],
  events: readonly ReceivedEvent[],
): string[] {
  const mine = charges.filter(({ customerEmail }) => customerEmail === purchase.email);
  const subscribers = new Set(
    mine.map(({ subscriptionReferenceCode }) => found.get(subscriptionReferenceCode)?.id),
  );
  const [id] = subscribers;
  if (id === undefined) return [];
  const of = (type: string) => events.filter((one) => one.subscriptionId === id && one.type === type).length;
  const svcId = found.get(mine[0]?.subscriptionReferenceCode ?? '')?.svcId;
  const moved = mine.length > 1 ? 1 : 0;
  const cancelled = of('DID_CHANGE_RENEWAL_STATUS');
  const wrong: string[] = [];
  if (subscribers.size > 1) wrong.push(`${subscribers.size} subscribers`);
  if (purchase.svcId !== undefined && purchase.svcId !== svcId)
    wrong.push(`told to be ${purchase.svcId}, found as ${svcId ?? 'nobody'}`);
  if (of('SUBSCRIBED') !== 1) wrong.push(`${of('SUBSCRIBED')} events SUBSCRIBED`);
  if (cancelled > 1 || (purchase.cancel === 'done' && cancelled === 0))
    wrong.push(`${cancelled} events of a cancellation that is ${purchase.cancel}`);
  if (purchase.role === 'moves' && of('DID_CHANGE_RENEWAL_PREF') !== moved)
    wrong.push(`${of('DID_CHANGE_RENEWAL_PREF')} events of ${moved} changes of plan at the provider`);
  return wrong.map((what) => `${purchase.email}: ${what}`);
}

/**
 * Each change that was answered yes has its event; one that was cut off may have one, a refused one has none. A change
 * to the plan that the one before it asked for is at most a repeat of it, with the same answer and no event of its own.
 */
function planChangesAnnounced(
  changes: readonly Change[],
  purchases: readonly Purchase[],
  found: Histories['found'],
  events: readonly ReceivedEvent[],
): string[] {
  const changers = purchases.filter(({ role, svcId }) => role === 'changes' && svcId !== undefined);
  return changers.flatMap(({ svcId, payReference }) => {
    const id = found.get(payReference ?? '')?.id;
    const mine = changes.filter((change) => change.svcId === svcId && change.outcome !== 'refused');
    const announced = events.filter(
      (one) => one.subscriptionId === id && one.type === 'DID_CHANGE_RENEWAL_PREF',
    );
    const plans = new Set([...mine, ...announced].map(({ planReference }) => planReference));
    return [...plans].flatMap((plan) => {
      const sure = runsTo(
        plan,
        mine.filter(({ outcome }) => outcome === 'told'),
      );
      const most = runsTo(plan, mine);
      const events = announced.filter(({ planReference }) => planReference === plan).length;
      return events < sure || events > most
        ? [`${svcId ?? ''}: ${events} events of ${sure} to ${most} changes to ${plan}`]
        : [];
    });
  });
}

/** How often a customer, whose changes never overlap, goes over to the plan: again and again counts once. */
function runsTo(plan: string, changes: readonly Change[]): number {
  return changes.filter(
    ({ planReference }, i) => planReference === plan && changes[i - 1]?.planReference !== plan,
  ).length;
}

/** Changes of plan are counted above: going to and fro within a second, two of them may well read the same. */
function twice(events: readonly ReceivedEvent[]): string[] {
  const rest = events.filter(({ type }) => type !== 'DID_CHANGE_RENEWAL_PREF');
  const contents = new Set(rest.map(({ content }) => content));
  return contents.size < rest.length ? [`${rest.length - contents.size} events told under two ids`] : [];
}

/** One for each event id. */
function eventsIn(posts: readonly Posted[]): ReceivedEvent[] {
  const byId = new Map<string, ReceivedEvent>();
  for (const { body, status } of posts) {
    const { attempt: _a, transactionId: _t, signedDate: _s, eventId, ...content } = payloadOf(body);
    const { subscriptionId, planReference } = content.data as Record<string, string>;
    const accepted = status === 200 || byId.get(String(eventId))?.accepted === true;
    byId.set(String(eventId), {
      eventId: String(eventId),
      type: String(content.notificationType),
      subtype: String(content.subtype),
      subscriptionId: String(subscriptionId),
      planReference: String(planReference),
      content: JSON.stringify(content),
      accepted,
    });
  }
  return [...byId.values()];
}

function payloadOf(body: string): Record<string, unknown> {
  return JSON.parse(body) as Record<string, unknown>;
}
