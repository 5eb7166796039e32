import { runSweep } from '../../lib/sweep/run.ts';
import { SWEEP } from '../../lib/limits.ts';
import { MESSAGES_PER_REQUEST, CONCURRENT_REQUESTS } from '../../lib/queue/sqs.ts';
import type { DueKind } from '../../lib/table/work/due.ts';
import { MINUTE, NOON, SweepStage } from '../../test/behaviour/sweep/stage.ts';
import { eventNamed, outboxItemOf, tenantNamed } from '../../test/faults/delivery/cast.ts';
import { everyQueue } from '../../test/support/world/queues.ts';
import { beforeEachCall } from '../each-call.ts';
import { intentWork } from '../../lib/table/work/works.ts';

/** Far fewer things of each than a tenant's share of a run. */
const TENANTS = 20;
const SINCE = NOON - 5 * MINUTE;

/** Kinds by what handing one out asks of the table: an event is listed as well, everything else is moved on alone. */
const SWEPT = ['reconciliation', 'event'] as const satisfies readonly DueKind[];
/** A kind that is measured. */
export type SweptKind = (typeof SWEPT)[number];
/** How long each call of the table or a queue takes here, in ms: at DynamoDB most take less. */
const CALL_MS = 10;

/** How many due things a second one run of the sweep hands out, by kind. */
export async function sweepRates(): Promise<ReadonlyMap<DueKind, number>> {
  const rates = new Map<DueKind, number>();
  for (const kind of SWEPT) rates.set(kind, await sweepRate(kind, CALL_MS));
  return rates;
}

/**
 * How many due things a second one run of the sweep hands out of one shard, where each call of the table or a queue takes
 * `callMs`: the sweep's own code on a table in memory, `pages` full pages long.
 */
export async function sweepRate(kind: SweptKind, callMs: number, pages = 1): Promise<number> {
  const stage = new SweepStage();
  const things = pages * SWEEP.page - 1; // the last page is not full, so that no empty one is asked for
  for (let nth = 0; nth < things; nth++) await makeDue(stage, kind, nth);
  const pause = (calls: number) => new Promise<void>((done) => setTimeout(done, calls * callMs));
  const took = async (requests: number) => pause(Math.ceil(requests / CONCURRENT_REQUESTS));
  let sent = 0;
  const queues = everyQueue(() => ({
    send: async (messages: readonly unknown[]) => {
      sent += messages.length;
      await took(Math.ceil(messages.length / MESSAGES_PER_REQUEST));
    },
  }));
  const app = { ...stage.app, table: beforeEachCall(stage.table, () => pause(1)), queues };
  const began = performance.now();
  const message = { kind, shard: 0, startedAt: NOON, requestId: '' };
  await runSweep(app, message, () => Infinity);
  const seconds = (performance.now() - began) / 1_000;
  if (sent !== things) throw new Error(`${sent} of ${things} due things were handed out`);
  return things / seconds;
}

async function makeDue(stage: SweepStage, kind: SweptKind, nth: number): Promise<void> {
  const tenant = `tenant-${nth % TENANTS}`;
  const dueShard = `${kind}#0`;
  if (kind === 'reconciliation')
    return void (await stage.put(kind, intentWork(tenant, `r${nth}`), SINCE, { dueShard }));
  const { change } = outboxItemOf(tenantNamed(tenant), eventNamed(nth, SINCE), 'webhook', SINCE);
  await stage.table.apply({ ...change, put: { ...change.put, dueShard } });
}
