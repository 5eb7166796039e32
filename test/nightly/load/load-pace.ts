import { onLoadStage, type LoadProfile } from './load-stage.ts';

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
  return onLoadStage(profile, async (stage) => {
    const paced = async () => {
      const before = stage.receiver.history.length;
      const beganAt = Date.now();
      const { publishedOf } = await stage.publish();
      const wanted = publishedOf.slice(profile.silent).reduce((sum, count) => sum + count, 0);
      const arrived = await firstArrivals(
        () => stage.receiver.history.slice(before).filter(({ path }) => !stage.isSilent(path)),
        wanted,
      );
      return (1_000 * wanted) / (Math.max(...arrived) - beganAt);
    };
    const whileAllAnswer = await paced();
    stage.silence();
    return { whileAllAnswer, besideSilent: await paced() };
  });
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
