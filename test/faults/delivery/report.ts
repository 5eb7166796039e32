import type { World } from './world.ts';

/** What a suite of runs adds up to: printed as one line, and asserted, so that no suite passes empty. */
export class Tally {
  cases = 0;
  posts = 0;
  effects = 0;
  struck = 0;
  kills = 0;
  readonly violations: string[] = [];

  async add(name: string, world: World): Promise<void> {
    this.cases++;
    this.posts += world.receiver.history.length;
    this.effects += world.outside.effects;
    this.struck += world.outside.struck;
    this.kills += world.outside.kills + world.lambda.timeouts + world.slowLambda.timeouts;
    this.violations.push(...(await world.judge()).map((what) => `${name}: ${what}`));
  }

  print(suite: string, seed: number | string): void {
    const { cases, posts, effects, struck, kills } = this;
    console.log(
      `${suite}: seed ${seed}, ${cases} cases, ${effects} effects, ${posts} POSTs, ${struck} faults, ${kills} kills, ${this.violations.length} violations`,
    );
  }
}
