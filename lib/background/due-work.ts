import type { CoreApp, Message } from '../app.ts';
import type { ReconciliationMessage } from '../queue/messages.ts';
import { QUEUE_NAMES, type QueueName } from '../footprint.ts';
import { eventFrom } from '../table/events.ts';
import { dueThing, type DueKind, type DueThing } from '../table/due.ts';
import { tenantIn } from '../table/key-parts.ts';
import type { Item } from '../table/table.ts';
import { redriveEvent } from '../webhooks/redrive.ts';

/** Which message has a due thing taken up, and at which queue. */
export interface Work {
  readonly queue: Exclude<QueueName, 'sweeps'>;
  readonly message: Message;
}

/** Kinds that a message sent at once usually takes care of: the sweep leaves them alone for a minute. */
export const HAS_QUICK_PATH: ReadonlySet<DueKind> = new Set(['event', 'document']);

/** Kinds whose work asks the payment provider: all of it waits while the provider refuses the tenant's account. */
export const ASKS_PAY: ReadonlySet<DueKind> = new Set([
  'intent',
  'checkout',
  'ending',
  'reconciliation',
  'notification',
]);

/** Nothing is to be done before then (epoch ms). */
export interface Later {
  readonly again: number;
}

/**
 * The work that a due thing, just handed out until its new due time, asks for; undefined where there is nothing left
 * to do. Throws on an item that makes no sense.
 */
export async function workFor(app: CoreApp, kind: DueKind, item: Item): Promise<Work | Later | undefined> {
  if (kind === 'job') return jobWork(item);
  const thing = dueThing(item);
  if (thing.is === 'event') {
    return redriveEvent(app, eventFrom(thing.tenant, item));
  }
  const tenant = tenantOf(item);
  if (thing.is === 'invoice') {
    const { subscriberId, id } = thing;
    return work('invoicing', tenant, { tenantId: tenant, subscriberId, invoiceId: id }, item);
  }
  return work('reconciliation', tenant, reconciliationOf(thing), item);
}

/** The tenant of a due item, by its key or, for a checkout, by what it holds. Throws where neither names one. */
export function tenantOf(item: Item): string {
  const tenant = tenantIn(item) ?? item.tenant;
  if (typeof tenant !== 'string' || tenant === '') throw new Unworkable('names no tenant');
  return tenant;
}

/** An item that is due and makes no sense. */
class Unworkable extends Error {
  override readonly name = 'Unworkable';
}

/** A job says itself which queue takes its next step, and with which message. */
function jobWork(item: Item): Work {
  const { queue, message } = item;
  const known = QUEUE_NAMES.find((name) => name === queue && name !== 'sweeps');
  if (known === undefined || known === 'sweeps') throw new Unworkable('a job for no known queue');
  if (typeof message !== 'object' || message === null) throw new Unworkable('a job without a message');
  return work(known, tenantOf(item), message, item);
}

/** The message carries the due time it was handed out until: one that no longer stands on the item is a duplicate. */
function work(queue: Work['queue'], group: string, body: object, { dueAt }: Item): Work {
  return { queue, message: { body: { ...body, due: dueAt }, group } };
}

function reconciliationOf(thing: Exclude<DueThing, { is: 'event' | 'invoice' }>): ReconciliationMessage {
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
