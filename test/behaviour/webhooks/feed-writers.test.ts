import { describe, expect, test } from 'vitest';
import { runFeed, type FeedRun } from './feed-run.ts';
import { Stage } from './stage.ts';

const SEED = Number(process.env.SEED ?? 20_260_115);
const LOAD = { seed: SEED, writers: 20, eventsEach: 50, restMs: 4_000, readEveryMs: 700 };
/** Longer than any transaction takes from the time it carries to its commit, by the service's own deadlines. */
const SLOWEST_MS = 14_000;

async function run(slowestMs: number): Promise<FeedRun> {
  const stage = new Stage();
  const { time } = stage;
  const place = { app: stage.app(), sleep: (ms: number) => time.sleep(ms) };
  const all = runFeed(place, { ...LOAD, slowestMs });
  await time.run(time.now + 60 * 60_000);
  return all;
}

describe('the feed under 20 writers and a reader', () => {
  test('shows every event once, in an order that never changes, after 15 s at most', async () => {
    const { written, read, late, afterwards } = await run(SLOWEST_MS);
    console.log(`feed: seed ${SEED}, ${LOAD.writers} writers, ${written.length} events, ${late.length} late`);
    expect(written).toHaveLength(LOAD.writers * LOAD.eventsEach);
    expect([...read].sort()).toEqual([...written].sort());
    expect(afterwards).toEqual(read);
    expect(late).toEqual([]);
  });

  test('would lose events if a transaction took longer than the feed’s delay', async () => {
    const { written, read } = await run(3 * SLOWEST_MS);
    expect(read.length).toBeLessThan(written.length);
  });
});
