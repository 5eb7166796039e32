import { describe, expect, it } from 'vitest';
import type { Interval } from '../../lib/billing/plan.ts';
import { displayedTerms } from '../../lib/payment-page/terms.ts';
import { WORDS } from '../../lib/payment-page/translations.ts';
import { NOW, PLAN } from './shown.ts';

const spoken = (language: 'tr' | 'en', interval: Interval, intervalCount: number, trialDays = 0, now = NOW) =>
  displayedTerms({ ...PLAN, interval, intervalCount, trialDays }, now, WORDS[language]);

describe('what a plan costs and when, in words', () => {
  it.each([
    ['DAILY', 1, 'her gün', 'every day', '1 Şubat 2026'],
    ['DAILY', 10, 'her 10 günde bir', 'every 10 days', '10 Şubat 2026'],
    ['WEEKLY', 1, 'her hafta', 'every week', '7 Şubat 2026'],
    ['WEEKLY', 2, 'her 2 haftada bir', 'every 2 weeks', '14 Şubat 2026'],
    ['MONTHLY', 1, 'her ay', 'every month', '28 Şubat 2026'],
    ['MONTHLY', 3, 'her 3 ayda bir', 'every 3 months', '30 Nisan 2026'],
    ['YEARLY', 1, 'her yıl', 'every year', '31 Ocak 2027'],
    ['YEARLY', 2, 'her 2 yılda bir', 'every 2 years', '31 Ocak 2028'],
  ] as const)('%s × %i: %s, %s, and the next payment on %s', (interval, count, turkish, english, date) => {
    const tr = spoken('tr', interval, count);
    expect(tr).toMatchObject({ every: turkish, nextPaymentOn: date });
    expect(spoken('en', interval, count).every).toBe(english);
  });

  it('formats amounts for the locale', () => {
    const inTurkish = (price: string, currency: string) =>
      displayedTerms({ ...PLAN, price, currency }, NOW, WORDS.tr).amount;
    expect(inTurkish('99.90', 'TRY')).toBe('₺99,90');
    expect(inTurkish('12345.60', 'TRY')).toBe('₺12.345,60');
    expect(inTurkish('9.00', 'USD')).toBe('$9,00');
    expect(inTurkish('9.00', 'EUR')).toBe('€9,00');
    expect(spoken('en', 'MONTHLY', 1)).toMatchObject({ amount: '₺99.90', nothing: '₺0.00' });
    expect(WORDS.tr.price('₺99,90', 'her ay').join(' ')).toBe('her ay ₺99,90');
    expect(WORDS.en.price('₺99.90', 'every month').join(' ')).toBe('₺99.90 every month');
  });

  it.each([
    ['TURKISH LIRA', '99,90 TURKISH LIRA', '99.90 TURKISH LIRA', '0,00 TURKISH LIRA'],
    ['₺', '99,90 ₺', '99.90 ₺', '0,00 ₺'],
    ['TL', '99,90 TL', '99.90 TL', '0,00 TL'],
  ])('shows a currency that is no code, %s, as it is', (currency, turkish, english, nothing) => {
    expect(displayedTerms({ ...PLAN, currency }, NOW, WORDS.tr)).toMatchObject({ amount: turkish, nothing });
    expect(displayedTerms({ ...PLAN, currency }, NOW, WORDS.en).amount).toBe(english);
  });

  it.each([
    { trialDays: 1e12 },
    { intervalCount: 1e12 },
    { interval: 'DAILY', intervalCount: 1e12 } as const,
  ])('names a day also for a period that no date can end: %o', (endless) => {
    const { nextPaymentOn } = displayedTerms({ ...PLAN, ...endless }, NOW, WORDS.en);
    expect(nextPaymentOn).toBe('13 September 275760');
  });

  it('sets the first payment at the end of the trial', () => {
    expect(spoken('en', 'YEARLY', 1, 14).nextPaymentOn).toBe('14 February 2026');
  });

  it('uses dates in Turkish time', () => {
    const lateEvening = Date.UTC(2026, 0, 31, 22);
    expect(spoken('en', 'WEEKLY', 1, 0, lateEvening).nextPaymentOn).toBe('8 February 2026');
  });
});
