import { expect, it } from 'vitest';
import { casesOf } from '../cases.ts';
import { Dice } from '../dice.ts';
import { drawnPair, SINGLE_TRUTHS, type Answers } from './answers.ts';
import { toldUnder } from './take.ts';

const PAIRS = casesOf(20, 200);

/** What is wrong under each of these, and how much was charged in all. */
async function take(all: readonly Answers[], first: number) {
  const wrong: string[] = [];
  let charges = 0;
  for (const [nth, answers] of all.entries()) {
    const under = await toldUnder(answers, first + nth);
    charges += under.charges;
    if (under.wrong.length > 0)
      wrong.push(`${JSON.stringify(answers)}, seed ${first + nth}: ${under.wrong.join('; ')}`);
  }
  return { wrong, charges };
}

it('every main scenario ends with each charge made and recorded once, whatever the payment provider does', async () => {
  const { wrong, charges } = await take(SINGLE_TRUTHS, 1);
  expect(wrong).toEqual([]);
  expect(charges).toBeGreaterThan(SINGLE_TRUTHS.length * 10);
});

it('and under two such truths at once', async () => {
  const pairs = Array.from({ length: PAIRS }, (_, nth) => drawnPair(new Dice(nth)));
  const { wrong, charges } = await take(pairs, 1_001);
  expect(wrong).toEqual([]);
  expect(charges).toBeGreaterThan(PAIRS * 10);
});
