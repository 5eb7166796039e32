/** The source of official exchange rates. */

/** The foreign currencies of documents. */
export const RATED = ['USD', 'EUR'] as const;
/** A currency whose rate is read from the central bank. */
export type RatedCurrency = (typeof RATED)[number];

/** Liras for one unit of each currency, forex buying, as decimal strings. */
export type BuyingRates = Readonly<Record<RatedCurrency, string>>;

/** A bulletin. They are numbered from 1 in each year. */
export interface Bulletin {
  readonly number: { readonly year: number; readonly nth: number };
  readonly buying: BuyingRates;
}

/** `none`: what came is no bulletin, as on holidays, but it may be missing for a moment only. `silent`: no usable answer. */
export type BulletinAnswer =
  ({ readonly is: 'published' } & Bulletin) | { readonly is: 'none' } | { readonly is: 'silent' };

/** The central bank's exchange rate bulletins. */
export interface Bulletins {
  /** The bulletin of one day (`YYYY-MM-DD` in Istanbul); one request with this deadline (ms). Never throws. */
  of(day: string, limitMs: number): Promise<BulletinAnswer>;
  /** The newest bulletin, of whatever day. */
  newest(limitMs: number): Promise<BulletinAnswer>;
}
