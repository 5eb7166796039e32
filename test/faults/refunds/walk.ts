import { CALM, pairs, SHORT, singles, SWITCHES } from './listed.ts';
import { play, type Outcome, type Scenario } from './scenario.ts';

/** Scenarios wait for answers that never come, so several are played at once. */
const AT_ONCE = 6;

/** What scenarios add up to. */
export interface Walked {
  readonly counts: {
    readonly scenarios: number;
    readonly struck: number;
    readonly kills: number;
    readonly made: number;
    readonly asked: number;
  };
  readonly wrong: readonly string[];
}

/** Calls at which money moves, or somebody reads whether it has: the pairs that the gate has time for. */
const isAtProvider =
  ({ calls }: Outcome) =>
  (at: number) =>
    calls[at]!.port === 'pay';

/**
 * Plays every scenario of the lists: every switch alone and with the answer to the refund lost, every fault alone, and every
 * pair of faults in a short scenario. Where it is not to be the whole, it leaves out faults after the last answer that somebody
 * waited for, and pairs that are not at the payment provider.
 */
export async function walkLists(whole: boolean, each: (line: string) => void): Promise<Walked> {
  const walk = new Walk(each);
  const [[, calm], [, short]] = (await walk.play([CALM, SHORT])) as [Played, Played];
  await walk.play(SWITCHES);
  await walk.play(SWITCHES.filter(isPlain).map(withLostAnswer));
  await walk.play(singles(CALM, calm, whole ? undefined : (at) => at < calm.asking));
  const firsts = await walk.play(singles(SHORT, short, whole ? undefined : isAtProvider(short)));
  for (const first of firsts)
    await walk.play(pairs(SHORT, first, whole ? undefined : isAtProvider(first[1])));
  return walk;
}

/** One line for people. */
export const lineOfLists = ({ counts, wrong }: Walked): string =>
  `refunds by list: ${Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')}, ${wrong.length} violations`;

type Played = readonly [Scenario, Outcome];

class Walk implements Walked {
  readonly wrong: string[] = [];
  readonly counts = { scenarios: 0, struck: 0, kills: 0, made: 0, asked: 0 };
  readonly #each: (line: string) => void;

  constructor(each: (line: string) => void) {
    this.#each = each;
  }

  async play(scenarios: readonly Scenario[]): Promise<Played[]> {
    const played: Played[] = [];
    const waiting = scenarios.entries();
    const work = async () => {
      for (const [nth, scenario] of waiting) played[nth] = [scenario, await this.#one(scenario)];
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return played;
  }

  async #one(scenario: Scenario): Promise<Outcome> {
    const outcome = await play(scenario).catch((error: unknown) => {
      throw new Error(scenario.name, { cause: error });
    });
    const { asked, made, struck, kills, violations } = outcome;
    this.counts.scenarios++;
    for (const [name, count] of Object.entries({ asked, made, struck, kills }))
      this.counts[name as 'asked'] += count;
    const told = `${scenario.name}: ${asked} asked for, ${made} made, ${violations.join('; ') || 'right'}`;
    this.#each(told);
    if (violations.length > 0) this.wrong.push(told);
    return outcome;
  }
}

/** Where no fault is part of what is true, and nobody waits for a year. */
const isPlain = ({ truths, waitMs }: Scenario): boolean =>
  truths.path === undefined && waitMs < 300 * 86_400_000;

const withLostAnswer = (scenario: Scenario): Scenario => ({
  ...scenario,
  name: `${scenario.name}, the answer to the refund lost`,
  truths: { ...scenario.truths, loseAnswerNext: 1, path: '/payment/refund' },
});
