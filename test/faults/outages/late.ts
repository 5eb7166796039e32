import { control, HOUR, ledger, MINUTE } from '../../support/world/shop.ts';
import type { PanelOrder, PanelSubscription } from '../panel.ts';
import { bodyOf, eventName } from '../posts.ts';
import { answeredCancels } from '../walks/checks/answered-cancels.ts';
import { DISABLED, ENABLED } from '../walks/checks/events.ts';
import type { Form, Post, Shop } from '../walks/records.ts';
import type { Stage } from '../walks/stage.ts';
import type { Outage } from './kinds.ts';

/** When something was out, and what is known of what happened around it. */
export interface Window {
  readonly begins: number;
  readonly ends: number;
  readonly outage: Outage;
  /** When all that had been given up was asked for once more. */
  readonly replayedAt: number;
  /** Purchases by form: when each was opened and paid. */
  readonly paidForms: readonly { readonly form: Form; readonly openedAt: number; readonly paidAt: number }[];
}

/** Something that happened and is to be told: of whom, as what, and what tells it from others of its kind. */
interface Fact {
  readonly subscriptionId: string;
  readonly name: string;
  readonly which: string;
  /** When the service could first learn of it, had it not been out. */
  readonly known: number;
}

/** One customer's subscription through all its changes of plan. */
interface Family {
  readonly subscriptionId: string;
  readonly svcId: string;
  /** Oldest first. */
  readonly members: readonly PanelSubscription[];
}

/** What happened is told at most so long after the outage, or after it could be known. */
const TOLD_WITHIN_MS = 3 * MINUTE;
/** An outage may delay what happened so long before it: a first attempt failed, a message was on its way. */
const UNDER_WAY_MS = 15 * MINUTE;
/** An open form is read so long after it was opened, where no browser comes back. */
const FORM_READ_AFTER_MS = [2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 24 * HOUR];
/** At an order that is expected is looked so long past its time; at one that a change of plan brings at once, sooner. */
const LOOKED_AFTER_MS = 2 * HOUR;
const LOOKED_AT_ONCE_AFTER_MS = 2 * MINUTE;
const ATTEMPTS = 11;
const GAP_MS = 60_000;
/** So long before the paid period of a day ends, the provider is told of a cancellation. */
const SENT_BEFORE_MS = 144 * MINUTE;
/** The provider charges a failed order two seconds after it was asked to; each call before that takes a millisecond. */
const RETRIED_AFTER_MS = 2_100;

const isTaken = ({ answered }: Post) => answered >= 200 && answered < 300;

/**
 * What was told late, twice or not at all, of all that could be known until now. The service learns of what it did not do
 * itself by a browser, by a notification, or by looking; nothing can be asked of it before, and from then on, or from the end
 * of the outage, it has three minutes.
 */
export async function lateTellings(
  stage: Stage,
  shop: Shop,
  window: Window,
): Promise<{ told: number; touched: number; replayed: number; late: string[] }> {
  const families = await familiesOf(stage, shop);
  const facts = [
    ...families.map((one) => begun(stage, one, window)),
    ...families.flatMap(changesOfPlan),
    ...(await chargesOf(stage, shop, families)),
    ...families.flatMap((one) => requests(stage, one)),
  ];
  const groups = [...Map.groupBy(shop.posts, (post) => bodyOf(post).eventId).values()];
  const isTouched = ({ known }: Fact) => known >= window.begins - UNDER_WAY_MS && known <= window.ends;
  const late = facts.flatMap((fact) =>
    lateOf(fact, groups, isTouched(fact) ? window.ends : fact.known, window, stage.now),
  );
  return {
    ...{ told: facts.length, touched: facts.filter(isTouched).length },
    replayed: groups.filter((posts) => posts.length > ATTEMPTS).length,
    late: [...late, ...groups.flatMap((posts) => crowded(posts, window))],
  };
}

function lateOf(fact: Fact, groups: readonly Post[][], due: number, window: Window, now: number): string[] {
  const { subscriptionId, name, which, known } = fact;
  const what = `${name} ${which} of ${subscriptionId}, known at ${((known - window.begins) / MINUTE).toFixed(1)} min`;
  const events = groups.filter((posts) => {
    const body = bodyOf(posts[0]!);
    return body.data.subscriptionId === subscriptionId && nameAndWhich(body) === `${name} ${which}`;
  });
  const [posts, ...more] = events;
  if (more.length > 0) return [`${what}: told as ${events.length} events`];
  if (!posts) return due + TOLD_WITHIN_MS <= now ? [`${what}: never told`] : [];
  const from = posts.length > ATTEMPTS ? window.replayedAt : due;
  const lagMs = (posts.find(isTaken)?.at ?? Infinity) - from;
  return lagMs > TOLD_WITHIN_MS && from + TOLD_WITHIN_MS <= now
    ? [`${what}: told ${Math.round(lagMs / 1000)} s after it could be`]
    : [];
}

