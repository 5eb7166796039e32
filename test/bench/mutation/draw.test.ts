import { describe, expect, it } from 'vitest';
import { draw } from '../../../bench/mutation/draw.ts';

const ALL = Array.from({ length: 300 }, (_, at) => ({
  name: `mutant ${at}`,
  chapter: at < 250 ? 'large' : 'small',
}));
const namesOf = (each: number, seed: string) => draw(ALL, each, seed).map(({ name }) => name);

describe('a drawn sample', () => {
  it('has as many of every chapter as are asked for, or all of it', () => {
    const drawn = draw(ALL, 60, 'seven');
    expect(drawn.filter(({ chapter }) => chapter === 'large')).toHaveLength(60);
    expect(drawn.filter(({ chapter }) => chapter === 'small')).toHaveLength(50);
  });

  it('is the same again by the same seed, another by another, and part of a larger one', () => {
    expect(namesOf(20, 'seven')).toEqual(namesOf(20, 'seven'));
    expect(new Set(namesOf(20, 'seven'))).not.toEqual(new Set(namesOf(20, 'eight')));
    expect(namesOf(40, 'seven')).toEqual(expect.arrayContaining(namesOf(20, 'seven')));
  });

  it('draws every one equally often, whatever its place', () => {
    const seeds = Array.from({ length: 400 }, (_, at) => String(at));
    const firstHalf = seeds
      .flatMap((seed) => draw(ALL, 10, seed))
      .filter(({ name }) => Number(name.slice(7)) < 125);
    // 4,000 of the large chapter, half of them expected in its first half; five standard deviations are 158.
    expect(Math.abs(firstHalf.length - 2_000)).toBeLessThan(158);
  });
});
