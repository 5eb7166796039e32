import type { Message, SubscriptionApp } from '../app.ts';
import { redrive } from '../webhooks/redrive.ts';
import { SWEEP_GRACE_MS } from '../limits.ts';
import { DUE_KINDS, duePartitions, dueThing, type DueThing } from '../table/schema.ts';
import type { ReconciliationMessage } from './dispatch.ts';
import type { IssueMessage } from '../reconciliation/invoice-changes.ts';
import { errorFields } from '../log.ts';

/** More than this of one shard is left to the next minute, so that one run stays short. */
const PER_SHARD = 250;

export interface Swept {
  readonly found: number;
  readonly failed: number;
}

/** Reads all that is due and sets it going: events to the queue of deliveries, everything else to be looked at. */
export async function sweep(app: SubscriptionApp): Promise<Swept> {
  const now = app.clock();
  const shards = await Promise.allSettled(
    DUE_KINDS.flatMap(duePartitions).map((partition) => app.table.due(partition, now, PER_SHARD)),
  );
  const due = shards.flatMap((shard) => (shard.status === 'fulfilled' ? shard.value : []));
  const things = due.flatMap((item) => ready(dueThing(item), item.dueAt, now));
  const done = await Promise.allSettled([
    ...things.filter((thing) => thing.is === 'event').map((event) => redrive(app, event.tenant, event.id)),
    app.queues.reconciliation.send(things.flatMap(lookMessage)),
    app.queues.invoicing.send(things.flatMap(issueMessage)),
  ]);
  const failures = [...shards, ...done].filter((one) => one.status === 'rejected');
  for (const { reason } of failures.slice(0, 10))
    app.log.error('part of the sweep failed', errorFields(reason));
  const swept = { found: things.length, failed: failures.length };
  if (swept.found > 0) app.log.info('swept', { count: swept.found });
  return swept;
}

/** Events and documents are left to their quick path for a minute; looks are wanted at their time. */
function ready(thing: DueThing, dueAt: number, now: number): DueThing[] {
  const quick = thing.is === 'event' || thing.is === 'invoice';
  return quick && now - dueAt < SWEEP_GRACE_MS ? [] : [thing];
}

function lookMessage(thing: DueThing): Message[] {
  const body = lookOf(thing);
  return body
    ? [{ body, group: thing.is === 'checkout' ? thing.token : 'tenant' in thing ? thing.tenant : '' }]
    : [];
}

function lookOf(thing: DueThing): ReconciliationMessage | undefined {
  switch (thing.is) {
    case 'checkout':
      return { checkout: thing.token };
    case 'subscriber':
      return { tenantId: thing.tenant, subscriberId: thing.id };
    case 'reference':
      return { tenantId: thing.tenant, reference: thing.reference };
    case 'operation':
      return { tenantId: thing.tenant, operation: thing.reference };
    case 'notice':
      return { tenantId: thing.tenant, notice: { subscriptionReference: thing.reference } };
    case 'event':
    case 'invoice':
      return undefined;
  }
}

function issueMessage(thing: DueThing): Message[] {
  if (thing.is !== 'invoice') return [];
  const body: IssueMessage = {
    tenantId: thing.tenant,
    subscriberId: thing.subscriberId,
    invoiceId: thing.id,
  };
  return [{ body, group: thing.tenant }];
}
