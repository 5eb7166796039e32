import { describe, expect, it } from 'vitest';
import {
  afterInstant,
  beforeInstant,
  eventPosition,
  instantOf,
} from '../../../lib/table/events/positions.ts';

/** From the first year that a query may name to the last, by way of today and of the year 2286, which has a digit more. */
const INSTANTS = [
  Date.parse('0000-01-01'),
  -1,
  0,
  Date.parse('2026-01-15'),
  Date.parse('2033-05-18'),
  Date.parse('2286-11-20'),
  Date.parse('2286-11-21'),
  Date.parse('9999-12-31T23:59:59.999Z'),
];
const NOW = Date.parse('2027-06-01');
const now = eventPosition({ committedAt: NOW, sequence: 7, id: 'event' });

describe('the position of an event', () => {
  it.each(INSTANTS)('sorts correctly against any instant in a query: %i', (at) => {
    expect(beforeInstant(at) < now).toBe(at <= NOW);
    expect(now < afterInstant(at)).toBe(at >= NOW);
  });

  it('sorts between the start and the end of its instant, which can be read from it', () => {
    expect(beforeInstant(NOW) < now).toBe(true);
    expect(now < afterInstant(NOW)).toBe(true);
    expect(afterInstant(NOW - 1) < now).toBe(true);
    expect(instantOf(now)).toBe(NOW);
  });

  it('sorts by the subscriber’s sequence number within one instant', () => {
    const tenth = eventPosition({ committedAt: NOW, sequence: 10, id: 'a' });
    expect(now < tenth).toBe(true);
  });
});
