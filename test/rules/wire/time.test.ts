import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../openapi/operations.ts';
import { moment } from '../../../lib/wire/time.ts';

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
