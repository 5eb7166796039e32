/** The source of official exchange rates. */

/** The foreign currencies of documents. */
export const RATED = ['USD', 'EUR'] as const;
/** A currency whose rate is read from the central bank. */
export type RatedCurrency = (typeof RATED)[number];

/** Liras for one unit of each currency, forex buying, as decimal strings. */
export type BuyingRates = Readonly<Record<RatedCurrency, string>>;

/** `none`: there is no bulletin for this day. `silent`: no usable answer. */
export type BulletinAnswer =
  | { readonly is: 'published'; readonly buying: BuyingRates }
  | { readonly is: 'none' }
  | { readonly is: 'silent' };

/** The central bank's exchange rate bulletins. */
export interface Bulletins {
  /** The bulletin of one day (`YYYY-MM-DD` in Istanbul); one request with this deadline (ms). Never throws. */
  of(day: string, limitMs: number): Promise<BulletinAnswer>;
}
