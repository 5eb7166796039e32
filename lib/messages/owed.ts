import type { SubscriptionEvent } from '../billing/events.ts';
import { eventIdOf } from '../billing/identifiers.ts';
import { recoveryTimes } from '../billing/recovery-times.ts';
import type { Subscription } from '../billing/subscription.ts';
import { DAY_MS, MESSAGES } from '../limits.ts';
import type { OwedMessage } from '../table/messages/messages.ts';
import type { CoreApp, WithTenant } from '../runtime/app.ts';
import type { Tenant } from '../table/tenants/tenant.ts';
import type { CustomerKind, MessageKind } from './kinds.ts';

/** Who is told: a tenant with the kinds that it has switched on, on a stage that can send. */
export interface SwitchedOn {
  readonly tenant: Pick<Tenant, 'id' | 'messages'>;
  readonly isOn: (kind: MessageKind) => boolean;
}

/** The kinds that a tenant has on; undefined where nothing is owed, and so nothing is to be looked at. */
export function switchedOn({
  settings,
  tenant,
}: Pick<CoreApp, 'settings'> & WithTenant): SwitchedOn | undefined {
  const on = tenant.messages?.on ?? [];
  if (settings.senderDomain === undefined || on.length === 0) return undefined;
  return { tenant, isOn: (kind) => on.includes(kind) };
}

/** A change of a subscription with the events that are announced of it; without a record before, it is new. */
export interface TellableChange {
  readonly before: Subscription | undefined;
  readonly after: Subscription;
  readonly events: readonly SubscriptionEvent[];
  readonly now: number;
}

/** The messages that a change of a subscription owes its customer, by what caused each. */
export function messagesOwed({ tenant, isOn }: SwitchedOn, change: TellableChange): OwedMessage[] {
  const { after, events, now } = change;
  const told = events.flatMap((event) => {
    const news = newsOf(event, change);
    return news ? [messageOf(after, { ...news, at: event.at, event, tenant: tenant.id })] : [];
  });
  return [...told, ...plannedOf(change)].filter(
    ({ kind, at }) => isOn(kind) && at >= now - MESSAGES.retentionMs,
  );
}

interface News {
  readonly kind: CustomerKind;
  readonly about: string;
  /** What it is told once for, where that is more than what it is about: that may happen twice in one moment. */
  readonly cause?: string;
}

/** What a customer is told of an event. */
function newsOf(
  { type, subtype, cause, at }: SubscriptionEvent,
  { before }: TellableChange,
): News | undefined {
  if (type === 'DID_FAIL_TO_RENEW') {
    const order = /^order:(.+):failed:1$/.exec(cause)?.[1];
    return order === undefined ? undefined : { kind: 'payment_failed', about: order };
  }
  if (type === 'DID_RENEW') {
    const order = /^order:(.+):paid$/.exec(cause)?.[1];
    const wasOwed = order !== undefined && before?.failedOrder === order;
    return wasOwed ? { kind: 'payment_recovered', about: order } : undefined;
  }
  if (type !== 'DID_CHANGE_RENEWAL_STATUS') return undefined;
  const kind = subtype === 'AUTO_RENEW_ENABLED' ? 'undone' : 'cancelled';
  return { kind, about: String(at), cause: `${cause}@${at}` };
}

/** What is to be said ahead of something that this change has made certain for now. */
function plannedOf({ before, after, now }: TellableChange): OwedMessage[] {
  const { periodStart, periodEnd, status, beganWithTrial, cancellation } = after;
  const planned: OwedMessage[] = [];
  const plan = (kind: CustomerKind, about: string, at: number, soonest = now) => {
    if (at > soonest) planned.push(messageOf(after, { kind, about, at }));
  };
  const isNewPeriod = periodEnd !== null && periodEnd !== before?.periodEnd;
  if (isNewPeriod && status === 'ACTIVE' && cancellation === null) {
    const isTrial = beganWithTrial && after.firstOrder === null && (before?.periodEnd ?? null) === null;
    const isLong = periodEnd - (periodStart ?? periodEnd) >= MESSAGES.longPeriodMs;
    if (isTrial) plan('trial_ending', String(periodEnd), periodEnd - MESSAGES.ahead.trialMs);
    else if (isLong) plan('renewal_ahead', String(periodEnd), periodEnd - MESSAGES.ahead.renewalMs);
  }
  const about = aboutLastAttempt(after);
  const failure = recoveryTimes(after);
  if (about !== null && failure?.lastDay && about !== (before && aboutLastAttempt(before)))
    plan('last_attempt', about, failure.lastDay - MESSAGES.ahead.lastAttemptMs, failure.failedAt + DAY_MS);
  return planned;
}

/** What a message about a last attempt is about: another card or other settings move its day. Null without such a day. */
export function aboutLastAttempt(one: Subscription): string | null {
  const lastDay = recoveryTimes(one)?.lastDay ?? null;
  return one.recovery && lastDay !== null ? `${one.recovery.order}@${lastDay}` : null;
}

function messageOf(
  { id: subscriberId }: Subscription,
  {
    kind,
    about,
    cause = about,
    at,
    event,
    tenant,
  }: News & { at: number; event?: SubscriptionEvent; tenant?: string },
): OwedMessage {
  const eventId =
    event && tenant !== undefined
      ? eventIdOf({ tenant, subscriberId, cause: event.cause, at: event.at })
      : undefined;
  // An order's story is told once; what can come again, such as a cancellation, each time that it is announced.
  const once = `${kind}:${subscriberId}:${cause}`;
  return {
    ...{ kind, cause: once, about, at, subscriberId, personId: null },
    ...(eventId !== undefined && { eventId }),
  };
}
