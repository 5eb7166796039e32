import { expect, it } from 'vitest';
import type { App } from '../../lib/app.ts';
import { exchangeRate } from '../../lib/invoicing/exchange-rate.ts';
import { openWorld } from '../world/opened.ts';

const world = await openWorld();

it('A bulletin is waited for five seconds, or as long as the invocation still has', async () => {
  const waited: number[] = [];
  const left = [60_000, 5_001, 3_000, 0];
  const bulletins: App['bulletins'] = {
    of: async (_day, limitMs) => (waited.push(limitMs), { is: 'none' }),
  };
  const app = { ...world.app, bulletins, memory: {} };
  const rate = await exchangeRate(app, 'USD', world.clock.now(), () => left.shift() ?? 0);
  expect(rate).toBeUndefined();
  expect(waited).toEqual([5_000, 5_000, 3_000]);
});
