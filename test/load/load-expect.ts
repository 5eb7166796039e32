import { expect } from 'vitest';
import { percentile } from './load-arrivals.ts';
import type { LoadResult, LoadWish } from './load-run.ts';

const LAG_MS = 2_000;

/** Every event that was committed arrived, those of the tenants that answer once and soon. */
export function expectSoonAndAll({ publication, others, silent, line }: LoadResult, wish: LoadWish): void {
  console.log(line);
  expect([...publication.refused]).toEqual([]);
  expect(publication.published).toBe(wish.events);
  expect(others.events + silent.events).toBe(wish.events);
  expect([...others.missing, ...silent.missing]).toEqual([]);
  expect([...others.unknown, ...silent.unknown]).toEqual([]);
  expect(others.posts).toBe(others.events);
  if (wish.silent > 0) expect(silent.posts).toBeGreaterThanOrEqual(silent.events);
  expect(percentile(others.lags, 0.95)).toBeLessThanOrEqual(LAG_MS);
}
