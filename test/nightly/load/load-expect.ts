import { expect } from 'vitest';
import { against, tableOf } from '../../../bench/result.ts';
import { percentile } from './load-arrivals.ts';
import type { LoadResult } from './load-run.ts';
import type { LoadProfile } from './load-stage.ts';

const LAG_MS = 2_000;

/** Every event that was committed arrived, those of the tenants that answer once and soon. */
export function expectSoonAndAll(
  { publication, others, silent, line }: LoadResult,
  profile: LoadProfile,
): void {
  console.log(line);
  const p95 = percentile(others.lags, 0.95);
  const missing = others.missing.length + silent.missing.length;
  const load = `${profile.silent} ${profile.lateMs === undefined ? 'silent' : 'late'}`;
  console.log(
    tableOf([
      against(load, 'p95 of the others from commit to POST, ms', p95, { most: LAG_MS }),
      against(load, 'events that never arrived', missing, { most: 0 }),
      against(load, 'events of the others that arrived twice', others.posts - others.events, {
        most: 0,
      }),
    ]),
  );
  expect([...publication.refused]).toEqual([]);
  const all = profile.events + (profile.burst ?? 0);
  expect(publication.published).toBe(all);
  expect(others.events + silent.events).toBe(all);
  expect([...others.missing, ...silent.missing]).toEqual([]);
  expect([...others.unknown, ...silent.unknown]).toEqual([]);
  expect(others.posts).toBe(others.events);
  if (profile.silent > 0) expect(silent.posts).toBeGreaterThanOrEqual(silent.events);
  expect(p95).toBeLessThanOrEqual(LAG_MS);
}
