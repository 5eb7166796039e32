import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { cleanText, optional, read, text } from '../../../lib/wire/read.ts';
import { moment } from '../../../lib/wire/time.ts';
import { OPERATIONS } from '../../../openapi/operations.ts';
import { UNCLEAN, invalid, refusalOf } from './given.ts';

const inner = z.object({ city: text() });
const shape = z.object({
  title: text(3),
  flag: optional(z.boolean()),
  kind: z.optional(z.enum(['NOW', 'LATER'])),
  place: optional(inner),
  code: z.optional(z.string().check(z.regex(/^a$/, 'must be an a'))),
  hours: z.optional(z.int().check(z.minimum(0), z.maximum(9))),
  parts: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(2))),
});

describe('what is wrong with a request', () => {
  it.each([
    ['a member that is missing', {}, 'title', 'is required'],
    ['a member that must not be null', { title: null }, 'title', 'must be of type string'],
    ['a number for a text', { title: 5 }, 'title', 'must be of type string'],
    ['a text for a boolean', { title: 'abc', flag: 'yes' }, 'flag', 'must be of type boolean'],
    ['a list for an object', { title: 'abc', place: [] }, 'place', 'must be of type object'],
    ['a word that is not of the list', { title: 'abc', kind: 'now' }, 'kind', 'must be one of NOW, LATER'],
    ['an empty text', { title: '' }, 'title', 'must not be empty'],
    ['a text of spaces', { title: '   ' }, 'title', 'must not be empty'],
    ['a text that is too long', { title: 'abcd' }, 'title', 'must be at most 3 characters'],
    ['a text of another form', { title: 'abc', code: 'b' }, 'code', 'must be an a'],
    ['a part of a whole', { title: 'abc', hours: 1.5 }, 'hours', 'must be a whole number'],
    ['a number that is too large', { title: 'abc', hours: 10 }, 'hours', 'must be at most 9'],
    ['a number that is too small', { title: 'abc', hours: -1 }, 'hours', 'must be at least 0'],
    ['a list of nothing', { title: 'abc', parts: [] }, 'parts', 'must have at least 1 of them'],
    ['a list of too many', { title: 'abc', parts: ['a', 'b', 'c'] }, 'parts', 'must have at most 2 of them'],
    ['a member of a member', { title: 'abc', place: {} }, 'place.city', 'is required'],
  ])('is told with the name of the field: %s', (_what, given, field, message) => {
    expect(refusalOf(() => read(shape, given))).toEqual(invalid(field, message));
  });

  it('names a text that is none wherever it is, with no more of its path than can be read', () => {
    const name = 'n'.repeat(200);
    const given = { title: 'abc', [name]: { [name]: ['fine', '\u0007'] } };
    const refusal = refusalOf(() => read(shape, given));
    expect(refusal).toEqual(invalid(`${name}.${name}.1`.slice(0, 255), UNCLEAN));
  });

  it('names only the first fifty such texts, so that no answer is many times its request', () => {
    const given = { title: 'abc', ['\u4e00'.repeat(255)]: Array<string>(10_000).fill('\ufffe') };
    const details = refusalOf(() => read(shape, given)).details ?? [];
    expect(details).toHaveLength(50);
  });

  it.each([
    ['no body', undefined],
    ['null', null],
    ['a text', 'title=abc'],
    ['a list', [{ title: 'abc' }]],
  ])('names no field where the whole is no object: %s', (_what, given) => {
    expect(refusalOf(() => read(shape, given))).toEqual({
      httpStatus: 400,
      code: 'invalid_request',
      message: 'The request is not valid.',
      details: undefined,
    });
  });

  it('is told of every field at once, and the message is of the first', () => {
    expect(refusalOf(() => read(shape, { title: '', kind: 'no', place: { city: 1 } }))).toEqual({
      httpStatus: 400,
      code: 'invalid_request',
      message: 'title: must not be empty',
      details: [
        { field: 'title', message: 'must not be empty' },
        { field: 'kind', message: 'must be one of NOW, LATER' },
        { field: 'place.city', message: 'must be of type string' },
      ],
    });
  });
});

describe('what is read', () => {
  it('is trimmed, and nothing that has no name here is kept', () => {
    const given = { title: ' abc ', flag: false, place: { city: ' Ankara ', street: 'x' }, other: 1 };
    expect(read(shape, given)).toStrictEqual({ title: 'abc', flag: false, place: { city: 'Ankara' } });
  });
});

