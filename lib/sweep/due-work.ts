import type { Message } from '../runtime/app.ts';
import { Unreadable } from '../record.ts';
import type { DueKind, WorkQueue } from '../table/work/due.ts';
import { workIn } from '../table/work/works.ts';
import type { Item } from '../table/table.ts';

/** The message that a due item carries, and its queue. */
export interface ForwardedWork {
  readonly queue: WorkQueue;
  readonly message: Message;
}

/** Kinds whose messages are sent right after the commit: the sweep waits a minute before it sends them again. */
export const SENT_AFTER_COMMIT: ReadonlySet<DueKind> = new Set(['event', 'document']);

/** Kinds whose work calls the payment provider: all of it waits while the provider refuses the tenant's account. */
export const CALLS_PROVIDER: ReadonlySet<DueKind> = new Set([
  'intent',
  'checkout',
  'ending',
  'reconciliation',
  'notification',
]);

/**
 * The message of a due item that is leased to this run. It also says until when the item is leased: if that has changed when
 * it arrives, it is a duplicate. Throws Unreadable.
 */
export function forwarded(item: Item): ForwardedWork {
  const { queue, message } = workIn(item);
  const { tenantId: group } = message;
  if (group === '') throw new Unreadable('tenantId');
  return { queue, message: { body: { ...message, due: item.dueAt }, group } };
}
