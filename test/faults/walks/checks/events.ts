import type { Charge, ShopEvidence } from '../evidence.ts';
import { answeredCancels } from './answered-cancels.ts';
import { paidOf, SHOWN_WITHIN_MS, type Family } from './families.ts';
import type { Asked, Post } from '../records.ts';
import { HOUR } from '../../../support/world/shop.ts';
import { bodyOf, eventName, headerOf } from '../../posts.ts';

/** An event as the receiver read it, once however often it came. */
export interface ArrivedEvent {
  readonly name: string;
  readonly eventId: string;
  readonly purchaseDate: number;
  readonly sequence: number;
  /** For the first time; epoch ms. */
  readonly arrivedAt: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** All events that arrived, each once, in the order of their first arrival. */
export function arrivedEvents(posts: readonly Post[]): ArrivedEvent[] {
  const events = new Map<string, ArrivedEvent>();
  for (const post of posts) {
    const body = bodyOf(post);
    const { eventId, purchaseDate, data } = body;
    const name = eventName(body);
    const sequence = Number(headerOf(post, 'x-svc-sequence'));
    if (!events.has(eventId))
      events.set(eventId, { name, eventId, purchaseDate, sequence, data, arrivedAt: post.at });
  }
  return [...events.values()];
}

/** Events state their time in whole seconds. */
const WITHIN_A_SECOND_MS = 999;
/** By then a notification has arrived that the provider holds back. */
const NEWS_WITHIN_MS = HOUR;
/** So long a provider must answer until everybody has read it again whom it has kept waiting: they ask each six hours at least. */
const READ_WITHIN_MS = 7 * HOUR;

export const DISABLED = 'DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED';
export const ENABLED = 'DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED';

/** Events of one subscriber against what happened to it. */
export function eventViolations(
  family: Family,
  all: readonly ArrivedEvent[],
  asked: readonly Asked[],
  shop: ShopEvidence,
): string[] {
  const { id, members, charges } = family;
  if (id === undefined) return [];
  const events = all.filter(({ data }) => data.subscriptionId === id);
  const count = (name: string) => events.filter((event) => event.name.startsWith(name)).length;
  const found: string[] = [];
  const expect = (what: string, is: number, least: number, most = least) => {
    if (is < least || is > most)
      found.push(`${what}: ${is} instead of ${least === most ? least : `${least} to ${most}`}`);
  };
  const begun = members.some(({ orders }) => orders.length > 0);
  if (!begun) return events.map(({ name }) => `${name}, though it never began`);
  if (count('SUBSCRIBED') === 0 && endedHereBeforeItBegan(family, asked))
    return events.map(({ name }) => `${name}, though it had ended before it began`);
  const ended = family.here.cancel.body.error === 'already_ended';
  const end = (events.find(({ name }) => name === 'EXPIRED')?.purchaseDate ?? Infinity) * 1000;
  const paid = paidOf(family);
  const failed = charges.filter(({ status }) => status === 'FAILED');
  const atPurchase = paidAtPurchase(family) ? 1 : 0;
  const ours = beyondOwnEnd(family, asked);
  const endAskedAt = ownEndAskedAt(family, asked);
  const unlisted = shop.lagged ? ordersUnlistedAt(family, end) : new Set();
  const isUnseen = (time: number) =>
    time >= endAskedAt || (end < Infinity && shop.troubled(time, end + WITHIN_A_SECOND_MS));
  const isHidden = ({ time, orderReferenceCode }: Charge) =>
    isUnseen(time) || unlisted.has(orderReferenceCode);
  const before = (list: readonly Charge[]) =>
    list.filter((charge) => charge.time < end && !ours(charge) && !isHidden(charge)).length;
  expect('SUBSCRIBED', count('SUBSCRIBED'), 1);
  expect(
    'DID_RENEW',
    count('DID_RENEW'),
    Math.max(before(paid) - atPurchase, 0),
    Math.max(paid.length - atPurchase, 0),
  );
  const seen = shop.hidesAttempts
    ? firstOfEachOrder(failed).filter((one) => !isPaidUnread(one, paid, shop))
    : failed;
  expect('DID_FAIL_TO_RENEW', count('DID_FAIL_TO_RENEW'), before(seen), failed.length);
  expect('EXPIRED', count('EXPIRED'), ended ? 1 : 0);
  const stands = ended ? undefined : isCancelled(family);
  const open = count(DISABLED) - count(ENABLED);
  if (stands === undefined) expect('cancellations that stand', open, 0, 1);
  else expect('cancellations that stand', open, stands ? 1 : 0);
  expect('cancellations', count(DISABLED), ...cancellations(family, asked));
  const last = events.find(({ name }) => name === 'EXPIRED')?.sequence ?? Infinity;
  for (const { name, sequence } of events) if (sequence > last) found.push(`${name} after the end`);
  const isNews = (at: number) => at < end && !isUnseen(at) && !(shop.lagged && end - at < SHOWN_WITHIN_MS);
  return [...found, ...planViolations(family, events, asked, isNews)];
}

const firstOfEachOrder = (charges: readonly Charge[]): Charge[] =>
  [...Map.groupBy(charges, ({ orderReferenceCode }) => orderReferenceCode).values()].map(([first]) => first!);

/**
 * Whether a failed charge was made good before anybody could read of it, where its order tells nothing of it afterwards: too
 * soon for the news, or in a time in which the provider could hardly be read or nobody was told.
 */
function isPaidUnread(
  failed: Charge,
  paid: readonly Charge[],
  { troubled, panelCharges }: ShopEvidence,
): boolean {
  const ofOrder = paid.filter((one) => one.orderReferenceCode === failed.orderReferenceCode);
  const paidAt = ofOrder.find(({ time }) => time >= failed.time)?.time;
  if (paidAt === undefined) return false;
  const untold = panelCharges.find(
    ({ at, isUntold }) => isUntold && Math.abs(failed.time - at) <= WITHIN_A_SECOND_MS,
  );
  const from = Math.max(failed.time, untold?.foundBy ?? 0);
  if (!troubled(from, paidAt)) return paidAt < from + NEWS_WITHIN_MS;
  for (let at = from; at + READ_WITHIN_MS <= paidAt; at += NEWS_WITHIN_MS)
    if (!troubled(at, at + READ_WITHIN_MS)) return false;
  return true;
}

/** The orders of what took the subscription's place so shortly before its end that a lagging search did not list it then. */
function ordersUnlistedAt({ members }: Family, end: number): ReadonlySet<string | null> {
  const late = members.slice(1).filter(({ createdDate }) => end - createdDate < SHOWN_WITHIN_MS);
  return new Set(late.flatMap(({ orders }) => orders.map(({ referenceCode }) => referenceCode)));
}

/** When the cancellation was asked for that ended it at once: what the provider does meanwhile may be learnt after the end. */
function ownEndAskedAt(family: Family, asked: readonly Asked[]): number {
  const ends = answeredCancels(family, asked).filter(
    ({ route, isAtTheEnd, data }) =>
      route === 'subscribers/cancel' && !isAtTheEnd && data.status === 'CANCELLED',
  );
  return Math.min(Infinity, ...ends.map(({ at }) => at));
}

/** Whether it was cancelled in our records alone before it was first charged: nobody is told of what the provider does then. */
function endedHereBeforeItBegan(family: Family, asked: readonly Asked[]): boolean {
  const firstAt = paidOf(family)[0]?.time ?? -Infinity;
  return ownCancels(family, asked).some(({ data, at }) => data.status === 'CANCELLED' && at <= firstAt);
}

/** Whether the first charge was part of the purchase: at once, without a trial. */
function paidAtPurchase({ members }: Family): boolean {
  const [first] = members;
  const order = first!.orders.at(-1);
  return first!.trialEndDate === undefined && order?.orderStatus === 'SUCCESS';
}

/** Whether a charge is for a period after an end that only our records knew of: such a charge is no renewal. */
function beyondOwnEnd(family: Family, asked: readonly Asked[]): (charge: Charge) => boolean {
  const ends = ownCancels(family, asked).map(({ data }) => Date.parse(data.accessUntil ?? ''));
  const orders = family.members.flatMap((one) => one.orders);
  return ({ orderReferenceCode }) => {
    const order = orders.find(({ referenceCode }) => referenceCode === orderReferenceCode);
    return ends.some((at) => order !== undefined && order.startPeriod >= at);
  };
}

/** The cancellations that were made in our records alone. */
const ownCancels = (family: Family, asked: readonly Asked[]) =>
  answeredCancels(family, asked).filter(({ route, isOwn }) => route === 'subscribers/cancel' && isOwn);

/** A cancellation repeated in the end answers the first one's time where there was one. */
function isCancelled({ here }: Family): boolean {
  const { cancelledAt } = (here.cancel.body.data ?? {}) as { cancelledAt?: string };
  return here.cancel.status === 200 && cancelledAt !== undefined && Date.parse(cancelledAt) < here.at;
}

/** How many cancellations there were, told apart by our answers and by what was taken back; the panel's we were never asked for. */
function cancellations(family: Family, asked: readonly Asked[]): [number, number] {
  const times = new Set<string>();
  let undone = 0;
  for (const { route, isAtTheEnd, data } of answeredCancels(family, asked)) {
    if (isAtTheEnd) continue;
    if (route === 'subscribers/undo-cancel') undone++;
    else times.add(`${undone} ${data.cancelledAt}`);
  }
  const distinct = new Set([...times].map((time) => time.split(' ')[1])).size;
  const panel = family.members.filter(({ subscriptionStatus }) => subscriptionStatus === 'CANCELED').length;
  return [Math.max(distinct - panel, 0), times.size + panel];
}

/**
 * Changes of plan against what was asked for: at the provider each makes a new reference, in our records alone none.
 * `isNews` tells whether one made at the provider at a time (epoch ms) could be known before the end, after which none is told.
 */
function planViolations(
  { id, members, upgrades: most }: Family,
  events: readonly ArrivedEvent[],
  asked: readonly Asked[],
  isNews: (at: number) => boolean,
): string[] {
  const changes = events.filter(({ name }) => name.startsWith('DID_CHANGE_RENEWAL_PREF')).length;
  const upgrades = members.length - 1;
  const answers = asked.flatMap(({ route, status, body, at }) => {
    const data = body.data as { id: string; syncedWithPay: boolean; payReference: string } | undefined;
    return route === 'subscribers/change-plan' && status === 200 && data?.id === id ? [{ ...data, at }] : [];
  });
  const unmade = answers.filter(
    ({ syncedWithPay, payReference }) =>
      syncedWithPay && !members.some(({ referenceCode }) => referenceCode === payReference),
  );
  if (unmade.length > 0) return [`changed to ${unmade[0]!.payReference}, which is not at the provider`];
  const own = answers.filter(({ syncedWithPay }) => !syncedWithPay).length;
  // Back to the plan that the provider had never left: there is nothing to be made there.
  const back = answers.filter(
    ({ syncedWithPay, payReference, at }) =>
      syncedWithPay &&
      members.some(({ referenceCode, createdDate }) => referenceCode === payReference && createdDate < at),
  ).length;
  // What was changed before it was announced is told with that. The order of changes within one millisecond is unknown,
  // and so is which of them led back to the plan before.
  const announced = events.find(({ name }) => name.startsWith('SUBSCRIBED'))?.arrivedAt ?? Infinity;
  const wasAnswered = (one: string) =>
    answers.some(({ syncedWithPay, payReference }) => syncedWithPay && payReference === one);
  // A scheduled plan that is taken now was announced when it was scheduled.
  const later = members
    .slice(1)
    .filter(
      ({ createdDate, referenceCode, pricingPlanReferenceCode }, nth) =>
        pricingPlanReferenceCode !== members[nth]?.pricingPlanReferenceCode &&
        createdDate > announced &&
        (isNews(createdDate) || wasAnswered(referenceCode)),
    );
  const inOrder = new Set(later.map(({ createdDate }) => createdDate)).size;
  const least = Math.max(inOrder - own, 0);
  return changes < least || changes > most + own + Math.min(back, own)
    ? [`plan changes: ${changes}, with ${upgrades} at the provider and ${own} in our records alone`]
    : [];
}
