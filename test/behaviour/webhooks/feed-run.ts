import type { App } from '../../../lib/runtime/app.ts';
import { EVENT_TYPES } from '../../../lib/billing/events.ts';
import { FEED_BEHIND_MS } from '../../../lib/limits.ts';
import { outboxEntries } from '../../../lib/table/events/outbox.ts';
import { readFeed, type FeedPage } from '../../../lib/webhooks/feed.ts';
import { Dice } from '../../faults/dice.ts';
import { eventNamed } from '../../faults/delivery/cast.ts';
import { TENANT } from './stage.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

/** Where writers and the reader of a feed meet. Times are epoch ms of its own clock. */
export interface FeedPlace {
  readonly app: App;
  readonly sleep: (ms: number) => Promise<void>;
}

interface Load {
  readonly seed: number;
  readonly writers: number;
  readonly eventsEach: number;
  /** From reading the clock to the beginning of the commit a writer takes at most so long. */
  readonly slowestMs: number;
  /** Between two of its events a writer rests at most so long. */
  readonly restMs: number;
  readonly readEveryMs: number;
}

export interface FeedRun {
  readonly written: readonly string[];
  /** In the order in which the reader came upon them. */
  readonly read: readonly string[];
  /** Those that the reader had not come upon at the end of a feed that it began to read 15 s after their commit. */
  readonly late: readonly string[];
  /** The feed from its beginning, once all is over. */
  readonly afterwards: readonly string[];
}

/** Writers commit at their own pace, each a while after it read the clock; a reader follows with its cursor. */
export async function runFeed({ app, sleep }: FeedPlace, load: Load): Promise<FeedRun> {
  const dice = new Dice(load.seed);
  const committed = new Map<string, number>();
  const read: string[] = [];
  const late = new Set<string>();
  let nth = 0;

  async function write(): Promise<void> {
    for (let n = 0; n < load.eventsEach; n++) {
      await sleep(dice.between(0, load.restMs));
      const now = app.clock();
      const event = { ...eventNamed(++nth, now), type: dice.pick(EVENT_TYPES), sequence: 1 };
      const causedBy = { by: 'request', id: null } as const;
      const { changes, toDeliver } = outboxEntries(TENANT, [event], { causedBy, now });
      await sleep(dice.between(0, load.slowestMs));
      await app.table.write(changes);
      for (const id of toDeliver) committed.set(id, app.clock());
    }
  }

  /** Reads to the end of the feed; whatever was committed long enough before must have been come upon by then. */
  async function readToEnd(from: string | null): Promise<string | null> {
    const ripe = [...committed].filter(([, at]) => at + FEED_BEHIND_MS < app.clock()).map(([id]) => id);
    let after = from;
    for (let isAtEnd = false; !isAtEnd;) {
      const page = await readFeed(forTenant(app, TENANT.id), { after, limit: dice.between(1, 40) });
      read.push(...page.events.map(({ id }) => id));
      [after, isAtEnd] = [page.next, page.atEnd];
    }
    const known = new Set(read);
    for (const id of ripe) if (!known.has(id)) late.add(id);
    return after;
  }

  let writing = true;
  async function follow(): Promise<void> {
    let after: string | null = null;
    for (let last = Infinity; app.clock() < last;) {
      await sleep(load.readEveryMs);
      if (!writing) last = Math.min(last, app.clock() + 2 * FEED_BEHIND_MS);
      after = await readToEnd(after);
    }
  }

  const writers = Promise.all(Array.from({ length: load.writers }, write)).then(() => (writing = false));
  await Promise.all([writers, follow()]);
  return { written: [...committed.keys()], read, late: [...late], afterwards: await wholeFeed(app) };
}

/** The feed from its beginning, in one go. */
async function wholeFeed(app: App): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | null = null; ;) {
    const page: FeedPage = await readFeed(forTenant(app, TENANT.id), { after, limit: 100 });
    ids.push(...page.events.map(({ id }) => id));
    if (page.atEnd) return ids;
    after = page.next;
  }
}
