import { whyFrom } from '../subscribers/stored-subscription.ts';
import type { CoreApp } from '../../runtime/app.ts';
import { EVENT_SUBTYPES, EVENT_TYPES } from '../../billing/events.ts';
import type { EventSnapshot } from '../../billing/events.ts';
import {
  CHANNELS,
  DELIVERY_STATES,
  LISTED_STATES,
  type AttemptRecord,
  type EventRecord,
  type ListedState,
} from '../../billing/delivery.ts';
import { WEBHOOK } from '../../limits.ts';
import { fieldsOf, type Fields } from '../fields.ts';
import { LIST_INDEXES } from '../list-indexes.ts';
import { eventIdIn, partsOf } from '../key-parts.ts';
import { key, type KeyOf } from '../schema.ts';
import type { Condition, Item } from '../table.ts';

/** The tenant's event with this id; undefined if there is none, or if the id belongs to a change that emitted nothing. */
export async function lookUpEvent(app: CoreApp, tenant: string, of: KeyOf): Promise<EventRecord | undefined> {
  const item = await app.table.get(key.event(tenant, of), { consistent: true });
  const event = item?.state === undefined ? undefined : eventFrom(tenant, item);
  return event && isKept(event, app.clock()) ? event : undefined;
}

/** Parses an event; attributes with default values are not stored. Throws Unreadable. */
export function eventFrom(tenant: string, item: Item): EventRecord {
  const of = fieldsOf(item);
  const delivered = of.part('delivered');
  const snapshot = snapshotFrom(of.requiredPart('snapshot'));
  const committedAt = of.number('committedAt');
  const attempt = of.number('attempt');
  const transactionId = of.textOrNull('transactionId');
  return {
    tenant,
    id: eventIdIn(item),
    subscriberId: snapshot.subscriptionId,
    sequence: of.number('sequence'),
    committedAt,
    cause: of.text('cause'),
    type: of.oneOf('type', EVENT_TYPES),
    subtype: of.oneOfOrNull('subtype', EVENT_SUBTYPES),
    at: of.number('at'),
    from: of.textOrNull('from'),
    to: of.text('to'),
    snapshot,
    channel: of.oneOfOrNull('channel', CHANNELS) ?? 'webhook',
    state: of.oneOf('state', DELIVERY_STATES),
    attempt,
    lastAttempt: of.numberOrNull('lastAttempt') ?? WEBHOOK.attemptsMax,
    nextAt: of.numberOrNull('nextAt') ?? committedAt,
    lease: of.numberOrNull('lease') ?? 0,
    transactionId,
    delivered: delivered && { attempt, transactionId: transactionId ?? '', ...resultFrom(delivered) },
    listed: listedIn(of.textOrNull(LIST_INDEXES.eventsByState.list)),
    replay: of.textOrNull('replay'),
    ttl: of.number('ttl'),
  };
}

/** Parses an attempt. Throws Unreadable. */
export function attemptFrom(of: Fields): AttemptRecord {
  return { attempt: of.number('attempt'), transactionId: of.text('transactionId'), ...resultFrom(of) };
}

function resultFrom(of: Fields): Omit<AttemptRecord, 'attempt' | 'transactionId'> {
  return {
    signedAt: of.number('signedAt'),
    endedAt: of.number('endedAt'),
    tookMs: of.number('tookMs'),
    status: of.numberOrNull('status'),
    why: of.textOrNull('why'),
    answer: of.textOrNull('answer'),
  };
}

function listedIn(name: string | null): ListedState | null {
  const state = name === null ? undefined : partsOf(name)[2];
  return LISTED_STATES.find((one) => one === state) ?? null;
}

function snapshotFrom(of: Fields): EventSnapshot {
  const customer = of.requiredPart('customer');
  const externalId = customer.textOrNull('externalId');
  const why = of.part('why');
  return {
    subscriptionId: of.text('subscriptionId'),
    payReference: of.text('payReference'),
    customerReference: of.text('customerReference'),
    planReference: of.text('planReference'),
    planName: of.text('planName'),
    status: of.text('status'),
    graceDays: of.numberOrNull('graceDays'),
    firstStart: of.numberOrNull('firstStart'),
    periodStart: of.numberOrNull('periodStart'),
    periodEnd: of.numberOrNull('periodEnd'),
    ...(why && { why: whyFrom(why) }),
    customer: {
      id: customer.text('id'),
      email: customer.text('email'),
      name: customer.text('name'),
      surname: customer.text('surname'),
      ...(externalId !== null && { externalId }),
    },
  };
}

/** Each claim raises the attempt, so state and attempt identify one version of an event. */
export function unchangedSinceRead({ state, attempt }: EventRecord): Condition {
  return [
    { attribute: 'state', is: state },
    { attribute: 'attempt', is: attempt },
  ];
}

/** Whether an event's 90 days are not over: the table deletes it some time afterwards, and until then nobody sees it. */
export const isKept = ({ ttl }: Pick<EventRecord, 'ttl'>, now: number) => ttl * 1000 > now;

/** The time to live (epoch seconds) of an event's items written now. */
export function eventTtl(now: number): number {
  return Math.ceil((now + WEBHOOK.retentionMs) / 1000);
}
