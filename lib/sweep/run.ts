import type { CoreApp, Message, SendsTo } from '../runtime/app.ts';
import { errorFields } from '../runtime/log.ts';
import { NotTaken } from '../queue/not-taken.ts';
import { type WorkQueue, duePartition, type DueKind } from '../table/work/due.ts';
import { type ForwardedWork, CALLS_PROVIDER } from './due-work.ts';
import { tenantsHeldBack } from '../pay/health.ts';
import { SWEEP } from '../limits.ts';
import { endingUnread } from '../reconciliation/ending-unread.ts';
import type { SweepMessage } from '../queue/messages.ts';
import { Unreadable } from '../record.ts';
import { tenantIn } from '../table/key-parts.ts';
import type { DueKey } from '../table/table.ts';
import { releaseLease, graceOf, handOut, leaseEndOf, moveDueTime, type HandOutRun } from './hand-out.ts';
import { Turns } from './turns.ts';

/** Sends each message to its queue. Returns the work whose messages were refused. */
export async function sendWork<W extends ForwardedWork>(
  app: CoreApp & SendsTo<WorkQueue>,
  works: readonly W[],
): Promise<readonly W[]> {
  const queues = [...new Set(works.map(({ queue }) => queue))];
  const refused = await Promise.all(
    queues.map(async (queue) => {
      const mine = works.filter((work) => work.queue === queue);
      const left = await send(
        app,
        queue,
        mine.map(({ message }) => message),
      );
      return mine.filter(({ message }) => left.has(message));
    }),
  );
  return refused.flat();
}

async function send(
  app: CoreApp & SendsTo<WorkQueue>,
  queue: WorkQueue,
  messages: readonly Message[],
): Promise<ReadonlySet<Message>> {
  try {
    await app.queues[queue].send(messages);
    return new Set();
  } catch (error) {
    app.log.error('queue refused messages of the sweep', {
      reference: queue,
      ...errorFields(error),
    });
    return new Set(error instanceof NotTaken ? error.messages : messages);
  }
}

/** What a sweep needs: the table, and every queue that it hands work to. */
export type SweepApp = CoreApp & SendsTo<WorkQueue | 'sweeps'>;

/** What counts the age of the oldest due item of a kind: what is late for days hides nothing that others lose. */
const AGE_OF = {
  intent: 'OldestMoneyDueAge',
  checkout: 'OldestMoneyDueAge',
  ending: 'OldestMoneyDueAge',
  event: 'OldestEventDueAge',
  reconciliation: 'OldestMoneyDueAge',
  document: 'OldestDocumentDueAge',
  notification: 'OldestMoneyDueAge',
  job: 'OldestMoneyDueAge',
} as const satisfies Readonly<Record<DueKind, string>>;

/** An item that has to wait, and when it is due again (epoch ms). */
interface Postponed {
  readonly key: DueKey;
  readonly to: number;
}

/**
 * Hands out what is due of one kind and shard until nothing is left or the time is spent; then a message to itself
 * continues.
 */
export async function runSweep(app: SweepApp, message: SweepMessage, timeLeft: () => number): Promise<void> {
  const { kind, shard } = message;
  const partition = duePartition(kind, shard);
  const until = app.clock() - graceOf(kind);
  const run: HandOutRun = { kind, turns: new Turns(app.clock()), leaseEnd: leaseEndOf(app, kind) };
  const postponed: Postponed[] = [];
  const hasTime = () => timeLeft() > SWEEP.reserveMs;
  let isOver = false;
  for (let after: DueKey | undefined; !isOver && hasTime();) {
    const page = await app.table.due(partition, until, SWEEP.page, after);
    if (after === undefined && page[0]) app.log.measure(AGE_OF[kind], until - page[0].dueAt, kind);
    await handOutPage(app, page, run, postponed);
    after = page.at(-1);
    isOver = page.length < SWEEP.page;
  }
  await postpone(app, kind, postponed, hasTime);
  const { overShare, heldBack } = run.turns.waiting;
  if (!isOver) app.log.measure('SweepOutOfTime', 1, kind);
  if (!isOver) await sendContinuation(app, message, 0);
  else if (overShare > 0) await sendContinuation(app, message, SWEEP.turnMs);
  app.log.measure('SweepOverShare', overShare, kind);
  app.log.measure('SweepHeldBack', heldBack, kind);
}

/**
 * Hands out a page of keys; those over a tenant's share are `postponed`, those held back stay in place without a write.
 */
async function handOutPage(
  app: SweepApp,
  page: readonly DueKey[],
  run: HandOutRun,
  postponed: Postponed[],
): Promise<void> {
  const { kind, turns } = run;
  const unknown = CALLS_PROVIDER.has(kind) ? turns.unknown(page.map(tenantIn)) : [];
  turns.hold(unknown, await tenantsHeldBack(app, unknown));
  const read = kind === 'ending' ? page.filter((key) => turns.mayRead(tenantIn(key))) : [];
  const free = await endingUnread(app, read);
  const now: DueKey[] = [];
  for (const key of page) {
    const tenant = tenantIn(key);
    const turn = tenant === undefined ? 'now' : turns.next(tenant, free.has(key));
    if (turn === 'now') now.push(key);
    else if (turn !== 'held') postponed.push({ key, to: turn });
  }
  const handed = await mapConcurrently(app, kind, now, (key) => handOut(app, key, run));
  const works = handed.filter((one) => one !== undefined);
  const notTaken = await sendWork(app, works);
  await mapConcurrently(app, kind, notTaken, (one) => releaseLease(app, one));
  app.log.measure('SweepHandedOut', works.length - notTaken.length, kind);
  app.log.measure('SweepNotTaken', notTaken.length, kind);
}

/** Postpones items over their tenants' share. If time runs out, the rest stay in place, and the next run skips them. */
async function postpone(
  app: SweepApp,
  kind: DueKind,
  all: readonly Postponed[],
  hasTime: () => boolean,
): Promise<void> {
  for (
    let left = all.slice(0, SWEEP.postponedMax);
    left.length > 0 && hasTime();
    left = left.slice(SWEEP.writers)
  )
    await mapConcurrently(app, kind, left.slice(0, SWEEP.writers), ({ key, to }) =>
      moveDueTime(app, key, to),
    );
}

/** Sends itself again, until the next minute's message takes over. */
async function sendContinuation(app: SweepApp, message: SweepMessage, delayMs: number): Promise<void> {
  if (app.clock() + delayMs >= message.startedAt + SWEEP.chainMs) return;
  const group = duePartition(message.kind, message.shard);
  await app.queues.sweeps.send([{ body: message, group, delaySeconds: delayMs / 1000 }]);
}

/**
 * Maps items with limited concurrency; a failure is logged, an item of newer code counted, and neither stops the
 * others.
 */
async function mapConcurrently<T, R>(
  app: SweepApp,
  kind: DueKind,
  all: readonly T[],
  work: (one: T) => Promise<R>,
): Promise<R[]> {
  const done: R[] = [];
  for (let left = all; left.length > 0; left = left.slice(SWEEP.writers)) {
    const results = await Promise.allSettled(left.slice(0, SWEEP.writers).map(work));
    for (const result of results)
      if (result.status === 'fulfilled') done.push(result.value);
      else reportFailure(app, kind, result.reason);
  }
  return done;
}

function reportFailure(app: SweepApp, kind: DueKind, error: unknown): void {
  app.log.error('due item not processed', { reference: kind, ...errorFields(error) });
  if (error instanceof Unreadable) app.log.measure('Unreadable', 1, kind);
}
