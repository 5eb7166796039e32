import { describe, expect, test } from 'vitest';
import { outboxEntries } from '../../lib/table/outbox.ts';
import { readFeed, type FeedPage } from '../../lib/webhooks/feed.ts';
import { EVENT_TYPES } from '../../lib/billing/events.ts';
import { Dice } from '../faults/delivery/dice.ts';
import { eventNamed } from '../faults/delivery/cast.ts';
import { Stage, TENANT } from './stage.ts';

const SEED = Number(process.env.SEED ?? 20_260_115);
const WRITERS = 20;
const EVENTS_EACH = 50;
/** Longer than any transaction takes from the time it carries to its commit, by the service's own deadlines. */
const SLOWEST_MS = 14_000;
const READ_EVERY_MS = 700;

interface Read {
  readonly eventId: string;
  /** How long after its commit it was read, ms. */
  readonly lag: number;
}

/** Writers commit at their own pace, each a while after it read the clock; a reader follows with its cursor. */
async function run(
  seed: number,
  slowestMs: number,
): Promise<{ written: string[]; read: Read[]; afterwards: string[] }> {
  const stage = new Stage();
  const dice = new Dice(seed);
  const { time, table } = stage;
  const committed = new Map<string, number>();
  let nth = 0;

  async function write(): Promise<void> {
    for (let n = 0; n < EVENTS_EACH; n++) {
      await time.sleep(dice.between(0, 4_000));
      const event = { ...eventNamed(++nth, time.now), type: dice.pick(EVENT_TYPES), sequence: 1 };
      const causedBy = { by: 'request', id: null } as const;
      const { changes, toDeliver } = outboxEntries(TENANT, [event], causedBy, time.now);
      await time.sleep(dice.between(0, slowestMs));
      await table.write(changes);
      for (const id of toDeliver) committed.set(id, time.now);
    }
  }

  const read: Read[] = [];
  let isOver = false;
  /** Reads on until everything that was committed is older than the feed stays behind. */
  async function follow(): Promise<void> {
    let after: string | null = null;
    for (let quietSince: number | undefined; quietSince === undefined || time.now < quietSince + 60_000;) {
      await time.sleep(READ_EVERY_MS);
      if (isOver) quietSince ??= time.now;
      const page: FeedPage = await readFeed(stage.app(), TENANT.id, { after, limit: dice.between(1, 40) });
      after = page.next;
      for (const { id } of page.events) read.push({ eventId: id, lag: time.now - (committed.get(id) ?? 0) });
    }
  }

  const writers = Promise.all(Array.from({ length: WRITERS }, write)).then(() => void (isOver = true));
  const all = Promise.all([writers, follow()]);
  await time.run(time.now + 60 * 60_000);
  await all;
  return { written: [...committed.keys()], read, afterwards: await wholeFeed(stage) };
}

/** The feed from its beginning, in one go. */
async function wholeFeed(stage: Stage): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | null = null; ;) {
    const page: FeedPage = await readFeed(stage.app(), TENANT.id, { after, limit: 100 });
    ids.push(...page.events.map(({ id }) => id));
    if (page.atEnd) return ids;
    after = page.next;
  }
}

describe('the feed under 20 writers and a reader', () => {
  test('shows every event once, in an order that never changes, at most 15 s behind', async () => {
    const { written, read, afterwards } = await run(SEED, SLOWEST_MS);
    const ids = read.map(({ eventId }) => eventId);
    const slowest = Math.max(...read.map(({ lag }) => lag));
    console.log(
      `feed: seed ${SEED}, ${WRITERS} writers, ${written.length} events, ${ids.length} read, lag ≤ ${slowest} ms`,
    );
    expect(written).toHaveLength(WRITERS * EVENTS_EACH);
    expect([...ids].sort()).toEqual([...written].sort());
    expect(afterwards).toEqual(ids);
    expect(slowest).toBeLessThanOrEqual(15_000 + READ_EVERY_MS);
  });

  test('would lose events if a transaction took longer than the feed stays behind', async () => {
    const { written, read } = await run(SEED, 3 * SLOWEST_MS);
    expect(read.length).toBeLessThan(written.length);
  });
});
