import { chargesOf, familiesOf, type Charge, type Family, type Journal } from './journal.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** What happened in an outage is told at most so long after it. */
export const EVENT_WITHIN_MS = 3 * MINUTE;

/** A request about a customer and its answer. */
export interface Exchange {
  readonly at: number;
  readonly who: string;
  readonly route: string;
  readonly asked: Readonly<Record<string, unknown>>;
  readonly status: number;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly location: string | undefined;
}

/** What is known of a run besides the receiver's own history. */
export interface Evidence {
  readonly exchanges: readonly Exchange[];
  readonly journal: Journal;
}

/** Something that happened and is to be told: to whom, as what, and which one of its kind. */
export interface Fact {
  readonly who: string;
  readonly name: string;
  readonly which: string;
  readonly at: number;
  /** When the service could first learn of it, had it not been out. */
  readonly known: number;
}

/**
 * What has to be told, by the provider's own memory and the answers given. The service learns of what it did not do
 * itself by a browser, by a notification, or by looking: at an open form 2, 10 and 30 minutes and a day after it was
 * opened, at an expected order two hours past its time, at the order that a change of plan brings at once two minutes
 * past it, at an unpaid subscription once a day. Nothing can be asked of it before that; from then on it has three minutes.
 */
export function factsOf(evidence: Evidence): Fact[] {
  return familiesOf(evidence.journal).flatMap((family) => [
    begun(family, evidence),
    ...changesOfPlan(family),
    ...charges(family, evidence),
    ...commands(family.who, evidence.exchanges),
  ]);
}

function begun({ who, members }: Family, { exchanges }: Evidence): Fact {
  const { createdDate: at } = members[0]!;
  const name = 'SUBSCRIBED/INITIAL_BUY';
  const opened = exchanges.find(
    (one) => one.who === who && one.route === 'checkout/initialize' && one.status === 200,
  );
  if (!opened) return { who, name, which: '', at, known: at };
  const returns = exchanges.filter(
    (one) => one.who === who && one.route === 'checkout/callback' && one.status === 303,
  );
  const polls = [2 * MINUTE, 10 * MINUTE, 30 * MINUTE, DAY].map((delay) => opened.at + delay);
  const known = [...returns.map((one) => one.at), ...polls].filter((time) => time >= at);
  return { who, name, which: '', at, known: Math.min(...known) };
}

function changesOfPlan({ who, members }: Family): Fact[] {
  return members.slice(1).map((member, index) => {
    const priceOf = (of: typeof member) => of.orders.at(-1)!.price;
    const kind = priceOf(member) >= priceOf(members[index]!) ? 'UPGRADE' : 'DOWNGRADE';
    const at = member.createdDate;
    return { who, name: `DID_CHANGE_RENEWAL_PREF/${kind}`, which: member.referenceCode, at, known: at };
  });
}

function charges(family: Family, evidence: Evidence): Fact[] {
  const { who, members } = family;
  const all = chargesOf(family);
  const beyond = endOfLocalCancellation(who, evidence.exchanges);
  return all.slice(1).flatMap((charge): Fact[] => {
    if (charge.order.startPeriod >= beyond) return [];
    const first = all.find(({ order, nth }) => order === charge.order && nth === 0)!;
    const atOnce = charge.of !== members[0] && charge.order.startPeriod === charge.of.createdDate;
    const looked = learned(first, first.order.startPeriod + (atOnce ? 2 * MINUTE : 2 * HOUR), evidence);
    const known =
      charge === first ? looked : learned(charge, looked >= charge.at ? looked : looked + DAY, evidence);
    const name = charge.succeeded ? 'DID_RENEW/BILLING_RECOVERY' : 'DID_FAIL_TO_RENEW';
    return [{ who, name, which: String(Math.floor(charge.at / 1000)), at: charge.at, known }];
  });
}

/** By a notification that was taken, or else by the look. */
function learned({ order, at }: Charge, reconciliation: number, { journal }: Evidence): number {
  const taken = journal.notifications
    .filter((one) => one.orderReferenceCode === order.referenceCode && one.iyziEventTime === at)
    .flatMap(({ attempts }) => attempts)
    .filter(({ status }) => status !== null && status >= 200 && status < 300);
  return Math.min(reconciliation, ...taken.map((attempt) => attempt.at));
}

/** A cancellation of which the provider is not to hear: what it charges afterwards is no renewal. */
function endOfLocalCancellation(who: string, exchanges: readonly Exchange[]): number {
  const local = cancellations(who, exchanges).find(({ asked }) => 'svc-id' in asked);
  return local ? accessUntil(local) : Infinity;
}

function commands(who: string, exchanges: readonly Exchange[]): Fact[] {
  const [cancelled] = cancellations(who, exchanges);
  const undone = exchanges.find(
    (one) => one.who === who && one.route === 'subscribers/undo-cancel' && one.status === 200,
  );
  const fact = (name: string, at: number): Fact => ({ who, name, which: '', at, known: at });
  return [
    ...(cancelled ? [fact('DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED', cancelled.at)] : []),
    ...(undone ? [fact('DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED', undone.at)] : []),
    ...(cancelled && !undone ? [fact('EXPIRED', accessUntil(cancelled))] : []),
  ];
}

/** The cancellations of a customer that were answered well, oldest first. */
export function cancellations(who: string, exchanges: readonly Exchange[]): Exchange[] {
  return exchanges.filter(
    (one) => one.who === who && one.route === 'subscribers/cancel' && one.status === 200,
  );
}

export const accessUntil = ({ body }: Exchange) =>
  Date.parse(String((body.data as { accessUntil?: string }).accessUntil));
