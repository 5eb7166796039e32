import { startRunning } from '../cloud/running.ts';
import { startOwnReceiver } from '../faults/own-receiver.ts';
import { arrivals, committed, percentile, type Arrived, type RecordedCall } from './load-arrivals.ts';
import { publish, type Publication } from './load-publisher.ts';
import { makeShops, makeSubjects } from './load-shops.ts';

export interface LoadWish {
  readonly events: number;
  readonly perSecond: number;
  readonly tenants: number;
}

/** How it went for the tenants that answer, and for the one that does not. */
export interface LoadResult {
  readonly publication: Publication;
  readonly others: Arrived;
  readonly silent: Arrived;
  readonly line: string;
}

/** Of the tenant whose receiver accepts connections and never answers. */
const SILENT = '/load-0';
/** How long after the last change its event may still take to arrive, in ms; the silent tenant's events wait long. */
const ARRIVE_MS = 120_000;
const LOOK_EVERY_MS = 500;

/** Publishes events on a local cloud of its own and waits until every one of them has arrived, or should have. */
export async function runLoad(name: string, wish: LoadWish): Promise<LoadResult> {
  let silence = false;
  const receiver = await startOwnReceiver((path) => (silence && path === SILENT ? 'silence' : 200));
  const running = await startRunning({ empty: true, allow: [receiver.host] });
  try {
    const shops = await makeShops(running, wish.tenants, receiver.url);
    const subjects = await makeSubjects(running, shops);
    const { controlUrl } = running.stack;
    await publish(running, shops, subjects, { ...wish, events: subjects.length }); // every function has started then
    await running.settle();
    await running.json('DELETE', `${controlUrl}/calls`);
    const before = receiver.history.length;
    silence = true;
    const publication = await publish(running, shops, subjects, wish);

    const posts = () => receiver.history.slice(before);
    const ids = () => new Set(posts().map(({ headers }) => headers['x-svc-event-id'])).size;
    const until = Date.now() + ARRIVE_MS;
    while (ids() < publication.published && Date.now() < until)
      await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
    const { calls } = await running.json('GET', `${controlUrl}/calls`);
    const events = committed(calls as RecordedCall[], 'subscribers/change-plan');
    const of = (isSilent: boolean) =>
      arrivals(
        events.filter(({ tenantId }) => (tenantId === shops[0]?.tenantId) === isSilent),
        posts().filter(({ path }) => (path === SILENT) === isSilent),
      );
    const result = { publication, others: of(false), silent: of(true) };
    return { ...result, line: lineOf(name, wish, result) };
  } finally {
    await running.stop();
    await receiver.stop();
  }
}

function lineOf(name: string, { tenants }: LoadWish, result: Omit<LoadResult, 'line'>): string {
  const { publication, others, silent } = result;
  const lag = ([50, 95, 99, 100] as const).map((p) => `p${p} ${percentile(others.lags, p / 100)} ms`);
  const refused = [...publication.refused].map(([why, count]) => `, ${count} refused with ${why}`);
  return (
    `${name}: no seed, ${tenants} tenants, ${publication.published} changes at ${publication.perSecond.toFixed(1)}/s` +
    `${refused.join('')}, ${others.events + silent.events} events, ${others.lags.length + silent.lags.length} arrived, ` +
    `${others.posts - others.lags.length} twice, lag ${lag.join(' ')}, ` +
    `silent tenant ${silent.events} events in ${silent.posts} POSTs, ` +
    `${[others, silent].reduce((sum, { missing, unknown }) => sum + missing.length + unknown.length, 0)} violations`
  );
}
