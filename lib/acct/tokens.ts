/** A tenant's access tokens. Secret: store them encrypted. */
export interface Tokens {
  /** Empty before the first login. */
  readonly accessToken: string;
  /** Valid for one renewal, which brings the next one. Empty if there is none. */
  readonly refreshToken: string;
  /** When the access token expires, epoch ms. */
  readonly expiresAt: number;
  /** Until when (epoch ms) one process holds the lease to renew; 0 if none does. */
  readonly renewingUntil: number;
}

/** Stored tokens with their version. */
export type StoredTokens = Tokens & { readonly version: number };

/**
 * The shared store of a tenant's tokens, by version from 1. `replace` returns whether it wrote over `ifVersion`,
 * durably.
 */
export interface TokenStore {
  read(): Promise<StoredTokens | undefined>;
  replace(next: Tokens, ifVersion: number | undefined): Promise<boolean>;
}

/** Tokens of a login that is tried out: nobody else uses them until `keepIn` puts them into the shared store. */
export function tokensOnTrial(): TokenStore & { keepIn(store: TokenStore): Promise<void> } {
  let held: StoredTokens | undefined;
  return {
    read: () => Promise.resolve(held),
    replace: (next, ifVersion = 0) => {
      if (ifVersion !== (held?.version ?? 0)) return Promise.resolve(false);
      held = { ...next, version: ifVersion + 1 };
      return Promise.resolve(true);
    },
    keepIn: async (store) => {
      if (held) await store.replace({ ...held, renewingUntil: 0 }, (await store.read())?.version);
    },
  };
}
