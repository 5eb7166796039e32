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

  it('and a moment is what it says', () => {
    for (const edge of ['from', 'to'] as const)
      for (const given of ['2026-03-31T00:00:00+03:00', '2026-03-30T21:00Z', '2026-03-31T00:00 03:00'])
        expect(z.core.parse(moment(edge), given)).toBe(NIGHT);
  });

  it.each([
    '2026-02-30',
    '2026-13-01',
    '31.03.2026',
    '2026-03-31T00:00',
    'yesterday',
    '9999-12-31T23:00-03:00',
  ])('and %s is none', (given) => {
    for (const edge of ['from', 'to'] as const)
      expect(z.core.safeParse(moment(edge), given).success).toBe(false);
  });
});
