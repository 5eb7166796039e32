import type { CoreApp, Message } from '../runtime/app.ts';
import type { ReconciliationMessage } from '../queue/messages.ts';
import { QUEUE_NAMES, type QueueName } from '../footprint.ts';
import { eventFrom } from '../table/events/events.ts';
import { dueRecordOf, type DueKind, type DueRecord } from '../table/work/due.ts';
import { tenantIn } from '../table/key-parts.ts';
import type { Item } from '../table/table.ts';
import { redriveEvent } from '../webhooks/redrive.ts';

/** The message for a due item, and its queue. */
export interface DueWork {
  readonly queue: Exclude<QueueName, 'sweeps' | 'message-events'>;
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

/** The item is due again then (epoch ms). */
export interface PostponedWork {
  readonly again: number;
}

/** The work of a due item that is leased to this run; undefined if nothing is left to do. Throws on an invalid item. */
export async function workFor(
  app: CoreApp,
  kind: DueKind,
  item: Item,
): Promise<DueWork | PostponedWork | undefined> {
  if (kind === 'job') return jobWork(item);
  const thing = dueRecordOf(item);
  if (thing.is === 'event') {
    return redriveEvent(app, eventFrom(thing.tenant, item));
  }
  const tenant = tenantOf(item);
  if (thing.is === 'invoice') {
    const { subscriberId, id } = thing;
    return work('invoicing', tenant, { tenantId: tenant, subscriberId, invoiceId: id }, item);
  }
  if (thing.is === 'task') {
    return work('invoicing', tenant, { kind: 'task', tenantId: tenant, taskId: thing.id }, item);
  }
  if (thing.is === 'refund') {
    const { subscriberId, id: refundId } = thing;
    const queue = kind === 'document' ? 'invoicing' : 'reconciliation';
    return work(queue, tenant, { kind: 'refund', tenantId: tenant, subscriberId, refundId }, item);
  }
  return work('reconciliation', tenant, reconciliationOf(thing), item);
}

/** The tenant of a due item, from its key or, for a checkout, from its content. Throws InvalidDueItem. */
export function tenantOf(item: Item): string {
  const tenant = tenantIn(item) ?? item.tenant;
  if (typeof tenant !== 'string' || tenant === '') throw new InvalidDueItem('no_tenant');
  return tenant;
}

/** A due item that is invalid; the log tells why by its code. */
class InvalidDueItem extends Error {
  override readonly name = 'InvalidDueItem';
  readonly code: 'no_tenant' | 'no_known_queue' | 'no_message';

  constructor(code: InvalidDueItem['code']) {
    super();
    this.code = code;
  }
}

/** A job item names the queue and the message of its next step. */
function jobWork(item: Item): DueWork {
  const { queue, message } = item;
  const known = QUEUE_NAMES.find((name) => name === queue);
  if (known === undefined || known === 'sweeps' || known === 'message-events')
    throw new InvalidDueItem('no_known_queue');
  if (typeof message !== 'object' || message === null) throw new InvalidDueItem('no_message');
  return work(known, tenantOf(item), message, item);
}

/** The message carries the item's leased due time: if the item no longer has it, the message is a duplicate. */
function work(queue: DueWork['queue'], group: string, body: object, { dueAt }: Item): DueWork {
  return { queue, message: { body: { ...body, due: dueAt }, group } };
}

function reconciliationOf(
  thing: Exclude<DueRecord, { is: 'event' | 'invoice' | 'refund' | 'task' }>,
): ReconciliationMessage {
  switch (thing.is) {
    case 'checkout':
      return { kind: 'checkout', token: thing.token };
    case 'subscriber':
      return { kind: 'subscriber', tenantId: thing.tenant, subscriberId: thing.id };
    case 'reference':
      return { kind: 'reference', tenantId: thing.tenant, reference: thing.reference };
    case 'intent':
      return { kind: 'intent', tenantId: thing.tenant, reference: thing.reference };
    case 'notification':
      return { kind: 'notification', tenantId: thing.tenant, reference: thing.reference };
  }
}
