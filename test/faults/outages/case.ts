import { Report } from '../report.ts';
import { DUE_KINDS, duePartitions } from '../../../lib/table/work/due.ts';
import { listDocuments, retryDocument } from '../../../lib/invoicing/retry-document.ts';
import { replayOne } from '../../../lib/webhooks/replay.ts';
import { control, ledger } from '../../support/world/shop.ts';
import { panelOf } from '../panel.ts';
import { judge, type Delivery } from './checker.ts';
import { factsOf, EVENT_WITHIN_MS } from './facts.ts';
import type { Journal } from './journal.ts';
import { INSIDE } from './kinds.ts';
import { HOUR, MINUTE, Stage } from './stage.ts';
import { wrongDocuments, wrongRecords } from './records.ts';
import { letThingsHappen } from './traffic.ts';
import type { Outage } from './weather.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

/** So long after the outage everything is watched: two hours in which a renewal is looked for, and one more. */
const WATCHED_MS = 3 * HOUR;
/** One run of so many is watched until all have renewed once more. */
const WATCHED_LONGER_EVERY = 5;
const WATCHED_LONGER_MS = 27.5 * HOUR;
/** What is due longer than this is stuck. */
const STUCK_AFTER_MS = 3 * MINUTE;

/** What came of one outage. */
export interface Result {
  readonly violations: readonly string[];
  readonly deliveries: readonly Delivery[];
  readonly requests: number;
  readonly refused: number;
  readonly posts: number;
  readonly struck: number;
  readonly dead: number;
  /** Events with a message among the dead letters. */
  readonly revived: number;
}

export async function play(outage: Outage, seed: number): Promise<Result> {
  const stage = await Stage.open(outage, seed);
  try {
    letThingsHappen(stage);
    await stage.run(stage.ends + EVENT_WITHIN_MS);
    const statusesAfter = new Map(
      (await panelOf(stage.world, stage.shop)).map((one) => [one.referenceCode, one.subscriptionStatus]),
    );
    await stage.run(stage.ends + 2 * EVENT_WITHIN_MS);
    const replayedAt = stage.now;
    await replayExhausted(stage);
    await stage.run(stage.ends + (seed % WATCHED_LONGER_EVERY === 0 ? WATCHED_LONGER_MS : WATCHED_MS));
    await retryUnfound(stage);
    return await result(stage, { statusesAfter, replayedAt });
  } finally {
    await stage.stop();
  }
}

async function result(
  stage: Stage,
  found: { statusesAfter: ReadonlyMap<string, string>; replayedAt: number },
): Promise<Result> {
  const { begins, ends, exchanges, receiver, weather, shop, world, outage } = stage;
  const evidence = { exchanges, journal: await journalOf(stage) };
  const forgetful = outage.name.startsWith('table');
  const unanswered = outage.unanswered ?? false;
  const { history } = receiver;
  const secret = shop.webhookSecret;
  const times = { begins, ends, until: stage.now };
  const { violations, deliveries } = judge(
    { ...evidence, ...times, ...found, history, secret, forgetful, unanswered, inside: INSIDE },
    factsOf(evidence),
  );
  return {
    violations: [
      ...violations,
      ...stage.mishaps,
      ...(await wrongRecords(stage, evidence)),
      ...wrongDocuments(stage, evidence),
      ...lostDeliveries(stage),
      ...(await stuck(stage)),
    ],
    deliveries,
    revived: deadEvents(stage).size,
    requests: exchanges.length,
    refused: exchanges.filter(({ status }) => status >= 500).length,
    posts: history.length,
    struck: weather.struck,
    dead: world.queues.dead.length,
  };
}

/** Whatever has been given up, an operator has delivered again. */
async function replayExhausted({ world, shop, receiver }: Stage): Promise<void> {
  const ids = new Set(receiver.history.map(({ headers }) => headers['X-Svc-Event-ID'] ?? ''));
  for (const id of ids) {
    const posts = receiver.history.filter(({ headers }) => headers['X-Svc-Event-ID'] === id);
    if (!posts.some(({ accepted }) => accepted)) await replayOne(forTenant(world.app, shop.tenant.id), id);
  }
}

async function journalOf({ world, shop }: Stage): Promise<Journal> {
  const of = `?merchantId=${shop.credentials.merchantId}`;
  return {
    subscriptions: await panelOf(world, shop),
    notifications: (await control(world, `/notifications${of}`)) as unknown as Journal['notifications'],
    ledger: await ledger(world, shop),
  };
}

function deadEvents({ world }: Stage): Set<string> {
  const ids = world.queues.dead.map(({ body }) => (body as { eventId?: string }).eventId);
  return new Set(ids.filter((id) => id !== undefined));
}

/** An event whose message became a dead letter has been delivered all the same. */
function lostDeliveries(stage: Stage): string[] {
  const taken = new Set(
    stage.receiver.history
      .filter(({ accepted }) => accepted)
      .map(({ headers }) => headers['X-Svc-Event-ID'] ?? ''),
  );
  return [...deadEvents(stage)].filter((id) => !taken.has(id)).map((id) => `lost with its message: ${id}`);
}

async function stuck({ world, now }: Stage): Promise<string[]> {
  const shards = DUE_KINDS.flatMap(duePartitions).map((partition) =>
    world.table.due(partition, now - STUCK_AFTER_MS, 100),
  );
  return (await Promise.all(shards)).flat().map(({ pk, sk }) => `still due: ${pk} ${sk}`);
}

/** A person looks for each invoice and document whose request got no answer, sees that it is not there, and retries it. */
async function retryUnfound({ world, shop }: Stage): Promise<void> {
  for (let round = 0; round < 2; round++) {
    const failed = await listDocuments(forTenant(world.app, shop.tenant.id), 'FAILED');
    for (const { invoiceId, problem } of failed)
      if (problem.includes('got no answer'))
        await retryDocument(forTenant(world.app, shop.tenant.id), invoiceId);
    if (failed.length > 0) await world.advance(5 * 60_000);
  }
}

const COUNTED = ['requests', 'refused', 'struck', 'touched', 'posts', 'dead', 'revived', 'replayed'] as const;

/** Plays a kind of outage by each of `seeds` seeds from the first on, and prints what it came to. */
export async function tallied(
  outage: Outage,
  firstSeed: number,
  seeds: number,
): Promise<Report<(typeof COUNTED)[number]>> {
  const tally = new Report(...COUNTED);
  let worstLagMs = 0;
  for (let seed = firstSeed; seed < firstSeed + seeds; seed++) {
    const { deliveries, violations, ...result } = await play(outage, seed);
    const touched = deliveries.filter((one) => one.touched);
    const replayed = deliveries.filter((one) => one.replayed);
    worstLagMs = Math.max(worstLagMs, ...touched.map((one) => (one.replayed ? 0 : one.lagMs)));
    const told = { ...result, touched: touched.length, replayed: replayed.length };
    tally.add(`${outage.name}, seed ${seed}`, told, violations);
  }
  tally.print(`outage, ${outage.name}, ${Math.round(worstLagMs / 1000)} s at worst`, `${firstSeed}+`);
  return tally;
}
