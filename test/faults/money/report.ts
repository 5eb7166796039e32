import type { Manner } from './client.ts';
import { play, type Outcome } from './case.ts';
import type { Flow } from './flows.ts';
import type { Plan } from './service.ts';

/** What a suite of cases adds up to: printed as one line, and asserted, so that no suite passes empty. */
export class MoneyTally {
  cases = 0;
  effects = 0;
  struck = 0;
  kills = 0;
  charges = 0;
  posts = 0;
  readonly violations: string[] = [];

  async play(name: string, flow: Flow, manner: Manner, plan: Plan): Promise<Outcome> {
    const outcome = await play(flow, manner, plan);
    this.cases++;
    this.effects += outcome.effects;
    this.struck += outcome.struck;
    this.kills += outcome.kills;
    this.charges += outcome.charges;
    this.posts += outcome.posts;
    this.violations.push(...outcome.violations.map((what) => `${flow.name}, ${manner}, ${name}: ${what}`));
    return outcome;
  }

  print(suite: string, seed: number | string): void {
    const { cases, effects, struck, kills, charges, posts, violations } = this;
    console.log(
      `${suite}: seed ${seed}, ${cases} cases, ${effects} effects, ${charges} charges, ${posts} POSTs, ${struck} faults, ${kills} kills, ${violations.length} violations`,
    );
  }
}

/** Where faults are worth trying: the sixteen reads of a sweep are alike, so one of them stands for all. */
export function placesIn({ calls }: Pick<Outcome, 'calls'>): number[] {
  return calls.flatMap((call, n) => (call.method === 'due' && calls[n - 1]?.method === 'due' ? [] : [n]));
}
