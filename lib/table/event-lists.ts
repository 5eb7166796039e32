import type { CoreApp } from '../app.ts';
import type { EventRecord, ListedState } from './events.ts';
import { itemOf } from './item.ts';
import { key } from './schema.ts';
import type { Change, Put } from './table.ts';
import { tryWrite } from './try-write.ts';

/** What is needed to name an event in a list. */
export type Listable = Pick<EventRecord, 'id' | 'type' | 'subtype' | 'subscriberId' | 'committedAt' | 'ttl'>;

/** The entry of an event in its tenant's feed. */
export function feedPut(tenant: string, event: Listable): Put {
  return { put: itemOf(key.feed(tenant, event.type, event.committedAt, event.id), entryOf(event)) };
}

/** The entry of an event in the list of a state. */
export function listedPut(tenant: string, event: Listable, state: ListedState): Put {
  return { put: itemOf(listedKey(tenant, event, state), entryOf(event)) };
}

/** What changes in the lists once an event stands as `to`, or is in none of them (null). */
export function listMoves(record: EventRecord, to: ListedState | null): Change[] {
  const { tenant, listed } = record;
  if (record.channel !== 'webhook' || listed === to) return [];
  return [
    ...(listed === null ? [] : [{ delete: listedKey(tenant, record, listed) }]),
    ...(to === null ? [] : [listedPut(tenant, record, to)]),
  ];
}

/** Lists an event that waits for its first attempt longer than usual; nothing where it does not wait any more. */
export async function listPending(app: CoreApp, record: EventRecord): Promise<void> {
  const moves = listMoves(record, 'PENDING');
  if (moves.length === 0) return;
  const { state, attempt } = record;
  const change: Change = {
    update: key.event(record.tenant, record.id),
    set: { listed: 'PENDING' },
    if: [
      { attribute: 'state', is: state },
      { attribute: 'attempt', is: attempt },
    ],
  };
  await tryWrite(() => app.table.write([change, ...moves]));
}

function listedKey(tenant: string, { type, committedAt, id }: Listable, state: ListedState) {
  return key.listedEvent(tenant, state, type, committedAt, id);
}

function entryOf({ id, type, subtype, subscriberId, committedAt, ttl }: Listable) {
  return { eventId: id, type, subtype, subscriberId, committedAt, ttl };
}
