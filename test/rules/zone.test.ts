import { describe, expect, it } from 'vitest';
import { beginningOfDayIn, endOfDayIn, localIn, zoneNamed } from '../../lib/runtime/zone.ts';

const HOUR = 3_600_000;

describe('the days of a zone', () => {
  it.each([
    ['Europe/Istanbul', '2026-03-31', '2026-03-30T21:00:00Z', 24],
    ['UTC', '2026-02-28', '2026-02-28T00:00:00Z', 24],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', 23],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', 25],
    ['Pacific/Kiritimati', '2026-12-31', '2026-12-30T10:00:00Z', 24],
    ['Pacific/Pago_Pago', '2026-12-31', '2026-12-31T11:00:00Z', 24],
    ['Asia/Kathmandu', '2024-02-29', '2024-02-28T18:15:00Z', 24],
    // Clocks go from midnight to one, so that the day has no midnight; and from one back to midnight, so that it has two.
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00Z', 23],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z', 25],
    // Clocks go from midnight back to eleven, so that the day before has an hour twice.
    ['Asia/Beirut', '2026-10-24', '2026-10-23T21:00:00Z', 25],
    ['Europe/Istanbul', '9999-12-31', '9999-12-30T21:00:00Z', 24],
  ])('%s: %s begins at %s and has %d hours', (zone, day, begins, hours) => {
    const [from, to] = [beginningOfDayIn(zone, day), endOfDayIn(zone, day)];
    expect(new Date(from).toISOString()).toBe(begins.replace('Z', '.000Z'));
    expect(to - from + 1).toBe(hours * HOUR);
    for (const at of [from, to]) expect(localIn(zone, at)).toMatch(new RegExp(`^${day}T`));
    for (const at of [from - 1, to + 1]) expect(localIn(zone, at)).not.toMatch(new RegExp(`^${day}T`));
  });

  it('are none of what is no day', () => {
    for (const given of ['2026-13-01', 'yesterday', ''])
      expect([beginningOfDayIn('UTC', given), endOfDayIn('UTC', given)]).toEqual([NaN, NaN]);
  });

  it('belong to a zone of a name, however it is written', () => {
    expect(['europe/ISTANBUL', 'Europe/Berlin'].map(zoneNamed)).toEqual(['Europe/Istanbul', 'Europe/Berlin']);
    for (const none of ['+03:00', 'GMT+3', 'Europe/Nowhere', 'Istanbul', '', 'Europe/Istanbul ', '../x'])
      expect([none, zoneNamed(none)]).toEqual([none, undefined]);
  });
});
