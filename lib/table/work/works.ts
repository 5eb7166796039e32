import type { Item, Key } from '../table.ts';
import { key } from '../schema.ts';
import { Unreadable } from '../../record.ts';
import { fieldsOf } from '../fields.ts';
import {
  eventIdIn,
  invoiceIdIn,
  messageIdIn,
  partsOf,
  refundIdIn,
  subscriberIdIn,
  tenantIn,
  replayIdIn,
} from '../key-parts.ts';
import { DUE_WORDS, DUE_WORK, type DueMessage, type DueWord, type DueWork, type WorkQueue } from './due.ts';

const to = (word: DueWord, queue: WorkQueue, key: Key, message: DueMessage): DueWork => ({
  word,
  key,
  queue,
  message,
});

/** A subscriber is reconciled, or ends. */
export const subscriberWork = (tenantId: string, subscriberId: string): DueWork =>
  to('subscriber', 'reconciliation', key.subscriber(tenantId, { id: subscriberId }), {
    kind: 'subscriber',
    tenantId,
    subscriberId,
  });

/** A deferred notification is applied. */
export const notificationWork = (tenantId: string, reference: string): DueWork =>
  to('notification', 'reconciliation', key.notification(tenantId, reference), {
    kind: 'notification',
    tenantId,
    reference,
  });

/** The outcome of a charge is looked up. */
export const intentWork = (tenantId: string, reference: string): DueWork =>
  to('intent', 'reconciliation', key.intent(tenantId, reference), { kind: 'intent', tenantId, reference });

/** A checkout or card form is read at the provider. */
export const checkoutWork = (tenantId: string, token: string): DueWork =>
  to('checkout', 'reconciliation', key.checkout(token), { kind: 'checkout', tenantId, token });

/** A refund's outcome is looked up, or its document made. */
export const refundWork = (
  queue: 'reconciliation' | 'invoicing',
  tenantId: string,
  { subscriberId, id: refundId }: { readonly subscriberId: string; readonly id: string },
): DueWork =>
  to(
    queue === 'invoicing' ? 'refundDocument' : 'refund',
    queue,
    key.refund(tenantId, subscriberId, { id: refundId }),
    {
      kind: 'refund',
      tenantId,
      subscriberId,
      refundId,
    },
  );

/** A tenant's payment account is probed. */
export const probeWork = (tenantId: string): DueWork =>
  to('probe', 'reconciliation', key.payHealth(tenantId), { kind: 'probe', tenantId });

/** A tenant's comparison takes its next step. */
export const comparisonWork = (tenantId: string): DueWork =>
  to('comparison', 'reconciliation', key.comparison(tenantId), { kind: 'comparison', tenantId });

/** A tenant's figures are counted on. */
export const figuresWork = (tenantId: string): DueWork =>
  to('figures', 'reconciliation', key.figures(tenantId), { kind: 'figures', tenantId });

/** An event's next attempt is made. */
export const eventWork = (tenantId: string, eventId: string): DueWork =>
  to('event', 'deliveries', key.event(tenantId, { id: eventId }), { kind: 'redrive', tenantId, eventId });

/** A replay of many events takes its next step. */
export const replayWork = (tenantId: string, replayId: string): DueWork =>
  to('replay', 'slow-deliveries', key.replay(tenantId, { id: replayId }), {
    kind: 'replay',
    tenantId,
    replayId,
  });

/** The document of an invoice takes its next step. */
export const documentWork = (tenantId: string, subscriberId: string, invoiceId: string): DueWork =>
  to('document', 'invoicing', key.invoice(tenantId, subscriberId, { id: invoiceId }), {
    tenantId,
    subscriberId,
    invoiceId,
  });

/** The document of a person's task is looked at. */
export const taskWork = (tenantId: string, taskId: string): DueWork =>
  to('task', 'invoicing', key.taskListed(tenantId, 'open', { id: taskId }), {
    kind: 'task',
    tenantId,
    taskId,
  });

/** A tenant's tokens of the invoicing provider are renewed. */
export const tokensWork = (tenantId: string): DueWork =>
  to('tokens', 'invoicing', key.acctTokens(tenantId), { kind: 'tokens', tenantId });

/** A message is sent to its reader. */
export const messageWork = (tenantId: string, messageId: string): DueWork =>
  to('message', 'messages', key.message(tenantId, messageId), { tenantId, messageId });

/** The last part of an item's partition key: the reference or subscriber that the partition is of. */
const partitionOf = ({ pk }: Key): string => partsOf(pk).at(-1) ?? '';

/** Of each word, the work that an item's key says. */
const IN_KEY: Readonly<Record<DueWord, (tenant: string, at: Key) => DueWork>> = {
  subscriber: (tenant, at) => subscriberWork(tenant, subscriberIdIn(at)),
  notification: (tenant, at) => notificationWork(tenant, partitionOf(at)),
  intent: (tenant, at) => intentWork(tenant, partitionOf(at)),
  checkout: (tenant, { pk }) => checkoutWork(tenant, pk.slice('C#'.length)),
  refund: (tenant, at) =>
    refundWork('reconciliation', tenant, { subscriberId: partitionOf(at), id: refundIdIn(at) }),
  refundDocument: (tenant, at) =>
    refundWork('invoicing', tenant, { subscriberId: partitionOf(at), id: refundIdIn(at) }),
  probe: probeWork,
  comparison: comparisonWork,
  figures: figuresWork,
  event: (tenant, at) => eventWork(tenant, eventIdIn(at)),
  replay: (tenant, at) => replayWork(tenant, replayIdIn(at)),
  document: (tenant, at) => documentWork(tenant, partitionOf(at), invoiceIdIn(at)),
  task: (tenant, { sk }) => taskWork(tenant, sk),
  tokens: tokensWork,
  message: (tenant, at) => messageWork(tenant, messageIdIn(at)),
};

/** The work of a due item: its word, its key and, for a checkout, its tenant. Throws Unreadable. */
export function workIn(item: Item): DueWork {
  const of = fieldsOf(item);
  const word = of.oneOf(DUE_WORK, DUE_WORDS);
  const work = IN_KEY[word](tenantIn(item) ?? of.text('tenant'), item);
  const { pk, sk } = work.key;
  if (pk !== item.pk || sk !== item.sk) throw new Unreadable(DUE_WORK);
  return work;
}
