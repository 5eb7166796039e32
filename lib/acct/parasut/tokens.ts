import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { isOutcomeUnknown, type AcctAccount, type AcctAnswer, type AcctRefusal } from '../acct.ts';
import { oauthError, parsed, refusal } from './answer.ts';
import { exchangeAs, type sendOnce, type Exchange } from './http.ts';
import type { StoredTokens, Tokens, TokenStore } from '../tokens.ts';

/** What the adapter needs besides the account. `deadlineMs` applies to each request; default 8 s. */
export interface Outside {
  now(): number;
  readonly deadlineMs?: number | undefined;
  /** How its calls name the service. */
  readonly userAgent?: string | undefined;
  /** Overrides how an HTTP request is made. */
  readonly exchange?: typeof sendOnce | undefined;
  /** How to wait while another process renews the tokens; default real time. */
  wait?(ms: number): Promise<unknown>;
}

/** The deadline of a token request, ms. */
export const DEADLINE_MS = 8_000;

/** Longer than three token requests with their deadlines. */
const LEASE_MS = 30_000;
/** An access token is not used in its last minute. */
const MARGIN_MS = 60_000;
/** While another process renews, the tokens are read again so soon, and so often at most: for three seconds. */
const READ_AGAIN_MS = 250;
const READS_MAX = 12;

/** Nothing was sent, because too little time was left. */
export const OUT_OF_TIME: AcctRefusal = { ok: false, is: 'outOfTime' };

const NO_TOKENS: Tokens = { accessToken: '', refreshToken: '', expiresAt: 0, renewingUntil: 0 };

/** A token in characters of RFC 6749 that JSON does not escape. Both together, encrypted, must not exceed the 4 KB that the key service takes. */
const Token = z.string().check(z.regex(/^[!\x23-\x5b\x5d-\x7e]{1,1900}$/));
/** Longer than any token lives, and well within what is a time. */
const LIFETIME_SECONDS_MAX = 1e9;

const Granted = z.object({
  access_token: Token,
  expires_in: z.nullish(z.number().check(z.minimum(0), z.maximum(LIFETIME_SECONDS_MAX))),
  refresh_token: z.nullish(z.union([Token, z.literal('')])),
});

/** The deadline of a request that is sent now, ms; undefined if too little time is left. */
export type Limit = () => number | undefined;

/** Provides an access token. `limit` is asked before each request; `refused` is a token that the provider no longer accepts. */
export type AccessTokens = (limit: Limit, refused?: string) => Promise<AcctAnswer<string>>;

const sources = new WeakMap<TokenStore, TokenSource>();

/** The shared token source of a store's account, for all runs of a process. */
export function accessTokensOf(account: AcctAccount, store: TokenStore, outside: Outside): AccessTokens {
  let source = sources.get(store);
  if (!source) sources.set(store, (source = new TokenSource(account, store, outside)));
  return source.current;
}

/**
 * The access token of one account, never a `refused` one; one process at a time renews it, and stores it before use.
 */
class TokenSource {
  readonly #account: AcctAccount;
  readonly #store: TokenStore;
  readonly #outside: Outside;
  #held: StoredTokens | undefined;
  #flight: Promise<AcctAnswer<string>> | undefined;

  constructor(account: AcctAccount, store: TokenStore, outside: Outside) {
    this.#account = account;
    this.#store = store;
    this.#outside = outside;
  }

  readonly current: AccessTokens = async (limit, refused) => {
    if (this.#held && this.#isUsable(this.#held, refused)) return { ok: true, value: this.#held.accessToken };
    this.#flight ??= this.#obtain(limit, refused).finally(() => (this.#flight = undefined));
    return this.#flight;
  };

  #isUsable(tokens: StoredTokens, refused: string | undefined): boolean {
    return tokens.accessToken !== refused && tokens.expiresAt - MARGIN_MS > this.#outside.now();
  }