describe('a text', () => {
  it.each(['a\nb', '\u0085', 'a\ufffd'])(
    'is refused with the name of its field where it holds %j',
    (value) => {
      expect(refusalOf(() => read(shape, { title: value }))).toEqual(invalid('title', UNCLEAN));
      expect(refusalOf(() => cleanText('token', value))).toEqual(invalid('token', UNCLEAN));
    },
  );

  it.each(['😀', 'İ', '\u00a0', '\ufdcf', '\ufdf0', '\u{1fffd}', '\ue000'])('may hold %j', (value) => {
    expect(read(shape, { title: `x${value}` })).toEqual({ title: `x${value}`.trim() });
    expect(cleanText('token', value)).toBe(value);
  });

  it('is looked at wherever it stands, in the order of the request', () => {
    const given = { other: ['ok', { deep: '\uffff' }], title: '\u0001' };
    expect(refusalOf(() => read(shape, given))).toEqual({
      ...invalid('other.1.deep', UNCLEAN),
      details: [
        { field: 'other.1.deep', message: UNCLEAN },
        { field: 'title', message: UNCLEAN },
      ],
    });
  });

  it('is found however deeply it is nested', () => {
    const deep = JSON.parse(`${'['.repeat(30_000)}"\\uffff"${']'.repeat(30_000)}`) as unknown;
    expect(refusalOf(() => read(shape, { title: 'a', deep })).details).toHaveLength(1);
  });
});

/** The operations that take a member, and the schema of it there. */
const taking = (member: string) =>
  Object.entries(OPERATIONS).flatMap(([name, { query, body }]) =>
    [query, body].flatMap((one): [string, z.core.$ZodType][] => {
      const shape = (one as { _zod?: { def: { shape?: Record<string, z.core.$ZodType> } } } | undefined)?._zod
        ?.def.shape;
      return shape?.[member] ? [[name, shape[member]]] : [];
    }),
  );

const NIGHT = Date.UTC(2026, 2, 30, 21); // midnight of the 31st in Istanbul
const DAY = 24 * 3_600_000;

describe('our choice: a date is a day in Istanbul', () => {
  it('is a filter of these operations', () => {
    const names = ['events/list', 'events/replay', 'subscribers/list'];
    for (const member of ['from', 'to'])
      expect(taking(member).map(([name]) => name)).toEqual(expect.arrayContaining(names));
  });

  it.each(taking('from').filter(([name]) => name !== 'account/rotate-key'))(
    'begins there as `from` of %s',
    (_, schema) => {
      expect(z.core.parse(schema, '2026-03-31')).toBe(NIGHT);
    },
  );

  it.each(taking('to').filter(([name]) => name !== 'account/test-message'))(
    'is included to its last instant as `to` of %s',
    (_, schema) => {
      expect(z.core.parse(schema, '2026-03-31')).toBe(NIGHT + DAY - 1);
    },
  );

  const edges = ['from', 'to'] as const;

  it.each([
    ['2026-03-31T00:00:00+03:00', NIGHT],
    ['2026-03-30T21:00Z', NIGHT],
    ['2026-03-31T00:00 03:00', NIGHT],
    ['2026-01-15T09:00:00.123Z', Date.UTC(2026, 0, 15, 9, 0, 0, 123)],
    ['9999-12-31T23:59:59.999Z', Date.UTC(9999, 11, 31, 23, 59, 59, 999)],
  ])('and a moment is what it says: %s', (given, at) => {
    for (const edge of edges) expect(z.core.parse(moment(edge), given)).toBe(at);
  });

  it.each([
    ...[
      '2026-02-29',
      '2026-02-30',
      '2026-13-01',
      '31.03.2026',
      '2026-03-31T00:00',
      'yesterday',
      '1768467600000',
    ],
    ...['2026-02-30T00:00:00Z', '2026-04-31T12:00:00+03:00', 'Thu, 15 Jan 2026 09:00:00 GMT'],
    ...['9999-12-31T23:00-03:00', '9999-12-31T24:00:00Z', '0000-01-01T00:00:00+01:00'],
  ])('and %s is none', (given) => {
    for (const edge of edges) expect(z.core.safeParse(moment(edge), given).success).toBe(false);
  });
});
