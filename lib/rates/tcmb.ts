import { decimal } from '../billing/money.ts';
import type { BulletinAnswer, Bulletins, BuyingRates, RatedCurrency } from './rates.ts';

/** The address of the central bank's bulletins. */
export const TCMB_URL = 'https://www.tcmb.gov.tr/kurlar';

/** Many times any bulletin. */
export const PAGE_BYTES_MAX = 256 * 1024;

/** A page, no redirect followed. */
export interface Page {
  readonly status: number;
  readonly body: string;
}

/** Fetches a page. Throws if none arrives in time, or if it is too large to be a bulletin. */
export type GetPage = (url: string, limitMs: number) => Promise<Page>;

/**
 * The central bank's (TCMB) bulletins: one XML file per banking day. On other days the site answers 404, or with a page,
 * a redirect or a firewall's refusal.
 */
export function tcmbBulletins(baseUrl: string, get: GetPage): Bulletins {
  const root = baseUrl.replace(/\/$/, '');
  const read = async (path: string, limitMs: number, date?: string) =>
    answerIn(await get(`${root}/${path}`, limitMs).catch(() => undefined), date);
  return {
    of(day, limitMs) {
      const [year = '', month = '', date = ''] = day.split('-');
      return read(`${year}${month}/${date}${month}${year}.xml`, limitMs, `${date}.${month}.${year}`);
    },
    newest: (limitMs) => read('today.xml', limitMs),
  };
}

/** Of a bulletin that is cut, or lacks what every bulletin has, nothing is believed. */
function answerIn(page: Page | undefined, date: string | undefined): BulletinAnswer {
  if (!page || page.status === 429 || page.status >= 500) return { is: 'silent' };
  const [, head] = /<Tarih_Date\b([^>]*)>/.exec(page.body) ?? [];
  if (page.status !== 200 || head === undefined) return { is: 'none' };
  const [, published] = /\bTarih="([\d.]+)"/.exec(head) ?? [];
  if (date !== undefined && published !== date) return { is: 'none' };
  const [, year, nth] = /\bBulten_No="(\d{4})\/(\d{1,3})"/.exec(head) ?? [];
  const buying = buyingRates(page.body);
  if (year === undefined || nth === undefined || !buying) return { is: 'silent' };
  return { is: 'published', number: { year: Number(year), nth: Number(nth) }, buying };
}

/** The rates of a bulletin; undefined if it lacks one. */
function buyingRates(xml: string): BuyingRates | undefined {
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
