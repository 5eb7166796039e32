import type { Running } from '../../flows/cloud/running.ts';
import { onLoadStage, type LoadProfile } from './load-stage.ts';
import { arrivals, percentile, type Arrived, type FedEvent } from './load-arrivals.ts';
import type { Publication } from './load-publisher.ts';
import type { LoadShop } from './load-shops.ts';

/** How it went for the tenants that answer, and for those that do not. */
export interface LoadResult {
  readonly publication: Publication;
  readonly others: Arrived;
  readonly silent: Arrived;
  /** Events of the tenants that answer, a second, from the first change to the last arrival. */
  readonly othersPerSecond: number;
  readonly line: string;
}

/** How long after the last change its event may still take to arrive, in ms; a silent tenant's events wait long. */
const ARRIVE_MS = 180_000;
const LOOK_EVERY_MS = 500;
/** The feed stays 15 s behind the clock. */
const FEED_MS = 16_000;

/** Publishes events on a local cloud of its own and waits until every one of them has arrived, or should have. */
export async function runLoad(name: string, profile: LoadProfile): Promise<LoadResult> {
  return onLoadStage(profile, async ({ running, shops, receiver, isSilent, silence, ...stage }) => {
    await new Promise((done) => setTimeout(done, FEED_MS));
    const cursors = await Promise.all(shops.map((shop) => feedOf(running, shop, null)));
    const before = receiver.history.length;
    silence();
    const beganAt = Date.now();
    const publication = await stage.publish();

    const posts = () => receiver.history.slice(before);
    const ids = () => new Set(posts().map(({ headers }) => headers['x-svc-event-id'])).size;
    const until = Date.now() + ARRIVE_MS;
    while (ids() < publication.published && Date.now() < until)
      await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
    await new Promise((done) => setTimeout(done, FEED_MS));
    const fed = await Promise.all(shops.map((shop, n) => feedOf(running, shop, cursors[n]?.next ?? null)));
    const of = (silent: boolean) =>
      arrivals(
        fed.flatMap(({ events }, n) => (isSilent(shops[n]?.path ?? '') === silent ? events : [])),
        posts().filter(({ path }) => isSilent(path) === silent),
      );
    const [others, silentOnes] = [of(false), of(true)];
    const othersPerSecond = (1_000 * others.lags.length) / (others.lastAt - beganAt);
    const result = { publication, others, silent: silentOnes, othersPerSecond };
    return { ...result, line: lineOf(name, profile, result) };
  });
}

/** A tenant's events after a cursor, by its own feed, so that what was made is known from outside. */
async function feedOf(
  running: Running,
  shop: LoadShop,
  after: string | null,
): Promise<{ events: FedEvent[]; next: string | null }> {
  const events: FedEvent[] = [];
  for (let next = after; ;) {
    const query = `limit=100${next === null ? '' : `&after=${next}`}`;
    const { status, body } = await running.api('GET', `/events/feed?${query}`, undefined, shop);
    if (status !== 200) throw new Error(`no feed: ${status} ${JSON.stringify(body)}`);
    const page = body as unknown as {
      events: { eventId: string; createdAt: string }[];
      next: string | null;
      atEnd: boolean;
    };
    events.push(...page.events.map(({ eventId, createdAt }) => ({ eventId, at: Date.parse(createdAt) })));
    next = page.next;
    if (page.atEnd) return { events, next };
  }
}

function lineOf(name: string, { tenants }: LoadProfile, result: Omit<LoadResult, 'line'>): string {
  const { publication, others, silent, othersPerSecond } = result;
  const lag = ([50, 95, 99, 100] as const).map((p) => `p${p} ${percentile(others.lags, p / 100)} ms`);
  const refused = [...publication.refused].map(([why, count]) => `, ${count} refused with ${why}`);
  return (
    `${name}: no seed, ${tenants} tenants, ${publication.published} changes at ${publication.perSecond.toFixed(1)}/s` +
    `${refused.join('')}, ${others.events + silent.events} events, ${others.lags.length + silent.lags.length} arrived, ` +
    `${others.posts - others.lags.length} twice, lag ${lag.join(' ')}, others ${othersPerSecond.toFixed(1)}/s, ` +
    `silent tenants ${silent.events} events in ${silent.posts} POSTs, ` +
    `${[others, silent].reduce((sum, { missing, unknown }) => sum + missing.length + unknown.length, 0)} violations`
  );
}
