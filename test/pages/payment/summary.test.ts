import { describe, expect, it } from 'vitest';
import type { Interval, PlanTerms } from '../../../lib/billing/plan.ts';
import type { Language } from '../../../lib/pages/language.ts';
import { perPeriod } from '../../../lib/pages/price.ts';
import { summary } from '../../../lib/pages/payment/summary.ts';
import { inLanguage } from '../../../lib/pages/say.ts';
import { CHECKOUT, NOW, PAGE, PLAN } from './shown.ts';

/** What the page says of a plan, row by row. */
function rowsOf(language: Language, more: Partial<PlanTerms>, now = NOW): Record<string, string> {
  const page = { ...PAGE, plan: { ...PLAN, ...more } };
  const { text } = inLanguage(language, () => summary({ checkout: CHECKOUT, page, now }));
  const rows = [...text.matchAll(/<dt>([^<]+)<\/dt><dd>([^<]+)<\/dd>/g)];
  return Object.fromEntries<string>(
    rows.map(([, name = '', value = '']) => [name, value.replaceAll('\u00a0', ' ')] as const),
  );
}

const nextOn = (more: Partial<PlanTerms>, now = NOW) => rowsOf('tr', more, now)['Sonraki ödeme'];

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
  ] as const)('%s × %i: %s, %s, and the next payment on %s', (...of) => {
    const [interval, intervalCount, turkish, english, date] = of;
    const terms = { ...PLAN, interval, intervalCount };
    const inWords = (language: Language) =>
      inLanguage(language, () => perPeriod(terms)).text.replaceAll(/<[^>]+>/g, '');
    expect(inWords('tr')).toBe(`${turkish} ₺99,90`);
    expect(inWords('en')).toBe(`₺99.90 ${english}`);
    expect(nextOn({ interval, intervalCount })).toBe(`${date}, ₺99,90`);
  });

  it.each([
    ['99.90', 'TRY', '₺99,90', '₺99.90'],
    ['12345.60', 'TRY', '₺12.345,60', '₺12,345.60'],
    ['9.00', 'USD', '$9,00', '$9.00'],
    ['9.00', 'EUR', '€9,00', '€9.00'],
    ['99.90', 'TURKISH LIRA', '99,90 TURKISH LIRA', '99.90 TURKISH LIRA'],
    ['99.90', '₺', '99,90 ₺', '99.90 ₺'],
    ['99.90', 'TL', '99,90 TL', '99.90 TL'],
  ])('%s %s is %s today in Turkish and %s in English', (price, currency, turkish, english) => {
    expect(rowsOf('tr', { price, currency })).toMatchObject({ 'Bugün ödenecek': turkish });
    expect(rowsOf('en', { price, currency })).toMatchObject({ 'Due today': english });
  });

  it.each([
    { trialDays: 1e12 },
    { intervalCount: 1e12 },
    { interval: 'DAILY' as Interval, intervalCount: 1e12 },
  ])('names a day also for a period that no date can end: %o', (endless) => {
    const rows = rowsOf('en', endless);
    expect(rows['First payment'] ?? rows['Next payment']).toBe('₺99.90 on 13 September 275760');
  });

  it('names no day that depends on the zone in which the payment provider counts months', () => {
    const evening = Date.UTC(2026, 0, 29, 21, 33);
    expect(rowsOf('tr', {}, evening)).toEqual({ 'Bugün ödenecek': '₺99,90' });
    expect(rowsOf('tr', { interval: 'WEEKLY' }, evening)).toHaveProperty('Sonraki ödeme');
    expect(rowsOf('tr', {}, Date.UTC(2026, 0, 29, 20, 59))).toHaveProperty('Sonraki ödeme');
  });

  it('sets the first payment at the end of the trial, and charges nothing today', () => {
    expect(rowsOf('en', { interval: 'YEARLY', trialDays: 14, currency: 'TL' })).toEqual({
      'Free trial': '14 days',
      'First payment': '99.90 TL on 14 February 2026',
      'Due today': '0.00 TL',
    });
  });

  it('uses dates in Turkish time', () => {
    const lateEvening = Date.UTC(2026, 0, 31, 22);
    expect(nextOn({ interval: 'WEEKLY' }, lateEvening)).toBe('8 Şubat 2026, ₺99,90');
  });
});
