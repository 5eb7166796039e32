import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { EVENT, LISTED_STATES, type EventRecord, type ListedState } from '../../billing/delivery.ts';
import { WEBHOOK } from '../../limits.ts';
import { LIST_INDEXES } from '../list-indexes.ts';
import { eventIdIn, partsOf } from '../key-parts.ts';
import { key, type KeyOf } from '../schema.ts';
import type { Condition, Item } from '../table.ts';

/** The tenant's event with this id; undefined if there is none, or if the id belongs to a change that emitted nothing. */
export async function lookUpEvent(app: CoreApp & OfTenant, of: KeyOf): Promise<EventRecord | undefined> {
  const item = await app.table.get(key.event(app.tenantId, of), { consistent: true });
  const event = item?.state === undefined ? undefined : eventFrom(app.tenantId, item);
  return event && isKept(event, app.clock()) ? event : undefined;
}

/** Parses an event. Throws Unreadable. */
export function eventFrom(tenant: string, item: Item): EventRecord {
  const { causedBy: _, delivered, ...event } = EVENT.read(item);
  const { snapshot, committedAt, nextAt, attempt, transactionId } = event;
  return {
    ...event,
    tenant,
    id: eventIdIn(item),
    subscriberId: snapshot.subscriptionId,
    nextAt: nextAt ?? committedAt,
    delivered: delivered && { attempt, transactionId: transactionId ?? '', ...delivered },
    listed: listedIn(item[LIST_INDEXES.eventsByState.list]),
  };
}

function listedIn(name: Item[string]): ListedState | null {
  const state = typeof name === 'string' ? partsOf(name)[2] : undefined;
  return LISTED_STATES.find((one) => one === state) ?? null;
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
