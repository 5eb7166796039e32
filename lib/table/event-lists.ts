import type { CoreApp } from '../app.ts';
import type { ListedState } from './list-indexes.ts';
import type { EventRecord } from './events.ts';
import { LIST_INDEXES } from './list-indexes.ts';
import { list, standsIn } from './lists.ts';
import { key } from './schema.ts';
import { tryWrite } from './table.ts';

/** What an update of an event sets and removes so that it is listed by a state, or by none (null). */
export function listing(
  { tenant, type, channel }: Pick<EventRecord, 'tenant' | 'type' | 'channel'>,
  state: ListedState | null,
): { set: Record<string, string>; remove: readonly string[] } {
  if (channel !== 'webhook') return { set: {}, remove: [] };
  if (state === null) return { set: {}, remove: [LIST_INDEXES.eventsByState.list] };
  return { set: standsIn(list.eventsInState(tenant, state, type)), remove: [] };
}

/** Lists an event that waits for its first attempt longer than usual; nothing where it does not wait any more. */
export async function listPending(app: CoreApp, record: EventRecord): Promise<void> {
  if (record.channel !== 'webhook' || record.listed === 'PENDING') return;
  const { tenant, id, state, attempt } = record;
  const { set } = listing(record, 'PENDING');
  await tryWrite(() =>
    app.table.apply({
      update: key.event(tenant, id),
      set,
      if: [
        { attribute: 'state', is: state },
        { attribute: 'attempt', is: attempt },
      ],
    }),
  );
}
