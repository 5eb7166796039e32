import { drawnScenario } from './drawn.ts';
import { play } from './scenario.ts';

/** What so many seeds add up to. */
export interface Played {
  readonly seeds: number;
  readonly struck: number;
  readonly kills: number;
  readonly made: number;
  readonly asked: number;
  /** What is wrong, with its seed. */
  readonly wrong: readonly string[];
}

/** Plays so many seeds from the first. */
export async function playSeeds(first: number, seeds: number): Promise<Played> {
  const wrong: string[] = [];
  const counts = { struck: 0, kills: 0, made: 0, asked: 0 };
  for (let seed = first; seed < first + seeds; seed++) {
    const { violations, ...told } = await play(drawnScenario(seed));
    wrong.push(...violations.map((one) => `seed ${seed}: ${one}`));
    for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += told[name];
  }
  return { seeds, ...counts, wrong };
}

/** One line for people. */
export const lineOf = (first: number, { seeds, struck, kills, made, asked, wrong }: Played): string =>
  `refunds, seeds ${first} to ${first + seeds - 1}: ${asked} asked for, ${made} made, ${struck} calls struck, ${kills} kills, ${wrong.length} violations`;
