import { afterAll, beforeAll, expect, test } from 'vitest';
import { tableOf } from '../../../bench/result.ts';
import { ATTACKS } from './attacks.ts';
import { Field } from './play.ts';

const TOGETHER = Object.entries(ATTACKS);

let field: Field;
beforeAll(async () => {
  field = await Field.open(TOGETHER.length);
}, 5 * 60_000);
afterAll(() => field.stop());

/*
 * Attacks that begin in the same place are made at one moment, by a tenant each, in a modest size; by hand each is made
 * alone and in full (`run.ts`).
 */
test.each(TOGETHER)('during an attack, other tenants are served: %s', async (name, attacks) => {
  const began = performance.now();
  const sized = attacks.map((attack) => ({ attack, size: attack.modest }));
  const results = await field.play(name, sized);
  const violations = results.filter(({ ok }) => !ok);
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  console.log(
    `attacks, ${name}: no seed, ${attacks.length} cases in ${seconds} s, ${violations.length} violations\n${tableOf(results)}`,
  );
  expect(violations).toEqual([]);
  expect(results.length).toBeGreaterThanOrEqual(7);
});
