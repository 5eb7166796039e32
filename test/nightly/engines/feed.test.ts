import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runFeed } from '../../behaviour/webhooks/feed-run.ts';
import { Stage } from '../../behaviour/webhooks/stage.ts';
import { startTable } from './dynoxide.ts';
import type { OpenTable } from './open.ts';

const SEED = Number(process.env.SEED ?? 20_260_115);
/** The clock goes so much faster than the machine's. */
const FASTER = 5;
/** From reading the clock to its commit a writer takes 7 s of the clock, and then as long as the engine does. */
const LOAD = { seed: SEED, writers: 20, eventsEach: 12, slowestMs: 7_000, restMs: 3_000, readEveryMs: 700 };

let engine: OpenTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

test('the feed shows 20 writers every event once, in an order that never changes, at most 15 s behind', async () => {
  const began = Date.now();
  const clock = () => began + (Date.now() - began) * FASTER;
  const app = new Stage().app({ table: engine.table, clock });
  const sleep = (ms: number) => setTimeout(ms / FASTER);
  const { written, read, late, afterwards } = await runFeed({ app, sleep }, LOAD);
  console.log(`feed on the engine: seed ${SEED}, ${LOAD.writers} writers, ${written.length} events`);
  expect(written).toHaveLength(LOAD.writers * LOAD.eventsEach);
  expect([...read].sort()).toEqual([...written].sort());
  expect(afterwards).toEqual(read);
  expect(late).toEqual([]);
});
