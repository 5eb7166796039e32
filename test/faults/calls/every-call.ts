import { expect } from 'vitest';
import type { Dice } from '../dice.ts';
import { Report } from '../report.ts';
import type { Flow } from './flows.ts';
import { MANNERS, play, type Manner, type Outcome } from './play.ts';
import { faultsOf, type Fault, type Plan } from './service.ts';

type Counted = 'cases' | 'charges' | 'given' | 'struck' | 'kills';

/** A fault at the n-th outside call. */
type Strike = readonly [at: number, fault: Fault];

/** Whether faults are tried at the n-th call of a case. */
export type IsIn = (played: Outcome, at: number) => boolean;

const planOf =
  (strikes: readonly Strike[]): Plan =>
  (n) =>
    strikes.find(([at]) => at === n)?.[1];

/** Flows played with faults at their outside calls, and what they add up to. */
export class EveryCall {
  readonly report = new Report('effects', 'charges', 'given', 'posts', 'struck', 'kills');

  /** Every fault at every call that a flow makes, each by the next manner of a client unless one is given. */
  async singles(flow: Flow, isIn?: IsIn, manner?: Manner): Promise<(readonly [Strike, Outcome])[]> {
    const calm = await this.play(flow, 'gone', []);
    const played: (readonly [Strike, Outcome])[] = [];
    for (const strike of strikesAt(calm, 0, isIn))
      played.push([strike, await this.play(flow, manner ?? this.#nextManner, [strike], calm)]);
    return played;
  }

  /** Every second fault at a call that follows a first one, also where the first one made it necessary. */
  async pairs(flow: Flow, isIn?: IsIn, manner?: Manner): Promise<void> {
    for (const [first, after] of await this.singles(flow, isIn, manner))
      for (const second of strikesAt(after, first[0] + 1, isIn))
        await this.play(flow, manner ?? this.#nextManner, [first, second], after);
  }

  /** Two faults: the first where the calm run had a call, the second at one of those that follow, which may be others. */
  async drawnPairs(flow: Flow, count: number, dice: Dice): Promise<void> {
    const calm = await this.play(flow, 'gone', []);
    const all = strikesAt(calm, 0);
    for (let nth = 0; nth < count; nth++) {
      const first = dice.pick(all);
      const further = dice.chance(0.5) ? dice.between(1, 8) : dice.between(1, calm.calls.length);
      const second: Strike = [first[0] + further, dice.pick(all)[1]];
      await this.play(flow, dice.pick(MANNERS), [first, second], calm);
    }
  }

  async play(flow: Flow, manner: Manner, strikes: readonly Strike[], calls?: Outcome): Promise<Outcome> {
    const outcome = await play(flow, manner, planOf(strikes));
    const names = strikes.map(([at, fault]) => {
      const { port = 'nothing', method = '' } = calls?.calls[at] ?? {};
      return `${fault} at ${at}, ${port}.${method}`;
    });
    const violations = [...outcome.violations, ...unstruck(strikes, outcome)];
    this.report.add([flow.name, manner, ...names].join(', '), outcome, violations);
    return outcome;
  }

  get #nextManner(): Manner {
    return MANNERS[this.report.cases % MANNERS.length]!;
  }

  /** Prints what was played, and expects no violation in at least as many cases, deaths and whatever else is counted. */
  expectSafety(suite: string, seed: number | string, least: Partial<Record<Counted, number>>): void {
    const { report } = this;
    report.print(suite, seed);
    expect(report.violations).toEqual([]);
    const counts = { cases: report.cases, ...report.counts };
    for (const [what, count] of Object.entries(least))
      expect(counts[what as Counted], what).toBeGreaterThanOrEqual(count);
  }
}

/** Where the faults of a case are not those that struck in it; a second one may come when all is over. */
function unstruck(strikes: readonly Strike[], { faults, kills }: Outcome): string[] {
  const [first, second] = strikes.map(([, fault]) => fault);
  const deaths = faults.filter((fault) => fault.startsWith('die')).length;
  const isAsPlanned =
    faults[0] === first &&
    (second === undefined || faults.length <= 2) &&
    faults.length >= Math.min(strikes.length, 1);
  const isDeadly = strikes.length < 2 ? kills === deaths : kills <= deaths;
  return isAsPlanned && isDeadly ? [] : [`struck by ${faults.join(' and ') || 'nothing'}, ${kills} killed`];
}

/** Every fault at each place from a call on; the reads of a sweep are alike, so the first of each row stands for all. */
const strikesAt = (played: Outcome, from: number, isIn: IsIn = () => true): Strike[] =>
  played.calls.flatMap((call, at): Strike[] => {
    const isAlike = call.method === 'due' && played.calls[at - 1]?.method === 'due';
    return at < from || isAlike || !isIn(played, at)
      ? []
      : faultsOf(call).map((fault) => [at, fault] as const);
  });
