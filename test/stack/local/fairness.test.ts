import { describe, expect, it } from 'vitest';
import { Fairness } from '../../../local/queues/fairness.ts';

/** More than ten, so that none of them takes more than a tenth of the time. */
const MANY = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];

const of = (...groups: string[]) => groups.map((group, n) => ({ group, n }));
const groupsOf = (batch: readonly { group: string }[]) => batch.map(({ group }) => group).join('');

describe('a fair queue', () => {
  it('keeps the order while no group takes more than a tenth of the time', () => {
    let now = 0;
    const fairness = new Fairness(() => now);
    const done = fairness.began(MANY);
    now += 100;
    done();
    expect(groupsOf(fairness.quiet(of('l', 'a', 'b', 'a'), 3))).toBe('lab');
  });

  it('gives quiet groups their own batches while one is slow, and the slow one the remaining capacity', () => {
    let now = 0;
    const fairness = new Fairness(() => now);
    fairness.began(['s']);
    for (const group of MANY) {
      const done = fairness.began([group]);
      now += 10;
      done();
    }
    now += 5_000;
    expect(groupsOf(fairness.quiet(of('s', 'a', 's', 'b'), 10))).toBe('ab');
    expect(groupsOf(fairness.noisy(of('s', 's'), 10))).toBe('ss');
  });

  it('prefers, among slow groups, the one with the fewest messages in flight', () => {
    let now = 0;
    const fairness = new Fairness(() => now);
    fairness.began(['s', 's', 's']);
    fairness.began(['t']);
    now += 1_000;
    expect(groupsOf(fairness.noisy(of('s', 't', 's', 't'), 3))).toBe('tts');
  });

  it('forgets that a group was slow', () => {
    let now = 0;
    const fairness = new Fairness(() => now);
    const done = fairness.began(['s']);
    now += 10_000;
    done();
    now += 60 * 60_000;
    const others = fairness.began(MANY);
    now += 100;
    others();
    expect(groupsOf(fairness.quiet(of('s', 'a'), 1))).toBe('s');
  });
});
