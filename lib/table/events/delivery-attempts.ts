import {
  ATTEMPT,
  EVENT,
  type AttemptRecord,
  type ClaimedEvent,
  type DeliveryStatus,
  type EventRecord,
} from '../../billing/delivery.ts';
import type { EndpointHealth } from '../../billing/endpoint-health.ts';
import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { WEBHOOK } from '../../limits.ts';
import { Refusal } from '../../refusal.ts';
import { endpointHealthFrom, readEndpoint, unknownHealth } from './endpoint-health.ts';
import { listing } from './event-lists.ts';
import { eventFrom, eventTtl, unchangedSinceRead } from './events.ts';
import { DUE_ATTRIBUTES, NOT_DUE, due } from '../work/due.ts';
import { readWithHint } from '../readable.ts';
import { key } from '../schema.ts';
import { range } from '../ranges.ts';
import { onConflict, type Put, type Update, tryWrite } from '../table.ts';
import { tenantFrom, type Tenant } from '../tenants/tenant.ts';
import { eventWork } from '../work/works.ts';

/** An event with the tenant's settings and its endpoint's health, all current. */
export interface StoredDelivery {
  readonly record: EventRecord;
  readonly tenant: Tenant;
  readonly endpoint: EndpointHealth;
}

/**
 * What a delivery needs, in one round trip, two for the team chat. Undefined if the event is no longer kept; throws 404
 * without a tenant.
 */
export async function lookUpDelivery(
  app: CoreApp & OfTenant,
  eventId: string,
): Promise<StoredDelivery | undefined> {
  const {
    items: [tenant, event],
    hint: webhook,
  } = await readWithHint(app, [key.tenant(app.tenantId), key.event(app.tenantId, { id: eventId })], {
    at: key.endpoint(app.tenantId, 'webhook'),
    read: endpointHealthFrom,
    otherwise: unknownHealth(app.clock()),
  });
  if (!tenant) throw new Refusal('not_found');
  if (!event) return undefined;
  const record = eventFrom(app.tenantId, event);
  const endpoint = record.channel === 'webhook' ? webhook : await readEndpoint(app, record.channel);
  return { record, tenant: tenantFrom(tenant), endpoint };
}

/**
 * Claims the next attempt, and returns the event as it was stored with the claim; undefined if it has changed since it
 * was read.
 */
export async function claimAttempt(app: CoreApp, record: EventRecord): Promise<ClaimedEvent | undefined> {
  const transactionId = app.newId();
  const signedAt = app.clock();
  const lease = signedAt + WEBHOOK.leaseMs;
  const claim = { state: 'TRYING', attempt: record.attempt + 1, transactionId, lease } as const;
  const update = key.event(record.tenant, record);
  const claimed = await onConflict(
    () => app.table.apply({ update, set: claim, if: unchangedSinceRead(record) }),
    ({ found: [stored] }) => (stored?.transactionId === transactionId ? stored : undefined),
  );
  return claimed && { ...eventFrom(record.tenant, claimed), ...claim, signedAt };
}

/** Settles our attempt: outcome and next due time in one write. False if another worker has claimed the event since. */
export function settleAttempt(
  app: CoreApp,
  record: ClaimedEvent,
  result: AttemptRecord,
  status: DeliveryStatus,
): Promise<boolean> {
  const { update, set, remove } = statusUpdate(record, status);
  const isOurs = { attribute: 'transactionId', is: record.transactionId };
  const settled: Update = { update, set, remove, if: [isOurs] };
  if (status.state !== 'DELIVERED')
    return tryWrite(() => app.table.write([settled, attemptPut(record, result, app.clock())]));
  const delivered = EVENT.change({ delivered: result }).set;
  return tryWrite(() => app.table.apply({ ...settled, set: { ...set, ...delivered } }));
}

/** Removes the receiver's answers from an event's finished attempts. */
export async function eraseAnswers(app: CoreApp & OfTenant, eventId: string): Promise<void> {
  const attempts = await app.table.query({ ...range.attempts(app.tenantId, eventId), consistent: true });
  for (const { pk, sk, answer } of attempts)
    if (typeof answer === 'string')
      await tryWrite(() =>
        app.table.apply({ update: { pk, sk }, ...ATTEMPT.change({ answer: null }), if: [{ present: true }] }),
      );
}

/** An undelivered event is due at `at` (epoch ms), if it has not changed since it was read, and was due then `before`. */
export const eventDue = (record: EventRecord, at: number, before: number | undefined): Update => ({
  update: key.event(record.tenant, record),
  set: { ...due('event', at, eventWork(record.tenant, record.id)) },
  if: [
    ...unchangedSinceRead(record),
    ...(before === undefined ? [] : [{ attribute: DUE_ATTRIBUTES.at, is: before }]),
  ],
});

/** Ends an event without an attempt. False if it has changed since it was read. */
export function endEvent(
  app: CoreApp,
  record: EventRecord,
  state: 'EXHAUSTED' | 'SKIPPED',
): Promise<boolean> {
  const ended = { ...statusUpdate(record, { state }), if: unchangedSinceRead(record) };
  return tryWrite(() => app.table.apply(ended));
}

/** The item of a finished attempt. */
export function attemptPut(record: EventRecord, result: AttemptRecord, now: number): Put {
  return {
    put: {
      ...key.attempt(record.tenant, record.id, result.attempt),
      ...ATTEMPT.write(result),
      ttl: eventTtl(now),
    },
  };
}

/** The changes to an event's item for a new status: its due time and the list it appears in. */
export function statusUpdate(record: EventRecord, status: DeliveryStatus) {
  const update = key.event(record.tenant, record);
  if (status.state !== 'WAITING') {
    const { state } = status;
    const { set, remove } = listing(record, state === 'DELIVERED' ? null : state);
    return { update, set: { ...set, state }, remove: [...NOT_DUE, ...remove] };
  }
  const { state, nextAt } = status;
  const { set, remove } = listing(record, 'PENDING');
  return {
    update,
    set: { ...set, state, nextAt, ...due('event', nextAt, eventWork(record.tenant, record.id)) },
    remove,
  };
}
