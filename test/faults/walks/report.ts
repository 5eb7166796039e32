import { shrunk } from './shrink.ts';
import { STEPS, type StepName } from './steps/steps.ts';
import { take, walkFrom, type Walk, type Walked } from './walk.ts';

export const STEPS_A_WALK = 40;
/** After so many walks that went wrong there is enough to look into. */
const ENOUGH = 5;

/** What many walks add up to. */
export interface Tally {
  readonly walks: number;
  readonly requests: number;
  readonly charges: number;
  readonly posts: number;
  /** How often each kind of step was taken. */
  readonly taken: Readonly<Record<StepName, number>>;
  /** One text for each walk that went wrong: the shortest one found, how to take it again, and what was wrong. */
  readonly wrong: readonly string[];
}

/** Takes walks with seeds from `first` on; `each` is told of every one, for people who wait. */
export async function takeWalks(
  first: number,
  count: number,
  each: (seed: number, walked: Walked) => void = () => undefined,
): Promise<Tally> {
  const taken = Object.fromEntries(Object.keys(STEPS).map((name) => [name, 0])) as Record<StepName, number>;
  const sum = { walks: 0, requests: 0, charges: 0, posts: 0 };
  const wrong: string[] = [];
  for (let seed = first; seed < first + count && wrong.length < ENOUGH; seed++) {
    const walk = walkFrom(seed, STEPS_A_WALK);
    const walked = await take(walk);
    each(seed, walked);
    sum.walks++;
    sum.requests += walked.requests;
    sum.charges += walked.charges;
    sum.posts += walked.posts;
    for (const [name, times] of Object.entries(walked.taken)) taken[name as StepName] += times;
    if (walked.violations.length > 0) wrong.push(await described(walk, walked));
  }
  return { ...sum, taken, wrong };
}

/** One line for a suite's output. */
export function lineOf(
  name: string,
  first: number,
  { walks, requests, charges, posts, taken, wrong }: Tally,
): string {
  const kinds = Object.entries(taken).map(([step, times]) => `${step} ${times}`);
  return `${name}: seeds from ${first}, ${walks} walks of ${STEPS_A_WALK} steps, ${requests} requests, ${charges} attempts to charge, ${posts} POSTs, ${wrong.length} violations; ${kinds.join(', ')}`;
}

async function described(walk: Walk, walked: Walked): Promise<string> {
  const short = await shrunk(walk, walked.violations);
  const { violations } = short === walk ? walked : await take(short);
  return [
    `walk ${walk.seed}: ${violations.length > 0 ? violations.join('; ') : walked.violations.join('; ')}`,
    `again: node test/faults/walks/run.ts ${walk.seed} 1 ${stepsText(short)}`,
  ].join('\n  ');
}

const NAMES = Object.keys(STEPS) as StepName[];

/** Steps as the command line takes them: number of the kind, colon, seed. */
export function stepsText({ steps }: Walk): string {
  return steps.map(({ name, seed }) => `${NAMES.indexOf(name)}:${seed}`).join(',');
}

/** The walk that a command line names. Throws where a step is none. */
export function walkFromText(seed: number, text: string): Walk {
  const steps = text.split(',').map((step) => {
    const [index, own] = step.split(':').map(Number);
    const name = NAMES[index ?? NaN];
    if (name === undefined || own === undefined) throw new Error(`no step: ${step}`);
    return { name, seed: own };
  });
  return { seed, steps };
}
