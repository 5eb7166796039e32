import { expect, it } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { exchangeRate } from '../../../lib/invoicing/exchange-rate.ts';
import { DAY } from '../../support/world/shop.ts';
import { openWorld } from '../../support/world/opened.ts';

const world = await openWorld();

const SILENT: App['bulletins'] = {
  of: async () => ({ is: 'silent' }),
  newest: async () => ({ is: 'silent' }),
};

it('A bulletin is waited for five seconds, or as long as the invocation still has', async () => {
  const waited: number[] = [];
  const left = [60_000, 5_001, 3_000, 0];
  const bulletins: App['bulletins'] = {
    ...SILENT,
    of: async (_day, limitMs) => (waited.push(limitMs), { is: 'none' }),
  };
  const app = { ...world.app, bulletins, memory: {} };
  const rate = await exchangeRate(app, 'USD', world.clock.now(), () => left.shift() ?? 0);
  expect(rate).toBeUndefined();
  expect(waited).toEqual([5_000, 5_000, 3_000]);
});

it('A payment’s rate is looked for in the bulletins of fifteen days, and in none before', async () => {
  let asked = 0;
  const bulletins: App['bulletins'] = { ...SILENT, of: async () => (asked++, { is: 'none' }) };
  const app = { ...world.app, bulletins, memory: {} };
  expect(await exchangeRate(app, 'USD', world.clock.now(), () => 60_000)).toBeUndefined();
  expect(asked).toBe(15);
});

it('Rates are read once by an instance, and those of one day delay no other day', async () => {
  const buying = { USD: '40.1', EUR: '45.2', GBP: '52.3' };
  const number = { year: 2026, nth: 1 };
  const bulletins: App['bulletins'] = {
    ...SILENT,
    of: async () => ({ is: 'published', number, buying }),
  };
  let reads = 0;
  const get: App['table']['get'] = (...asked) => (reads++, world.table.get(...asked));
  const app = { ...world.app, bulletins, memory: {}, table: { ...world.table, get } };
  const rateOf = (at: number) => exchangeRate(app, 'USD', at, () => 60_000);
  const now = world.clock.now();
  expect([await rateOf(now - 10 * DAY), await rateOf(now - 20 * DAY)]).toEqual(['40.1', '40.1']);
  reads = 0;
  expect(await rateOf(now - 10 * DAY)).toBe('40.1');
  expect(reads).toBe(0);
});