function nameAndWhich(body: ReturnType<typeof bodyOf>): string {
  const { notificationType: type, purchaseDate, data } = body;
  const isCharge = type === 'DID_RENEW' || type === 'DID_FAIL_TO_RENEW';
  const isChange = type === 'DID_CHANGE_RENEWAL_PREF';
  const name = type === 'SUBSCRIBED' ? type : eventName(body); // whether for the first time, nobody outside can tell
  return `${name} ${isCharge ? purchaseDate : isChange ? String(data.subscriptionReference) : ''}`;
}

/** Attempts of one event that are too many, or follow one another too soon, until it was asked for once more. */
function crowded(all: readonly Post[], { replayedAt }: Window): string[] {
  const posts = all.filter(({ at }) => at < replayedAt);
  const gaps = posts.slice(1).map(({ at }, nth) => at - posts[nth]!.at);
  const { eventId } = bodyOf(all[0]!);
  return [
    ...(posts.length > ATTEMPTS ? [`${eventId}: ${posts.length} attempts`] : []),
    ...gaps.filter((gap) => gap < GAP_MS).map((gap) => `${eventId}: attempts ${gap} ms apart`),
  ];
}

async function familiesOf(stage: Stage, shop: Shop): Promise<Family[]> {
  const panel = (await stage.panel(shop)).toSorted((a, b) => a.createdDate - b.createdDate);
  const groups = [...Map.groupBy(panel, ({ parentReferenceCode }) => parentReferenceCode).values()];
  const families: Family[] = [];
  for (const members of groups) {
    const query = { 'pay-subscriber-code': members[0]!.referenceCode };
    const { body } = await stage.place.call('subscribers/get', { headers: shop.headers, query });
    const { id = 'nobody', svcId = '' } = (body.data ?? {}) as { id?: string; svcId?: string };
    families.push({ subscriptionId: id, svcId, members });
  }
  return families;
}

/** Known at the purchase by card; by form when a browser is back, or when the form is read. */
function begun(stage: Stage, { subscriptionId, members }: Family, { paidForms }: Window): Fact {
  const { createdDate: at, customerEmail } = members[0]!;
  const paid = paidForms.find(({ form, paidAt }) => form.email === customerEmail && paidAt === at);
  const fact = { subscriptionId, name: 'SUBSCRIBED', which: '' };
  if (!paid) return { ...fact, known: at };
  const back = stage.journal.filter(
    ({ route, status, sent }) =>
      route === 'checkout/callback' &&
      status === 303 &&
      (sent as { token: string }).token === paid.form.token,
  );
  const reads = FORM_READ_AFTER_MS.map((after) => paid.openedAt + after);
  return {
    ...fact,
    known: Math.min(...[...back.map((one) => one.at), ...reads].filter((time) => time >= at)),
  };
}

const changesOfPlan = ({ subscriptionId, members }: Family): Fact[] =>
  members.slice(1).map((member, nth) => {
    const [price, before] = [member, members[nth]!].map(({ orders }) => orders.at(-1)!.price);
    const name = `DID_CHANGE_RENEWAL_PREF/${price! >= before! ? 'UPGRADE' : 'DOWNGRADE'}`;
    return { subscriptionId, name, which: member.referenceCode, known: member.createdDate };
  });

interface Notification {
  readonly orderReferenceCode: string;
  readonly iyziEventTime: number;
  readonly attempts: readonly { readonly at: number; readonly status: number | null }[];
}