  async #obtain(limit: Limit, refused: string | undefined): Promise<AcctAnswer<string>> {
    for (let reads = 0; reads < READS_MAX; reads++) {
      const stored = await this.#store.read();
      if (stored && this.#isUsable(stored, refused)) {
        this.#held = stored;
        return { ok: true, value: stored.accessToken };
      }
      if (stored && stored.renewingUntil > this.#outside.now()) {
        if (limit() === undefined) return OUT_OF_TIME;
        await (this.#outside.wait ?? sleep)(READ_AGAIN_MS);
        continue;
      }
      const mine = {
        ...NO_TOKENS,
        ...stored,
        renewingUntil: this.#outside.now() + LEASE_MS,
        version: (stored?.version ?? 0) + 1,
      };
      if (!(await this.#store.replace(bare(mine), stored?.version))) continue;
      const renewed = await this.#renew(mine, limit);
      if (renewed) return renewed;
    }
    return { ok: false, is: 'rateLimited', retryAfterMs: 1_000 };
  }

  /** Undefined if the lease expired and another process has renewed the tokens. */
  async #renew(mine: StoredTokens, limit: Limit): Promise<AcctAnswer<string> | undefined> {
    const answer = await this.#logIn(mine.refreshToken, limit);
    const next = answer.ok ? answer.value : { ...bare(mine), renewingUntil: 0 };
    const stored = await this.#store.replace(next, mine.version);
    if (!answer.ok) return answer;
    if (!stored) return undefined;
    this.#held = { ...next, version: mine.version + 1 };
    return { ok: true, value: next.accessToken };
  }

  /** Logs in with the newest refresh token, else the tenant's first one, else the password: whichever still works. */
  async #logIn(refreshToken: string, limit: Limit): Promise<AcctAnswer<Tokens>> {
    let last: AcctRefusal = { ok: false, is: 'credentials', message: 'There is nothing to log in with.' };
    for (const grant of grantsOf(this.#account, refreshToken)) {
      const answer = await this.#ask(grant, limit);
      if (answer.ok || answer.is !== 'credentials') return answer;
      last = answer;
    }
    return last;
  }

  async #ask(grant: Grant, limit: Limit): Promise<AcctAnswer<Tokens>> {
    const limitMs = limit();
    if (limitMs === undefined) return OUT_OF_TIME;
    const { baseUrl, clientId, clientSecret } = this.#account;
    const form = { ...grant, client_id: clientId, client_secret: clientSecret };
    const once = this.#outside.exchange ?? exchangeAs(this.#outside.userAgent);
    const result = await once(
      new URL('/oauth/token', baseUrl),
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
        body: new URLSearchParams(form).toString(),
      },
      limitMs,
    );
    const body = result.is === 'answered' ? parsed(result.body) : undefined;
    const granted = Granted.safeParse(body).data;
    if (!granted) return refusedLogin(result, body);
    const expiresAt = this.#outside.now() + (granted.expires_in ?? 7_200) * 1000;
    const refreshToken = granted.refresh_token ?? grant['refresh_token'] ?? '';
    return {
      ok: true,
      value: { accessToken: granted.access_token, refreshToken, expiresAt, renewingUntil: 0 },
    };
  }
}

type Grant = Readonly<Record<string, string>>;

/** The ways to log in, in the order in which they are tried. */
function grantsOf({ refreshToken: first = '', username, password }: AcctAccount, newest: string): Grant[] {
  const grants: Grant[] = [...new Set([newest, first])]
    .filter((token) => token !== '')
    .map((token) => ({ grant_type: 'refresh_token', refresh_token: token }));
  if (username !== undefined && password !== undefined)
    grants.push({ grant_type: 'password', username, password, redirect_uri: 'urn:ietf:wg:oauth:2.0:oob' });
  return grants;
}

function refusedLogin(result: Exchange, body: unknown): AcctRefusal {
  const answer = refusal(result);
  if (answer.is === 'rateLimited') return answer;
  // An unknown outcome of the login does not matter to the call itself, which was never sent.
  if (isOutcomeUnknown(answer)) return { ok: false, is: 'unreachable' };
  if (answer.is === 'unreachable' || answer.is === 'outOfTime') return answer;
  return {
    ok: false,
    is: 'credentials',
    message: `${oauthError(body) ?? 'login refused'}: ${answer.message}`,
  };
}

function bare({ accessToken, refreshToken, expiresAt, renewingUntil }: Tokens): Tokens {
  return { accessToken, refreshToken, expiresAt, renewingUntil };
}
