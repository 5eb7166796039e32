import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { cursorOf } from '../../../lib/billing/page.ts';
import { listAnswer, listMembers, pageIn } from '../../../lib/wire/list.ts';
import { moment } from '../../../lib/wire/time.ts';
import { read } from '../../../lib/wire/read.ts';
import { exclusive, refusalOf } from './given.ts';

const query = z.object({ ...listMembers, from: z.optional(moment('from')) });
const cursor = (given: string) => (given.startsWith('c') ? cursorOf(given.slice(1)) : undefined);
const page = (given: unknown) => pageIn(read(query, given), cursor);

describe('which page of a list is asked for', () => {
  it.each([
    [{}, { limit: 10, startingAfter: null, endingBefore: null }],
    [{ limit: '100' }, { limit: 100, startingAfter: null, endingBefore: null }],
    [{ starting_after: ' c7 ' }, { limit: 10, startingAfter: '7', endingBefore: null }],
    [{ ending_before: 'c7' }, { limit: 10, startingAfter: null, endingBefore: '7' }],
  ])('is read from %j', (given, expected) => expect(page(given)).toMatchObject(expected));

  it('cannot be both ways at once', () => {
    const both = { starting_after: 'c1', ending_before: 'c2' };
    expect(refusalOf(() => page(both))).toEqual(exclusive('starting_after', 'ending_before'));
  });

  it.each(['starting_after', 'ending_before'])('cannot be named by a %s that is no cursor', (name) => {
    expect(refusalOf(() => page({ [name]: 'x' }))).toMatchObject({
      code: 'invalid_cursor',
      details: [{ field: name, message: 'names no item of this list' }],
    });
  });

  it.each(['0', '101', '-1', '1.5', 'x'])('has no limit of %j', (limit) => {
    expect(refusalOf(() => page({ limit }))).toMatchObject({ code: 'invalid_request' });
  });
});

describe('a moment in a query', () => {
  it.each([
    ['2026-01-15', Date.UTC(2026, 0, 14, 21)],
    ['2026-01-15T09:00:00.123Z', Date.UTC(2026, 0, 15, 9, 0, 0, 123)],
    ['2026-01-15T12:00+03:00', Date.UTC(2026, 0, 15, 9)],
    ['2026-01-15T12:00 03:00', Date.UTC(2026, 0, 15, 9)],
    ['2028-02-29', Date.UTC(2028, 1, 28, 21)],
    ['9999-12-31T23:59:59.999Z', Date.UTC(9999, 11, 31, 23, 59, 59, 999)],
    ['0000-01-02', Date.parse('0000-01-01T22:04:08Z')], // Istanbul's own time, before there were zones
  ])('%s is read', (from, at) => expect(read(query, { from })).toMatchObject({ from: at }));

  it.each([
    ...['yesterday', '2026-13-01', '2026-01-15T09:00', '15.01.2026', '1768467600000'],
    ...['2026-02-29', '2026-02-30T00:00:00Z', '2026-04-31T12:00:00+03:00', 'Thu, 15 Jan 2026 09:00:00 GMT'],
    ...['9999-12-31T23:59:59-01:00', '9999-12-31T24:00:00Z', '0000-01-01T00:00:00+01:00', '0000-01-01'],
  ])('%s is refused by name', (from) => {
    expect(refusalOf(() => read(query, { from }))).toMatchObject({ code: 'invalid_request' });
    expect(refusalOf(() => read(query, { from })).message).toContain('from: must be');
    expect(refusalOf(() => read(query, { from })).details).toHaveLength(1);
  });
});

it.each([
  [{ limit: '2' }, null, null],
  [{ limit: '2', starting_after: 'c7' }, 'c7', null],
  [{ limit: '2', ending_before: 'c7' }, null, 'c7'],
])('the envelope of a list asked for with %j echoes the cursor as it was written', (given, after, before) => {
  const listed = { data: [1, 2], hasMore: true, more: { of: 'x' } };
  expect(listAnswer('/things', page(given), listed)).toStrictEqual({
    status: 'success',
    object: 'list',
    url: '/things',
    has_more: true,
    limit: 2,
    starting_after: after,
    ending_before: before,
    of: 'x',
    data: [1, 2],
  });
});
