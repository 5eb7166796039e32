import { expect } from 'vitest';
import { lineOf, takeWalks } from './report.ts';

/** Takes walks, prints what they add up to, and expects no violation and every kind of step to have been taken. */
export async function expectSoundWalks(name: string, first: number, count: number): Promise<void> {
  const tally = await takeWalks(first, count);
  console.log(lineOf(name, first, tally));
  expect(tally.wrong).toEqual([]);
  expect(tally.walks).toBe(count);
  for (const [step, times] of Object.entries(tally.taken)) expect(times, step).toBeGreaterThan(count / 20);
  expect(tally.requests).toBeGreaterThan(count * 20);
  expect(tally.charges).toBeGreaterThan(count);
  expect(tally.posts).toBeGreaterThan(count * 3);
  const { moments, provider, email, ownId } = tally.compared;
  expect(moments).toBeGreaterThan(count * 20);
  expect(Math.min(provider, email, ownId)).toBeGreaterThan(count * 5);
}
