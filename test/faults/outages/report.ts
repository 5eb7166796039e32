import { play } from './case.ts';
import type { Outage } from './weather.ts';

/** What the runs of one kind of outage add up to: printed as one line, and asserted, so that none passes empty. */
export class Tally {
  cases = 0;
  requests = 0;
  refused = 0;
  posts = 0;
  struck = 0;
  dead = 0;
  revived = 0;
  /** Events of what an outage was in the way of. */
  touched = 0;
  replayed = 0;
  worstLagMs = 0;
  readonly violations: string[] = [];

  async add(outage: Outage, seed: number): Promise<void> {
    const result = await play(outage, seed);
    this.cases++;
    for (const count of ['requests', 'refused', 'posts', 'struck', 'dead', 'revived'] as const)
      this[count] += result[count];
    for (const { touched, replayed, lagMs } of result.deliveries) {
      if (touched) this.touched++;
      if (replayed) this.replayed++;
      if (touched && !replayed) this.worstLagMs = Math.max(this.worstLagMs, lagMs);
    }
    this.violations.push(...result.violations.map((what) => `${outage.name}, seed ${seed}: ${what}`));
  }

  print(suite: string, seeds: string): void {
    const { cases, requests, refused, posts, struck, dead, revived, touched, replayed } = this;
    console.log(
      `outage, ${suite}: seeds ${seeds}, ${cases} cases, ${requests} requests, ${refused} refused, ${struck} faults, ` +
        `${touched} events in its way, ${posts} POSTs, ${dead} dead letters of ${revived} events, ${replayed} replayed, ` +
        `${Math.round(this.worstLagMs / 1000)} s at worst, ${this.violations.length} violations`,
    );
  }
}

/** Plays a kind of outage by each of `seeds` seeds from the first on, and prints what it came to. */
export async function tallied(outage: Outage, firstSeed: number, seeds: number): Promise<Tally> {
  const tally = new Tally();
  for (let seed = firstSeed; seed < firstSeed + seeds; seed++) await tally.add(outage, seed);
  tally.print(outage.name, `${firstSeed}+`);
  return tally;
}
