import { describe, expect, it } from 'vitest';
import { shareInterval, weightedInterval, weightedShare } from '../../../bench/mutation/interval.ts';

const rounded = (pair: readonly number[]) => pair.map((number) => Math.round(number * 1_000) / 1_000);

describe('the interval of a share', () => {
  it("is Wilson's where the sample is a small part of the whole", () => {
    expect(rounded(shareInterval({ all: 1e9, drawn: 60, found: 57 }))).toEqual([0.863, 0.983]);
    expect(rounded(shareInterval({ all: 1e9, drawn: 60, found: 60 }))).toEqual([0.94, 1]);
  });

  it('is the share itself where all were tried, and everything where none was', () => {
    expect(shareInterval({ all: 119, drawn: 119, found: 118 })).toEqual([118 / 119, 118 / 119]);
    expect(shareInterval({ all: 119, drawn: 0, found: 0 })).toEqual([0, 1]);
  });
});

describe('the share of all strata together', () => {
  const counts = [
    { all: 900, drawn: 50, found: 50 },
    { all: 100, drawn: 50, found: 25 },
  ];

  it('weighs each by its size, not by how many of it were drawn', () => {
    expect(weightedShare(counts)).toBeCloseTo(0.95);
  });

  it('has an interval also where a stratum has no survivor, and none where all were tried', () => {
    const [from, to] = weightedInterval(counts);
    expect(from).toBeLessThan(0.93);
    expect(to).toBeGreaterThan(0.97);
    expect(weightedInterval([{ all: 50, drawn: 50, found: 25 }])).toEqual([0.5, 0.5]);
  });
});
