import type { CoreApp } from '../app.ts';
import { RATE_LIMITS_PER_MINUTE } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import type { Route } from '../routes.ts';
import type { HttpRequest } from './call.ts';

const MINUTE_MS = 60_000;
/** Beyond this many buckets the full ones are thrown away: they are what a new one would be. */
const BUCKETS_MAX = 10_000;

interface Bucket {
  readonly tokens: number;
  /** Epoch ms at which it held so many. */
  readonly at: number;
}

const kept = new WeakMap<object, Map<string, Bucket>>();

/**
 * How much a tenant may ask a minute: a bucket that holds a minute's worth and fills evenly. It lives in the memory of
 * one instance of one function, so what a tenant gets in all is at least the limit and at most the limit times the
 * instances that serve it; the answer's headers tell of this instance.
 */
export function rateLimits(app: CoreApp, route: Route) {
  const limit = RATE_LIMITS_PER_MINUTE[route.limit];
  const all = bucketsOf(app);
  return {
    before: ({ context: { found } }: HttpRequest): void => {
      if (!found.tenant) return;
      const now = app.clock();
      const name = `${found.tenant.id} ${route.limit}`;
      const tokens = tokensIn(all.get(name), limit, now);
      const left = tokens < 1 ? tokens : tokens - 1;
      if (all.size >= BUCKETS_MAX) forgetFull(all, now);
      all.set(name, { tokens: left, at: now });
      found.headers = {
        ...found.headers,
        'ratelimit-limit': String(limit),
        'ratelimit-remaining': String(Math.floor(left)),
        'ratelimit-reset': String(secondsFor(limit - left, limit)),
      };
      if (tokens < 1) throw new Refusal('rate_limited', { retryAfterSeconds: secondsFor(1 - tokens, limit) });
    },
  };
}

/** Every bucket that one process keeps, by tenant and limit. */
export function bucketsOf(app: CoreApp): Map<string, Bucket> {
  const known = kept.get(app.memory) ?? new Map<string, Bucket>();
  kept.set(app.memory, known);
  return known;
}

function tokensIn(bucket: Bucket | undefined, limit: number, now: number): number {
  if (!bucket) return limit;
  return Math.min(limit, bucket.tokens + ((now - bucket.at) * limit) / MINUTE_MS);
}

/** Whole seconds until so many tokens have come in. */
function secondsFor(tokens: number, limit: number): number {
  return Math.ceil((tokens * MINUTE_MS) / limit / 1000);
}

/** A bucket left alone for a minute is full. */
function forgetFull(buckets: Map<string, Bucket>, now: number): void {
  for (const [name, { at }] of buckets) if (now - at >= MINUTE_MS) buckets.delete(name);
}
