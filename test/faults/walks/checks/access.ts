import type { Charge, ShopEvidence } from '../evidence.ts';
import { answeredCancels, standingCancel, type StandingCancel } from './answered-cancels.ts';
import { DISABLED, type ArrivedEvent } from './events.ts';
import { paidOf, type Family } from './families.ts';
import { mayBeHidden, statusOfOwnCancel } from './own-cancel.ts';
import type { Asked } from '../records.ts';

const DAY = 86_400_000;
/** The time to undo closes a day before the end of a period at most; an hour more for what was under way then. */
const TOLD_WITHIN_MS = DAY + 3_600_000;

/** Who may use what, against who paid: nobody who paid is without access, nobody who cancelled is charged afterwards. */
export function accessViolations(
  family: Family,
  all: readonly ArrivedEvent[],
  asked: readonly Asked[],
  shop: ShopEvidence,
  now: number,
): string[] {
  if (family.id === undefined) return [];
  const events = all.filter(({ data }) => data.subscriptionId === family.id);
  const found: string[] = [];
  const data = family.here.got.body.data as { subscriptionStatus: string; payReference: string };
  const status = data.subscriptionStatus;
  const { newest } = family;
  const cancel = standingCancel(family, asked);
  const promised = cancel ? Math.max(cancel.until, chosenEnd(family, cancel, shop)) : 0;
  const goesOn = coversNow(family, cancel, now);
  const covered = goesOn || now < promised;
  // Charged after the cancellation, and a trial of another plan has taken its place: its access may go on or be over.
  const isReplaced = covered && !goesOn && cancel !== undefined && now >= cancel.until;
  const wanted =
    cancel?.by === 'svc'
      ? statusOfOwnCancel(family, cancel, shop, now)
      : wantedStatus(
          newest.subscriptionStatus,
          covered,
          covered
            ? isReplaced || cancelledAfterFailure(family, events) || isTrialCalledOff(family, shop)
            : isPaidAhead(family, now),
        );
  if (!wanted.includes(status))
    found.push(
      `status ${status}, ${newest.subscriptionStatus} at the provider${covered ? ' and paid for' : ''}${cancel ? `, cancelled by ${cancel.by}` : ''}`,
    );
  if (data.payReference !== newest.referenceCode) found.push('the current reference is not the newest');
  if (isEndedThough(family, asked, shop)) found.push('its cancellation was undone, and it has ended');
  found.push(...plansWrong(family, asked, shop, promised || Infinity, now));
  if (cancel && now < cancel.until && ['CANCELLED', 'EXPIRED'].includes(status))
    found.push(`ended before ${new Date(cancel.until).toISOString()}, as a cancellation was answered`);
  return [...found, ...chargedAfterCancel(family, cancel, shop)];
}

/** Whether the provider has cancelled what nobody wanted cancelled any more: the last answer was that it goes on. */
function isEndedThough(family: Family, asked: readonly Asked[], { panelCancels }: ShopEvidence): boolean {
  const last = answeredCancels(family, asked).findLast(({ isAtTheEnd }) => !isAtTheEnd);
  const { subscriptionStatus } = family.newest;
  if (last?.route !== 'subscribers/undo-cancel' || subscriptionStatus !== 'CANCELED') return false;
  const references = family.members.map(({ referenceCode }) => referenceCode);
  const isByOthers = panelCancels.some(({ reference }) => references.includes(reference));
  return !isByOthers && family.charges.at(-1)?.status !== 'FAILED';
}

/**
 * The plan that is enjoyed and the one that follows, where all changes were made at the provider, no trial is part of it and
 * nobody charged or cancelled at its panel: the plan of what took its place last and has begun, paid for or still owed,
 * and the newest one's until that begins, unless access ends before.
 */
