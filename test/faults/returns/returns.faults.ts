import { expect, test } from 'vitest';
import { casesOf } from '../cases.ts';
import { FORGERIES, WAYS } from './browsers.ts';
import { Browsing } from './browsing.ts';

const SEED = Number(process.env.SEED ?? 6);
const CASES = casesOf(40, 300);

/** Steps and answers that a run has to have had, so that none passes without them. */
const SEEN = [
  'answer 202',
  'answer 303 success',
  'answer 202 for good',
  'is declined',
  'returns at once in several tabs',
  'the account is switched',
  'the provider has trouble',
  'the form is 200',
  'the form is 410',
  'paid',
  'unpaid',
  ...WAYS.map(({ name }) => `by ${name}`),
  ...FORGERIES.map(({ name }) => `token ${name}`),
];

test('however customers come back from the form, each pays once, subscribes once and is told the truth', async () => {
  const violations: string[] = [];
  const counts = new Map<string, number>();
  for (let seed = SEED * 1_000_000; seed < SEED * 1_000_000 + CASES; seed++) {
    const browsing = await Browsing.play(seed);
    violations.push(...browsing.violations.map((what) => `seed ${seed}: ${what}`));
    for (const [what, times] of browsing.counts) counts.set(what, (counts.get(what) ?? 0) + times);
  }
  const told = ['paid', 'unpaid', 'answer 202', 'answer 303 success', 'answer 202 for good'];
  const totals = told.map((what) => `${counts.get(what) ?? 0} ${what}`).join(', ');
  console.log(`returns: seed ${SEED}, ${CASES} cases, ${totals}, ${violations.length} violations`);
  expect(violations).toEqual([]);
  expect(SEEN.filter((what) => !counts.has(what))).toEqual([]);
});
