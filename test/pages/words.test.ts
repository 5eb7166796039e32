import { describe, expect, it } from 'vitest';
import { dayOf, every, moment, money } from '../../lib/pages/words.ts';

/** 22:30 UTC: the next day in Istanbul. */
const LATE = Date.UTC(2026, 10, 13, 22, 30);

describe('the words of pages', () => {
  it('write amounts as their readers do', () => {
    expect([money('tr', '1299', 'TRY'), money('en', '1299', 'TRY')]).toEqual(['₺1.299,00', '₺1,299.00']);
    expect(money('en', '5', 'TL4')).toBe('5.00\u00a0TL4');
  });

  it('name moments by the market’s clock, on one line', () => {
    expect(moment('tr', LATE)).toBe('14\u00a0Kasım\u00a02026');
    expect(moment('en', LATE, 'minute')).toBe('14\u00a0Nov\u00a02026\u00a001:30');
    expect(dayOf(LATE)).toBe('2026-11-14');
    expect(moment('en', Number.NaN)).toContain('275760');
  });

  it('name intervals', () => {
    expect([every('tr', 'MONTHLY', 1), every('en', 'WEEKLY', 2)]).toEqual(['her ay', 'every 2 weeks']);
  });
});
