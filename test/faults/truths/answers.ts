import { RETRY_TRUTHS } from '../../../sandbox/pay/retry-truths.ts';
import { TRUTHS, type Truth } from '../../../sandbox/pay/truths.ts';
import { behave, type Provider } from '../../support/world/shop.ts';
import type { Dice } from '../dice.ts';
import type { Shop } from '../walks/records.ts';

/** Some of the questions about the provider, each with one of its answers. */
export type Answers = Partial<Truth>;

/** Has a tenant's provider do so from now on. */
export async function playAnswers(provider: Provider, shop: Shop, answers: Answers): Promise<void> {
  shop.retriesItself = answers.whileUnpaid === 'retriedByItself';
  shop.wholeSeconds = answers.dates === 'inWords';
  shop.hidesAttempts = answers.failedAttempts === 'empty';
  shop.hidesCodes = shop.hidesAttempts || answers.failedAttempts === 'withoutCode';
  await behave(provider, shop.tenant, answers);
}

/** Every question with each of its answers. */
export const SINGLE_TRUTHS: readonly Answers[] = Object.entries(TRUTHS).flatMap(([question, values]) =>
  values.map((value) => ({ [question]: value })),
);

/** Answers to two questions that are drawn. */
export function drawnPair(dice: Dice): Answers {
  const one = dice.pick(SINGLE_TRUTHS);
  const others = SINGLE_TRUTHS.filter((other) => Object.keys(other)[0] !== Object.keys(one)[0]);
  return { ...one, ...dice.pick(others) };
}

/** How often a question is answered otherwise than evidence favours. */
const OTHERWISE = 1 / 6;

/** An answer to each question that is drawn: those that evidence favours, and now and then another. Retries are played apart. */
export function drawnAnswers(dice: Dice): Answers {
  const questions = Object.entries(TRUTHS).filter(([question]) => !(question in RETRY_TRUTHS));
  const drawn = questions.flatMap(([question, values]): [string, string][] =>
    dice.chance(OTHERWISE) ? [[question, dice.pick<string>(values)]] : [],
  );
  return Object.fromEntries(drawn);
}
