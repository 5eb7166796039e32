import { describe, expect, it } from 'vitest';
import { inLanguage } from '../../lib/pages/say.ts';
import { dayOf, every, moment, money } from '../../lib/pages/words.ts';

/** 22:30 UTC: the next day in Istanbul. */
const LATE = Date.UTC(2026, 10, 13, 22, 30);

const inTurkish = <T>(write: () => T) => inLanguage('tr', write);
const inEnglish = <T>(write: () => T) => inLanguage('en', write);

describe('the words of pages', () => {
  it('write amounts as their readers do', () => {
    expect(inTurkish(() => money('1299', 'TRY'))).toBe('₺1.299,00');
    expect(inEnglish(() => money('1299', 'TRY'))).toBe('₺1,299.00');
    expect(inEnglish(() => money('5', 'TL4'))).toBe('5.00\u00a0TL4');
  });

  it('name moments by the market’s clock, on one line', () => {
    expect(inTurkish(() => moment(LATE))).toBe('14\u00a0Kasım\u00a02026');
    expect(inEnglish(() => moment(LATE, 'minute'))).toBe('14\u00a0Nov\u00a02026\u00a001:30');
    expect(dayOf(LATE)).toBe('2026-11-14');
    expect(inEnglish(() => moment(Number.NaN))).toContain('275760');
  });

  it('name intervals', () => {
    expect(inTurkish(() => every('MONTHLY', 1))).toBe('her ay');
    expect(inEnglish(() => every('WEEKLY', 2))).toBe('every 2 weeks');
  });
});
