import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { AcctAccount, AcctAnswer, AcctRefusal } from '../acct.ts';
import { oauthError, parsed, refusal } from './answer.ts';
import { exchange } from './http.ts';
import type { StoredTokens, Tokens, TokenStore } from '../tokens.ts';

/** What the adapter needs besides the account. `deadlineMs` applies to each request; default 8 s. */
export interface Outside {
  now(): number;
  readonly deadlineMs?: number | undefined;
  /** How to wait while another process renews the tokens; default real time. */
  wait?(ms: number): Promise<unknown>;
}

/** The deadline of a token request, ms. */
export const deadlineMs = 8_000;

/** Longer than three token requests with their deadlines. */
const leaseMs = 30_000;
/** An access token is not used in its last minute. */
const marginMs = 60_000;
const readAgainMs = 250;
const readsMax = 12;

const none: Tokens = { accessToken: '', refreshToken: '', expiresAt: 0, renewingUntil: 0 };

const Granted = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.nullish(z.number()),
  refresh_token: z.nullish(z.string()),
});

/** Provides an access token. `limitMs` is the provider's deadline; `refused` is a token it no longer accepts. */
export type AccessTokens = (limitMs: number, refused?: string) => Promise<AcctAnswer<string>>;

const sources = new WeakMap<TokenStore, AccessTokens>();

/** The shared token source of a store's account, for all runs of a process. */
export function accessTokensOf(account: AcctAccount, store: TokenStore, outside: Outside): AccessTokens {
  let source = sources.get(store);
  if (!source) sources.set(store, (source = accessTokens(account, store, outside)));
  return source;
}

/**
 * The access token of one account; never the one that the provider has `refused`. Of all processes that share the
 * store, one at a time renews, under a lease; the new pair is stored before use, because a renewal invalidates its
 * refresh token.
 */
function accessTokens(account: AcctAccount, store: TokenStore, outside: Outside): AccessTokens {
  let held: StoredTokens | undefined;
  let flight: Promise<AcctAnswer<string>> | undefined;

  const usable = (tokens: StoredTokens, refused: string | undefined): boolean =>
    tokens.accessToken !== refused && tokens.expiresAt - marginMs > outside.now();

  async function obtain(limitMs: number, refused: string | undefined): Promise<AcctAnswer<string>> {
    for (let reads = 0; reads < readsMax; reads++) {
      const stored = await store.read();
      if (stored && usable(stored, refused)) {
        held = stored;
        return { ok: true, value: stored.accessToken };
      }
      if (stored && stored.renewingUntil > outside.now()) {
        await (outside.wait ?? sleep)(readAgainMs);
        continue;
      }
      const mine = {
        ...none,
        ...stored,
        renewingUntil: outside.now() + leaseMs,
        version: (stored?.version ?? 0) + 1,
      };
      if (!(await store.replace(bare(mine), stored?.version))) continue;
      const renewed = await renew(mine, limitMs);
      if (renewed) return renewed;
    }
    return { ok: false, is: 'rateLimited', retryAfterMs: 1_000 };
  }

  /** Undefined if the lease expired and another process has renewed the tokens. */
  async function renew(mine: StoredTokens, limitMs: number): Promise<AcctAnswer<string> | undefined> {
    const answer = await logIn(account, mine.refreshToken, outside, limitMs);
    const next = answer.ok ? answer.value : { ...bare(mine), renewingUntil: 0 };
    const stored = await store.replace(next, mine.version);
    if (!answer.ok) return answer;
    if (!stored) return undefined;
    held = { ...next, version: mine.version + 1 };
    return { ok: true, value: next.accessToken };
  }

  return async function current(limitMs: number, refused?: string): Promise<AcctAnswer<string>> {
    if (held && usable(held, refused)) return { ok: true, value: held.accessToken };
    flight ??= obtain(limitMs, refused).finally(() => (flight = undefined));
    return flight;
  };
}

function bare({ accessToken, refreshToken, expiresAt, renewingUntil }: Tokens): Tokens {
  return { accessToken, refreshToken, expiresAt, renewingUntil };
}

/** Logs in with the newest refresh token, else the tenant's first one, else the password: whichever still works. */
async function logIn(
  account: AcctAccount,
  refreshToken: string,
  outside: Outside,
  limitMs: number,
): Promise<AcctAnswer<Tokens>> {
  const tickets = new Set([refreshToken, account.refreshToken ?? ''].filter((ticket) => ticket !== ''));
  const grants: Record<string, string>[] = [...tickets].map((ticket) => ({
    grant_type: 'refresh_token',
    refresh_token: ticket,
  }));
  if (account.username !== undefined && account.password !== undefined) {
    const { username, password } = account;
    grants.push({ grant_type: 'password', username, password, redirect_uri: 'urn:ietf:wg:oauth:2.0:oob' });
  }
  let last: AcctRefusal = { ok: false, is: 'credentials', message: 'There is nothing to log in with.' };
  for (const grant of grants) {
    const answer = await ask(account, grant, outside, limitMs);
    if (answer.ok || answer.is !== 'credentials') return answer;
    last = answer;
  }
  return last;
}

async function ask(
  account: AcctAccount,
  grant: Record<string, string>,
  outside: Outside,
  limitMs: number,
): Promise<AcctAnswer<Tokens>> {
  const form = { ...grant, client_id: account.clientId, client_secret: account.clientSecret };
  const result = await exchange(
    new URL('/oauth/token', account.baseUrl),
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
    },
    limitMs,
  );
  const body = result.is === 'answered' ? parsed(result.body) : undefined;
  const granted = Granted.safeParse(body).data;
  if (granted) {
    const expiresAt = outside.now() + (granted.expires_in ?? 7_200) * 1000;
    const refreshToken = granted.refresh_token ?? grant['refresh_token'] ?? '';
    return {
      ok: true,
      value: { accessToken: granted.access_token, refreshToken, expiresAt, renewingUntil: 0 },
    };
  }
  const answer = refusal(result);
  if (answer.is === 'rateLimited') return answer;
  // An unknown outcome of the login does not matter to the call itself, which was never sent.
  if (answer.is === 'timeout' || answer.is === 'connectionLost' || answer.is === 'invalidResponse')
    return { ok: false, is: 'unreachable' };
  if (answer.is === 'unreachable' || answer.is === 'outOfTime') return answer;
  return {
    ok: false,
    is: 'credentials',
    message: `${oauthError(body) ?? 'login refused'}: ${answer.message}`,
  };
}
