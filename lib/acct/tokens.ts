/** A tenant's access to the provider. Secret: keep it encrypted. */
export interface Tokens {
  /** Empty before the first login. */
  readonly accessToken: string;
  /** Good for one renewal only: each renewal brings the next one. Empty where there is none. */
  readonly refreshToken: string;
  /** When the access token ends, epoch milliseconds. */
  readonly expiresAt: number;
  /** Until when (epoch ms) one process alone may renew; 0 while nobody does. */
  readonly renewingUntil: number;
}

/** Stored tokens and the number of the write that stored them. */
export type StoredTokens = Tokens & { readonly version: number };

/**
 * Where a tenant's tokens are kept, shared by all processes. The first `replace` makes version 1 and each
 * later one adds 1; `ifVersion` is the version it must still have, undefined for "nothing is kept yet".
 * `replace` answers whether it did, and must have stored durably when it says so. Reads are consistent.
 */
export interface TokenStore {
  read(): Promise<StoredTokens | undefined>;
  replace(next: Tokens, ifVersion: number | undefined): Promise<boolean>;
}
