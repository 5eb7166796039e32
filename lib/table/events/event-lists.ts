import type { EventRecord, ListedState } from '../../billing/delivery.ts';
import type { CoreApp } from '../../runtime/app.ts';
import { unchangedSinceRead } from './events.ts';
import { LIST_INDEXES } from '../list-indexes.ts';
import { list, listAttributes } from '../lists.ts';
import { key } from '../schema.ts';
import { tryWrite } from '../table.ts';

/** The attributes to set and remove so that an event is listed under a state, or under none (null). */
export function listing(
  { tenant, type, channel }: Pick<EventRecord, 'tenant' | 'type' | 'channel'>,
  state: ListedState | null,
): { set: Record<string, string>; remove: readonly string[] } {
  if (channel !== 'webhook') return { set: {}, remove: [] };
  if (state === null) return { set: {}, remove: [LIST_INDEXES.eventsByState.list] };
  return { set: listAttributes(list.eventsInState(tenant, state, type)), remove: [] };
}

/** Lists an event as pending that has waited longer than usual; no effect once it has changed. */
export async function listPending(app: CoreApp, record: EventRecord): Promise<void> {
  if (record.channel !== 'webhook' || record.listed === 'PENDING') return;
  const update = key.event(record.tenant, record);
  const { set } = listing(record, 'PENDING');
  await tryWrite(() => app.table.apply({ update, set, if: unchangedSinceRead(record) }));
}
