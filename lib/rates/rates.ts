/** Where the official rates of foreign currencies come from. */

/** Currencies a document can be made out in besides the lira. */
export const RATED = ['USD', 'EUR'] as const;
/** A currency whose rate we read from the central bank. */
export type RatedCurrency = (typeof RATED)[number];

/** Liras for one unit of each currency, forex buying, as decimal strings. */
export type BuyingRates = Readonly<Record<RatedCurrency, string>>;

/** `none`: there is no bulletin of this day. `silent`: nobody can say, for want of an answer that makes sense. */
export type BulletinAnswer =
  | { readonly is: 'published'; readonly buying: BuyingRates }
  | { readonly is: 'none' }
  | { readonly is: 'silent' };

/** The central bank's bulletins of exchange rates. */
export interface Bulletins {
  /** The bulletin of one day (`YYYY-MM-DD` in Istanbul), asked for once and for so long. Never throws. */
  of(day: string, limitMs: number): Promise<BulletinAnswer>;
}
