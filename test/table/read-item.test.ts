import { describe, expect, it } from 'vitest';
import { customerFrom } from '../../lib/table/customers.ts';
import { planFrom } from '../../lib/table/plans.ts';
import { flag, number, object, oneOf, orNull, text, UnreadableItem } from '../../lib/table/read-item.ts';

const item = { word: 'A', count: 1, yes: true, none: null, inner: { word: 'B' }, bytes: new Uint8Array(1) };

describe('an item', () => {
  it('is read attribute by attribute', () => {
    expect(text(item, 'word')).toBe('A');
    expect(number(item, 'count')).toBe(1);
    expect(flag(item, 'yes')).toBe(true);
    expect(oneOf(item, 'word', ['A', 'B'])).toBe('A');
    expect(text(object(item, 'inner'), 'word')).toBe('B');
    expect(orNull(item, 'word', text)).toBe('A');
    expect([orNull(item, 'none', text), orNull(item, 'absent', text)]).toEqual([null, null]);
  });

  it.each<[string, () => unknown]>([
    ['count', () => text(item, 'count')],
    ['absent', () => text(item, 'absent')],
    ['word', () => number(item, 'word')],
    ['word', () => flag(item, 'word')],
    ['word', () => oneOf(item, 'word', ['B'])],
    ['none', () => object(item, 'none')],
    ['bytes', () => object(item, 'bytes')],
    ['count', () => orNull(item, 'count', text)],
  ])('is refused where %s is not what it must be, and its value is not quoted', (attribute, read) => {
    expect(read).toThrow(UnreadableItem);
    expect(read).toThrow(new UnreadableItem(attribute).message);
  });

  it('that lacks what its kind must hold is not taken for a record', () => {
    const at = { pk: 'p', sk: 's' };
    expect(() => planFrom({ ...at, id: 'x', reference: 'r' })).toThrow('attribute name ');
    expect(() => customerFrom({ ...at, id: 'x', email: 5 })).toThrow('attribute email ');
  });
});
