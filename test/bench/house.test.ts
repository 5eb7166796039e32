import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circlesIn } from '../../bench/house/circles.ts';
import { sourcesIn, type Source } from '../../bench/house/imports.ts';
import { filesOf } from '../../bench/house/reading-paths.ts';

const root = resolve(import.meta.dirname, '../..');
const FOLDERS = ['functions', 'lib', 'infra', 'cli', 'local', 'sandbox', 'bench', 'test'];
const sources = sourcesIn(root, FOLDERS);

const source = (...names: string[]): Source => ({ lines: 10, uses: names, names });

describe('the measures of the house', () => {
  it('hold no circle of imports', () => {
    expect(circlesIn(sources)).toEqual([]);
    expect(sources.size).toBeGreaterThan(400);
  });

  it('find a circle however long it is, once', () => {
    const circular = new Map([
      ['a', source('b')],
      ['b', source('c', 'd')],
      ['c', source('a')],
      ['d', source()],
    ]);
    expect(circlesIn(circular)).toEqual([['a', 'b', 'c']]);
  });

  it('follow what a file uses, and stop at what is looked up', () => {
    const code = new Map([
      ['in', source('on', 'ports/one')],
      ['on', source('in', 'end')],
      ['end', source()],
      ['ports/one', source('behind')],
      ['behind', source()],
    ]);
    const path = {
      name: 'a path',
      from: ['in'],
      lookedUp: ['ports'],
      aim: { files: 3, lines: 30 },
    };
    expect(filesOf(path, code)).toEqual([
      ['in', 10],
      ['on', 10],
      ['end', 10],
    ]);
  });

  it('leave types aside where they say what is used', () => {
    const { uses = [], names = [] } = sources.get('bench/house/circles.ts') ?? {};
    expect({ uses, names }).toEqual({ uses: [], names: ['bench/house/imports.ts'] });
  });
});
