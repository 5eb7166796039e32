import { Dice } from '../dice.ts';
import { violationsOf } from './checks/checker.ts';
import { derivedWrong } from './checks/derived.ts';
import { accessWrong } from './checks/who-may-in.ts';
import { evidenceOf } from './evidence.ts';
import { healAndWait } from './heal.ts';
import { disturbMail, openMailboxes } from './mailbox.ts';
import { judgedOf } from './checks/messages.ts';
import { drawnAnswers, playAnswers } from '../truths/answers.ts';
import { transcriptOf } from './transcript.ts';
import { memoryPlace } from './places/memory.ts';
import type { OpenPlace } from './places/place.ts';
import { Stage, type ComparedBy } from './stage.ts';
import { STEPS, stepsFrom, type Step, type StepKind } from './steps/steps.ts';

/** What is true of the provider is drawn apart, so that the same seed goes the same way under another truth. */
const TRUTHS_SEED = 0x7a0e;
/** Who is asked about after a step is drawn apart, too. */
const ASKING_SEED = 0xacce55;
/** Whether there are messages, and what SES does with them, is drawn apart as well. */
const MAIL_SEED = 0x3a11;

/** One walk: who is on the stage follows from the seed, and so do the steps unless they are given. */
export interface Walk {
  readonly seed: number;
  readonly steps: readonly Step[];
  /** Every tenant sends messages; else only those of some walks do. */
  readonly isOfMessages?: boolean;
}

/** What came of a walk. */
export interface Walked {
  /** How often each kind of step was really taken; one that did not fit was passed over. */
  readonly taken: Readonly<Record<string, number>>;
  readonly requests: number;
  readonly charges: number;
  readonly posts: number;
  readonly compared: Readonly<Record<ComparedBy, number>>;
  /** Messages that were judged, by kind, and those that were dropped, by why. */
  readonly told: Readonly<Record<string, number>>;
  readonly violations: readonly string[];
  /** What happened, line by line: the steps that were taken, and what was answered in each. */
  readonly transcript: readonly string[];
}

export function walkFrom(seed: number, length: number, isOfMessages = false): Walk {
  return { seed, steps: stepsFrom(new Dice(seed ^ 0x5eed), length, isOfMessages), isOfMessages };
}

/** Takes a walk to its end, in a world of its own unless a place is given, heals all that is wrong, waits until all is quiet, and has the outcome judged. */
export async function take(
  { seed, steps, isOfMessages = false }: Walk,
  open: OpenPlace = memoryPlace,
): Promise<Walked> {
  const dice = new Dice(seed);
  const { place, close } = await open(dice);
  try {
    const stage = await Stage.open(place, dice);
    const truths = new Dice(seed ^ TRUTHS_SEED);
    for (const shop of stage.shops) await playAnswers(place, shop, drawnAnswers(truths));
    await openMailboxes(stage, new Dice(seed ^ MAIL_SEED), isOfMessages);
    const taken: Record<string, number> = {};
    const asking = new Dice(seed ^ ASKING_SEED);
    const wrong: string[] = [];
    for (const [index, step] of steps.entries()) {
      stage.step = index;
      await disturbMail(stage, new Dice(step.seed ^ MAIL_SEED));
      if (await takeStep(stage, step)) taken[step.name] = (taken[step.name] ?? 0) + 1;
      wrong.push(...(await accessWrong(stage, asking)));
    }
    await healAndWait(stage);
    for (const _shop of stage.shops) wrong.push(...(await accessWrong(stage, asking)));
    wrong.push(...(await derivedWrong(stage)));
    const evidence = await evidenceOf(stage);
    return {
      taken,
      requests: stage.journal.length,
      charges: evidence.shops.reduce((sum, { ledger }) => sum + ledger.length, 0),
      posts: stage.shops.reduce((sum, { posts }) => sum + posts.length, 0),
      compared: stage.compared,
      told: added(...evidence.shops.map(judgedOf)),
      violations: [...wrong, ...violationsOf(evidence)],
      transcript: transcriptOf(steps, stage, evidence),
    };
  } finally {
    await close();
  }
}

/** Counts added up by their names. */
export function added(...all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const [name, count] of all.flatMap((one) => Object.entries(one))) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

async function takeStep(stage: Stage, { name, seed }: Step): Promise<boolean> {
  const dice = new Dice(seed);
  const kind: StepKind = STEPS[name];
  const shop = dice.pick(stage.shops);
  if (kind.fits && !kind.fits(shop)) return false;
  return (await kind.take(stage, shop, dice)) !== false;
}
