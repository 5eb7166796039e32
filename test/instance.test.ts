import { describe, expect, it } from 'vitest';
import { perInstance } from '../lib/instance.ts';

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
});