function plansWrong(
  { members, newest, here }: Family,
  asked: readonly Asked[],
  shop: ShopEvidence,
  end: number,
  now: number,
): string[] {
  const { planReference, nextPlanReference, subscriptionStatus } = here.got.body.data as Record<
    string,
    unknown
  >;
  const isOwn = asked.some(
    ({ route, body }) =>
      route === 'subscribers/change-plan' &&
      (body.data as { syncedWithPay?: boolean } | undefined)?.syncedWithPay === false,
  );
  const running = members.findLast(({ orders }) =>
    orders.some(
      ({ orderStatus, startPeriod, endPeriod }) =>
        ['SUCCESS', 'FAILED'].includes(orderStatus) && startPeriod <= now && now < endPeriod,
    ),
  );
  const isByOthers = [...shop.forced, ...shop.panelCancels].some(({ reference }) =>
    members.some(({ referenceCode }) => referenceCode === reference),
  );
  const isTrial = members.some(({ trialEndDate }) => trialEndDate !== undefined);
  if (isOwn || isTrial || isByOthers || !running || subscriptionStatus !== 'ACTIVE') return [];
  const plan = running.pricingPlanReferenceCode;
  const last = newest.pricingPlanReferenceCode; // the same one again is none that follows
  const begins = newest.orders.at(-1)?.startPeriod ?? 0;
  const next = last !== plan && begins > now && begins < end ? last : null;
  return planReference === plan && nextPlanReference === next
    ? []
    : [`plan ${String(planReference)} and then ${String(nextPlanReference)}, not ${plan} and then ${next}`];
}

/**
 * Whether the period that began last, of a trial or paid for, goes on: another plan, begun at once, takes the place of
 * what was left. No trial begins after the end that a cancellation was answered with.
 */
function coversNow({ members }: Family, cancel: StandingCancel | undefined, now: number): boolean {
  const trials = members.flatMap(({ startDate, trialEndDate, subscriptionStatus }, nth) => {
    const isPrevented = cancel !== undefined && cancel.until > cancel.at && startDate >= cancel.until;
    const { createdDate: changedAt = Infinity, startDate: nextAt = Infinity } = members[nth + 1] ?? {};
    const isReplaced = startDate > changedAt || (startDate === changedAt && nextAt <= startDate);
    const isBegun = subscriptionStatus !== 'PENDING' && !isReplaced && !isPrevented;
    return trialEndDate === undefined || !isBegun ? [] : [{ start: startDate, end: trialEndDate }];
  });
  const paid = members.flatMap(({ orders }) =>
    orders
      .filter(({ orderStatus }) => orderStatus === 'SUCCESS')
      .map(({ startPeriod, endPeriod }) => ({ start: startPeriod, end: endPeriod })),
  );
  const begun = [...trials, ...paid].filter(({ start }) => start <= now);
  const last = begun.toSorted((one, other) => other.start - one.start)[0];
  return last !== undefined && now < last.end;
}

/** Whether the newest plan's trial was cancelled at the panel before it began: who is told in time ends it before, too. */
function isTrialCalledOff({ newest }: Family, { panelCancels }: ShopEvidence): boolean {
  return (
    newest.trialEndDate !== undefined &&
    panelCancels.some(({ reference, at }) => reference === newest.referenceCode && at < newest.startDate)
  );
}

/** Whether a later period was paid by a reference of which another plan has taken the place: it may still be used. */
function isPaidAhead({ members }: Family, now: number): boolean {
  const replaced = members.slice(0, -1).flatMap(({ orders }) => orders);
  return replaced.some(({ orderStatus, startPeriod }) => orderStatus === 'SUCCESS' && startPeriod > now);
}

/** Whether the subscription was cancelled while its last charge had failed: it has no paid period to protect. */
function cancelledAfterFailure({ charges }: Family, events: readonly ArrivedEvent[]): boolean {
  if (charges.at(-1)?.status !== 'FAILED') return false;
  const cancels = events.filter(({ name }) => name === DISABLED);
  return cancels.some(({ purchaseDate }) => {
    const before = charges.filter(({ time }) => Math.floor(time / 1000) <= purchaseDate);
    return before.at(-1)?.status === 'FAILED';
  });
}

