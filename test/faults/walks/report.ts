import type { OpenPlace } from './places/place.ts';
import { shrunk } from './shrink.ts';
import { STEPS, type StepName } from './steps/steps.ts';
import type { ComparedBy } from './stage.ts';
import { added, take, walkFrom, type Walk, type Walked } from './walk.ts';

/** How long a walk is in a world of its own. */
export const STEPS_A_WALK = 40;
/** Where walks follow one another at one place, each is half as long. */
const STEPS_AT_A_PLACE = 20;

/** After so many walks that went wrong there is enough to look into. */
const ENOUGH = 5;

/** What many walks add up to. */
export interface Tally {
  /** How long each walk was. */
  readonly steps: number;
  readonly walks: number;
  readonly requests: number;
  readonly charges: number;
  readonly posts: number;
  readonly compared: Readonly<Record<ComparedBy, number>>;
  /** Messages that were judged, by kind, and those that were dropped, by why. */
  readonly told: Readonly<Record<string, number>>;
  /** How often each kind of step was taken. */
  readonly taken: Readonly<Record<StepName, number>>;
  /** One text for each walk that went wrong: the shortest one found, how to take it again, and what was wrong. */
  readonly wrong: readonly string[];
}

/** How walks are taken. */
export interface TakeOptions {
  /** Told of every one, for people who wait. */
  readonly each?: (seed: number, walked: Walked) => void;
  /** Where, if not each in a world of its own. There a walk is no shorter for having gone wrong: it would take minutes. */
  readonly open?: OpenPlace | undefined;
  /** How long each is, if not as usual there. */
  readonly steps?: number;
  /** Whether they are walks of messages. */
  readonly isOfMessages?: boolean | undefined;
}

/** The walk that a seed stands for, in a world of its own or at a place. */
export const walkOf = (
  seed: number,
  { open, steps = open ? STEPS_AT_A_PLACE : STEPS_A_WALK, isOfMessages }: TakeOptions,
) => walkFrom(seed, steps, isOfMessages);

/** Takes walks with seeds from `first` on. */
export async function takeWalks(first: number, count: number, options: TakeOptions = {}): Promise<Tally> {
  const taken = Object.fromEntries(Object.keys(STEPS).map((name) => [name, 0])) as Record<StepName, number>;
  const { each = () => undefined, open } = options;
  const sum = { steps: 0, walks: 0, requests: 0, charges: 0, posts: 0 };
  const compared: Record<ComparedBy, number> = { moments: 0, provider: 0, email: 0, ownId: 0 };
  const wrong: string[] = [];
  let told: Record<string, number> = {};
  for (let seed = first; seed < first + count && wrong.length < ENOUGH; seed++) {
    const walk = walkOf(seed, options);
    sum.steps = walk.steps.length;
    const walked = await take(walk, open);
    each(seed, walked);
    sum.walks++;
    sum.requests += walked.requests;
    sum.charges += walked.charges;
    sum.posts += walked.posts;
    told = added(told, walked.told);
    for (const [by, times] of Object.entries(walked.compared)) compared[by as ComparedBy] += times;
    for (const [name, times] of Object.entries(walked.taken)) taken[name as StepName] += times;
    if (walked.violations.length > 0)
      wrong.push(open ? named(walk, walked.violations) : await described(walk, walked));
  }
  return { ...sum, compared, told, taken, wrong };
}

/** One line for a suite's output. */
export function lineOf(
  name: string,
  first: number,
  { steps, walks, requests, charges, posts, compared, told, taken, wrong }: Tally,
): string {
  const kinds = Object.entries(taken).map(([step, times]) => `${step} ${times}`);
  const messages = Object.entries(told).map(([kind, times]) => `${kind} ${times}`);
  const { moments, provider, email, ownId } = compared;
  const access = `access compared at ${moments} moments (also by reference ${provider}, by e-mail ${email}, by own id ${ownId})`;
  return `${name}: seeds from ${first}, ${walks} walks of ${steps} steps, ${requests} requests, ${charges} attempts to charge, ${posts} POSTs, ${access}, messages by kind or why dropped (${messages.join(', ')}), ${wrong.length} violations; ${kinds.join(', ')}`;
}

const named = ({ seed }: Walk, violations: readonly string[]) => `walk ${seed}: ${violations.join('; ')}`;

async function described(walk: Walk, walked: Walked): Promise<string> {
  const short = await shrunk(walk, walked.violations);
  const { violations } = short === walk ? walked : await take(short);
  return [
    named(walk, violations.length > 0 ? violations : walked.violations),
    `again: node test/faults/walks/run.ts ${walk.seed} 1 ${stepsText(short)}${walk.isOfMessages ? ' --messages' : ''}`,
  ].join('\n  ');
}

const NAMES = Object.keys(STEPS) as StepName[];

/** Steps as the command line takes them: number of the kind, colon, seed. */
function stepsText({ steps }: Walk): string {
  return steps.map(({ name, seed }) => `${NAMES.indexOf(name)}:${seed}`).join(',');
}

/** The walk that a command line names. Throws where a step is none. */
export function walkFromText(seed: number, text: string, isOfMessages?: boolean): Walk {
  const steps = text.split(',').map((step) => {
    const [index, own] = step.split(':').map(Number);
    const name = NAMES[index ?? NaN];
    if (name === undefined || own === undefined) throw new Error(`no step: ${step}`);
    return { name, seed: own };
  });
  return { seed, steps, isOfMessages: isOfMessages ?? false };
}
