import { CALM, pairs, SHORT, singles, SWITCHES } from './listed.ts';
import { play, refundReport, type Outcome, type Scenario } from './scenario.ts';

/** Scenarios wait for answers that never come, so several are played at once. */
const AT_ONCE = 6;

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
export async function walkLists(whole: boolean) {
  const walk = new Walk();
  const [[, calm], [, short]] = (await walk.play([CALM, SHORT])) as [Played, Played];
  await walk.play(SWITCHES);
  await walk.play(SWITCHES.filter(isPlain).map(withLostAnswer));
  await walk.play(singles(CALM, calm, whole ? undefined : (at) => at < calm.asking));
  const firsts = await walk.play(singles(SHORT, short, whole ? undefined : isAtProvider(short)));
  for (const first of firsts)
    await walk.play(pairs(SHORT, first, whole ? undefined : isAtProvider(first[1])));
  walk.tally.print('refunds by list', 'none');
  return walk.tally;
}

type Played = readonly [Scenario, Outcome];

class Walk {
  readonly tally = refundReport();

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
    this.tally.add(scenario.name, outcome, outcome.violations);
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
