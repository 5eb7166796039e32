import { DUPLICATE_WINDOW_MS } from '../limits.ts';
import { number, orNull, part, text, type TypeOf } from '../record.ts';
import { refusal } from './stored-refusal.ts';

/** The request that changed a subscription last, or was refused last by the provider; times are epoch ms. */
export const LAST_REQUEST = part({
  /** What it asked for: identical requests have the same text. */
  as: text,
  /** When it was carried out or refused. */
  at: number,
  refusal: orNull(refusal),
});
/** Such a request. */
export type LastRequest = TypeOf<typeof LAST_REQUEST>;

/**
 * The one rule for repeated requests: a request that began at `since` (epoch ms) repeats the last one if it is identical
 * and that was carried out since, or up to `DUPLICATE_WINDOW_MS` before. So it is answered as done. One that the provider
 * refused while this one was waiting is refused alike: that is thrown.
 */
export function isRepeated(
  { lastRequest }: { readonly lastRequest: LastRequest | null },
  as: string,
  since: number,
): boolean {
  if (lastRequest?.as !== as) return false;
  if (lastRequest.refusal && lastRequest.at > since) throw lastRequest.refusal;
  return lastRequest.refusal === null && lastRequest.at >= since - DUPLICATE_WINDOW_MS;
}

/** A request that has been carried out. */
export const carriedOut = (as: string, at: number): LastRequest => ({ as, at, refusal: null });
