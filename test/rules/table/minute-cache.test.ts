import { expect, it } from 'vitest';
import { MinuteCache } from '../../../lib/table/instance-cache.ts';
import { openWorld } from '../../support/world/opened.ts';
import { MINUTE } from '../../support/world/shop.ts';

const { app, clock } = await openWorld();

/** Reads a number that grows with each read. */
function counting() {
  let reads = 0;
  return async () => ++reads;
}

it('shows again what was found within the minute, to the same tenant and on the same instance', async () => {
  const [cache, read] = [new MinuteCache<number>(), counting()];
  const find = (name = 'one', of = app) => cache.find(of, name, read);
  expect([await find(), await find()]).toEqual([1, 1]);
  expect(await find('other')).toBe(2);
  expect(await find('one', { ...app, memory: {} })).toBe(3);
  await clock.advanceTo(clock.now() + MINUTE - 1);
  expect(await find()).toBe(1);
  await clock.advanceTo(clock.now() + 1);
  expect(await find()).toBe(4);
});

it('keeps nothing that may not be kept', async () => {
  const [cache, read] = [new MinuteCache<number>(), counting()];
  const find = () => cache.find(app, 'one', read, (found) => found > 1);
  expect([await find(), await find(), await find()]).toEqual([1, 2, 2]);
});
