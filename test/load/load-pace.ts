import { startRunning } from '../cloud/running.ts';
import { startOwnReceiver } from '../faults/own-receiver.ts';
import { publish } from './load-publisher.ts';
import { makeShops, makeSubjects } from './load-shops.ts';
import type { LoadProfile } from './load-run.ts';

/** What the tenants that always answer got, events a second, from the first change to the last arrival. */
export interface Pace {
  readonly whileAllAnswer: number;
  readonly besideSilent: number;
}

/** How long after the last change its event may still take to arrive, in ms. */
const ARRIVE_MS = 120_000;
const LOOK_EVERY_MS = 100;

/**
 * Publishes the same events twice on one local cloud: while all receivers answer, and while some accept connections and
 * never answer. It waits for those of the others alone. Throws where one of them does not arrive.
 */
export async function measurePace(profile: LoadProfile): Promise<Pace> {
  let silence = false;
  const isSilent = (path: string) => Number(path.slice('/load-'.length)) < profile.silent;
  const receiver = await startOwnReceiver((path) => (silence && isSilent(path) ? 'silence' : 200));
  const running = await startRunning({ empty: true, allow: [receiver.host] });
  try {
    const shops = await makeShops(running, profile.tenants, receiver.url);
    const subjects = await makeSubjects(running, shops);
    const paced = async () => {
      const before = receiver.history.length;
      const beganAt = Date.now();
      const { publishedOf } = await publish(running, shops, subjects, profile);
      const wanted = publishedOf.slice(profile.silent).reduce((sum, count) => sum + count, 0);
      const arrived = await firstArrivals(
        () => receiver.history.slice(before).filter(({ path }) => !isSilent(path)),
        wanted,
      );
      return (1_000 * wanted) / (Math.max(...arrived) - beganAt);
    };
    await publish(running, shops, subjects, { ...profile, events: subjects.length }); // every function has started then
    await running.settle();
    const whileAllAnswer = await paced();
    silence = true;
    return { whileAllAnswer, besideSilent: await paced() };
  } finally {
    await running.stop();
    await receiver.stop();
  }
}

/** When each event arrived first (epoch ms), as soon as so many have. */
async function firstArrivals(
  posts: () => readonly { readonly at: number; readonly headers: Readonly<Record<string, unknown>> }[],
  wanted: number,
): Promise<number[]> {
  for (const until = Date.now() + ARRIVE_MS; ;) {
    const firsts = new Map(
      posts()
        .map(({ at, headers }) => [String(headers['x-svc-event-id']), at] as const)
        .reverse(),
    );
    if (firsts.size >= wanted) return [...firsts.values()];
    if (Date.now() > until) throw new Error(`${wanted - firsts.size} of ${wanted} events did not arrive`);
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
  }
}