/** Renewals, paid or failed: known by a notification that was taken, or else by a look at the order, and once a day at what is unpaid. */
async function chargesOf(stage: Stage, shop: Shop, families: readonly Family[]): Promise<Fact[]> {
  const ofMerchant = `?merchantId=${shop.tenant.credentials.merchantId}`;
  const answer: unknown = await control(stage.place, `/notifications${ofMerchant}`);
  const notifications = answer as readonly Notification[];
  const taken = ({ referenceCode }: PanelOrder, at: number) =>
    notifications
      .filter((one) => one.orderReferenceCode === referenceCode && one.iyziEventTime === at)
      .flatMap(({ attempts }) => attempts)
      .filter(({ status }) => status !== null && status >= 200 && status < 300)
      .map((attempt) => attempt.at);
  return families.flatMap(({ subscriptionId, svcId, members }) => {
    const own = answeredCancels({ svcId }, stage.journal).find(({ isOwn }) => isOwn);
    const beyond = own ? Date.parse(own.data.accessUntil ?? '') : Infinity;
    const orders = members.flatMap((of) => of.orders.toReversed().map((order) => ({ of, order })));
    return orders.flatMap(({ of, order }, nth) => {
      if (nth === 0 || order.startPeriod >= beyond) return []; // the purchase, or what ended here before
      const isAtOnce = of !== members[0] && order.startPeriod === of.createdDate;
      const look = order.startPeriod + (isAtOnce ? LOOKED_AT_ONCE_AFTER_MS : LOOKED_AFTER_MS);
      return order.paymentAttempts.map(({ createdDate: at, paymentStatus }, attempt): Fact => {
        const first = Math.min(look, ...taken(order, order.paymentAttempts[0]!.createdDate));
        const known =
          attempt === 0 ? first : Math.min(first >= at ? first : first + 24 * HOUR, ...taken(order, at));
        const name = paymentStatus === 'SUCCESS' ? 'DID_RENEW/BILLING_RECOVERY' : 'DID_FAIL_TO_RENEW';
        return { subscriptionId, name, which: String(Math.floor(at / 1000)), known };
      });
    });
  });
}

/** What was answered with success: cancelled, undone, and the end that follows. */
function requests({ journal }: Stage, { subscriptionId, svcId }: Family): Fact[] {
  const all = answeredCancels({ svcId }, journal).filter(({ isAtTheEnd }) => !isAtTheEnd);
  const cancelled = all.find(({ route }) => route === 'subscribers/cancel');
  const undone = all.find(({ route }) => route === 'subscribers/undo-cancel');
  const fact = (name: string, known: number): Fact => ({ subscriptionId, name, which: '', known });
  return [
    ...(cancelled ? [fact(DISABLED, cancelled.at)] : []),
    ...(undone ? [fact(ENABLED, undone.at)] : []),
    ...(cancelled && !undone ? [fact('EXPIRED', Date.parse(cancelled.data.accessUntil ?? ''))] : []),
  ];
}

/** Cancellations whose time to be sent came before the end of the outage, and that the provider does not know of three minutes later. */
export async function unsentCancels(stage: Stage, shop: Shop, ends: number): Promise<string[]> {
  const panel = await stage.panel(shop);
  return shop.members.flatMap(({ svcId, references }) => {
    const last = answeredCancels({ svcId }, stage.journal).at(-1);
    const end = Date.parse(last?.data.accessUntil ?? '');
    if (
      last?.route !== 'subscribers/cancel' ||
      last.isOwn ||
      last.at > ends ||
      !(end - SENT_BEFORE_MS <= ends)
    )
      return [];
    const there = panel.findLast(({ referenceCode }) => references.includes(referenceCode));
    return there?.subscriptionStatus === 'CANCELED'
      ? []
      : [`${svcId}: cancelled, but ${String(there?.subscriptionStatus)} at the provider`];
  });
}

/**
 * For who came back with a new card, the provider is soon asked to charge again what failed. Where it may not have answered
 * just that request it is not asked again: no failed attempt is to be answered by two retries.
 */
export async function uncharged(
  stage: Stage,
  shop: Shop,
  { begins, ends, outage }: Window,
): Promise<string[]> {
  if (outage.unanswered) return [];
  const entries = await ledger(stage.place, shop.tenant);
  return shop.forms.flatMap(({ kind, paid, member, token }) => {
    const returns = stage.journal.filter(
      ({ route, sent }) => route === 'checkout/callback' && (sent as { token: string }).token === token,
    );
    const back = returns.find(({ status }) => status === 303);
    if (kind !== 'card' || !paid || !member || !back || back.at < begins) return [];
    const since = returns[0]?.at ?? back.at; // also a return that nobody could answer
    const by = Math.max(back.at, ends) + TOLD_WITHIN_MS + RETRIED_AFTER_MS;
    const isCharged = entries.some(
      ({ subscriptionReferenceCode: of, status, time }) =>
        member.references.includes(of ?? '') && status === 'SUCCESS' && time >= since && time <= by,
    );
    return isCharged ? [] : [`${member.svcId}: entered a new card, which was not charged`];
  });
}