/** The status by the provider's; `isEndOpen`: where it has cancelled, access may go on or be over. */
function wantedStatus(there: string, covered: boolean, isEndOpen: boolean): readonly string[] {
  switch (there) {
    case 'ACTIVE':
      return ['ACTIVE'];
    case 'UNPAID':
      return ['PAYMENT_FAILED'];
    case 'UPGRADED':
      return ['ACTIVE'];
    case 'PENDING':
      return ['PENDING'];
    case 'CANCELED':
      if (isEndOpen) return ['ACTIVE', 'CANCELLED'];
      return covered ? ['ACTIVE'] : ['CANCELLED'];
    default:
      return ['EXPIRED', 'CANCELLED'];
  }
}

/**
 * Whether somebody wanted a charge after a cancellation: at the panel, also where another attempt at its order was the
 * one that was paid, or by a change of plan that charges at once.
 */
function chosenAfter(
  { members, charges }: Family,
  at: number,
  { forced }: ShopEvidence,
): (charge: Charge) => boolean {
  const atOnce = new Set(
    members
      .filter(({ createdDate, startDate }) => createdDate >= at && startDate <= createdDate)
      .map(({ orders }) => orders.at(-1)?.referenceCode),
  );
  const atPanel = charges.filter(({ paymentId }) => forced.some((one) => one.paymentId === paymentId));
  const chosen = new Set([...atOnce, ...atPanel.map(({ orderReferenceCode }) => orderReferenceCode)]);
  return ({ orderReferenceCode }) => orderReferenceCode !== null && chosen.has(orderReferenceCode);
}

/** Until when such charges have paid: the cancellation protects that too. */
function chosenEnd(family: Family, { at }: StandingCancel, shop: ShopEvidence): number {
  const isChosen = chosenAfter(family, at, shop);
  const chosen = new Set(
    paidOf(family)
      .filter((charge) => charge.time >= at && isChosen(charge))
      .map(({ orderReferenceCode }) => orderReferenceCode),
  );
  const orders = family.members.flatMap((one) => one.orders);
  return Math.max(
    0,
    ...orders.filter(({ referenceCode }) => chosen.has(referenceCode)).map(({ endPeriod }) => endPeriod),
  );
}

/** The end of what had begun at a cancellation and was paid for before the end that was answered: it is used up. */
function begunEnd(family: Family, { at, until }: StandingCancel): number {
  const inTime = new Set(
    paidOf(family)
      .filter(({ time }) => time < until)
      .map(({ orderReferenceCode }) => orderReferenceCode),
  );
  const orders = family.members.flatMap((one) => one.orders);
  const begun = orders.filter(
    ({ referenceCode, startPeriod }) => inTime.has(referenceCode) && startPeriod <= at,
  );
  return Math.max(0, ...begun.map(({ endPeriod }) => endPeriod));
}

/** A cancellation by the provider's reference reaches it before the next charge, unless it could not be reached then. */
function chargedAfterCancel(
  family: Family,
  cancel: StandingCancel | undefined,
  shop: ShopEvidence,
): string[] {
  if (cancel?.by !== 'pay') return [];
  const { at } = cancel;
  const until = Math.max(cancel.until, chosenEnd(family, cancel, shop), begunEnd(family, cancel));
  if (shop.troubled(until - TOLD_WITHIN_MS, until)) return [];
  if (mayBeHidden(family.members, { until }, shop)) return [];
  // Of a plan change after the cancellation nobody has told us: what it charges for next is reported, not prevented.
  if (shop.keptSilent && family.members.slice(1).some(({ createdDate }) => createdDate >= at)) return [];
  const isChosen = chosenAfter(family, at, shop);
  const late = paidOf(family).filter((charge) => charge.time >= Math.max(until, at) && !isChosen(charge));
  return late.map(
    ({ time }) =>
      `charged at ${new Date(time).toISOString()}, after a cancellation to ${new Date(until).toISOString()}`,
  );
}
