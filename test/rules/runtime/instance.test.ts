import { describe, expect, it } from 'vitest';
import { BoundedMap, cachePerInstance, perInstance } from '../../../lib/runtime/instance.ts';

describe('what an instance remembers', () => {
  it('is made once, and kept between its invocations', () => {
    let made = 0;
    const namesOf = perInstance(() => [`made ${++made}`]);
    const memory = {};
    namesOf({ memory }).push('remembered');
    expect(namesOf({ memory })).toEqual(['made 1', 'remembered']);
  });

  it('is not shared with another instance', () => {
    const namesOf = perInstance(() => new Set<string>());
    namesOf({ memory: {} }).add('remembered');
    expect([...namesOf({ memory: {} })]).toEqual([]);
  });

  it('never grows without end: a cache drops what was set longest ago', () => {
    const cache = new BoundedMap<number>(2);
    cache.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
    expect([...cache]).toEqual([
      ['a', 3],
      ['c', 4],
    ]);
    const cacheOf = cachePerInstance<number>();
    const memory = {};
    for (let tenant = 0; tenant < 30_000; tenant++) cacheOf({ memory }).set(`tenant ${tenant}`, tenant);
    expect(cacheOf({ memory }).size).toBe(10_000);
  });
});
