import { decimal } from '../billing/money.ts';
import type { BulletinAnswer, Bulletins, BuyingRates, RatedCurrency } from './rates.ts';

/** The address of the central bank's bulletins. */
export const TCMB_URL = 'https://www.tcmb.gov.tr/kurlar';

/** Fetches a page: its status and text. Throws if none arrives in time. */
export type GetPage = (
  url: string,
  limitMs: number,
) => Promise<{ readonly status: number; readonly body: string }>;

/** The central bank's (TCMB) bulletins: one XML file per banking day, 404 on other days. */
export function tcmbBulletins(baseUrl: string, get: GetPage): Bulletins {
  return {
    async of(day, limitMs): Promise<BulletinAnswer> {
      const [year = '', month = '', date = ''] = day.split('-');
      const url = `${baseUrl.replace(/\/$/, '')}/${year}${month}/${date}${month}${year}.xml`;
      const page = await get(url, limitMs).catch(() => undefined);
      if (page?.status === 404) return { is: 'none' };
      const buying = page?.status === 200 ? buyingRates(page.body, `${date}.${month}.${year}`) : undefined;
      return buying ? { is: 'published', buying } : { is: 'silent' };
    },
  };
}

/** The rates of a bulletin; undefined if it is not one, is of another day, or lacks a rate. */
function buyingRates(xml: string, date: string): BuyingRates | undefined {
  if (!new RegExp(`<Tarih_Date[^>]*\\bTarih="${date.replaceAll('.', '\\.')}"`).test(xml)) return undefined;
  const [USD, EUR] = [buyingRate(xml, 'USD'), buyingRate(xml, 'EUR')];
  return USD === undefined || EUR === undefined ? undefined : { USD, EUR };
}

/** Liras per unit; the bulletin quotes some currencies per hundred. */
function buyingRate(xml: string, currency: RatedCurrency): string | undefined {
  const entry = new RegExp(`<Currency\\b[^>]*\\bCurrencyCode="${currency}"[^>]*>(.*?)</Currency>`, 's').exec(
    xml,
  );
  const member = (name: string) =>
    new RegExp(`<${name}>\\s*([\\d.]+)\\s*</${name}>`).exec(entry?.[1] ?? '')?.[1];
  const [, whole, fraction = ''] = /^(\d{1,6})(?:\.(\d{1,6}))?$/.exec(member('ForexBuying') ?? '') ?? [];
  const [, zeros] = /^1(0{0,3})$/.exec(member('Unit') ?? '') ?? [];
  if (whole === undefined || zeros === undefined) return undefined;
  const units = BigInt(whole + fraction);
  const decimals = fraction.length + zeros.length;
  if (units === 0n) return undefined;
  return decimals === 0 ? String(units) : decimal(units, decimals);
}
