import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { cachePerInstance } from '../../runtime/instance.ts';
import { RATE_LIMITS_PER_MINUTE, RATE_WINDOW_MS, TOKENS_PER_LEASE, type RateLimit } from '../../limits.ts';
import { Refusal } from '../../refusal.ts';
import { key } from '../schema.ts';
import { conflictOf, onConflict, type Clause, type Item } from '../table.ts';

/** A tenant's remaining allowance of a limit. */
export interface Allowance {
  readonly isGranted: boolean;
  readonly limit: number;
  /** Requests left in the window, as of the last lease. */
  readonly remaining: number;
  /** When the window ends (epoch ms). */
  readonly endsAt: number;
}

/** The window as one instance knows it: `taken` by all instances together, `own` still leased to this one. */
interface Window {
  readonly start: number;
  taken: number;
  own: number;
  /** The size of this instance's next lease; doubles while leases are used up. */
  next: number;
}

const windowsOf = cachePerInstance<Window>();

/** Takes one token of a tenant's limit. Throws as `takeTokenOf` does. */
export const takeToken = (app: CoreApp & OfTenant, of: RateLimit): Promise<Allowance> =>
  takeTokenOf(app, app.tenantId, of);

/** Takes one token of somebody's limit, whose one-minute window all instances lease from. One write per lease. */
export async function takeTokenOf(app: CoreApp, owner: string, of: RateLimit): Promise<Allowance> {
  const limit = RATE_LIMITS_PER_MINUTE[of];
  const windows = windowsOf(app);
  const name = `${owner} ${of}`;
  let window = current(windows.get(name), app.clock());
  if (window === undefined || (window.own === 0 && window.taken < limit)) {
    window = mergeLeases(await lease(app, owner, of, window), windows.get(name));
    windows.set(name, window);
  }
  const isGranted = window.own > 0;
  if (isGranted) window.own--;
  else app.log.measure('RateLimited', 1, of);
  return allowanceOf(window, limit, isGranted);
}

/**
 * Takes a token without waiting for it where this instance knows of no window yet; undefined where one has to be waited
 * for.
 */
export function takeUncounted(app: CoreApp & OfTenant, of: RateLimit): Promise<Allowance> | undefined {
  const name = `${app.tenantId} ${of}`;
  const begun = begunOf(app);
  if (begun.get(name) || current(windowsOf(app).get(name), app.clock())) return undefined;
  begun.set(name, true);
  return takeToken(app, of).finally(() => begun.delete(name));
}

/** The windows that this instance is just beginning to know. */
const begunOf = cachePerInstance<true>();

/** The whole seconds from `now` (epoch ms) until an allowance's window ends; at least one. */
export const secondsLeft = ({ endsAt }: Pick<Allowance, 'endsAt'>, now: number): number =>
  Math.max(1, Math.ceil((endsAt - now) / 1000));

/** The refusal at `now` (epoch ms) of a request for which no token was left. */
export const overLimit = (allowance: Allowance, now: number): Refusal =>
  new Refusal('rate_limited', { retryAfterSeconds: secondsLeft(allowance, now) });

/** A tenant's allowance, without taking a token. Eventually consistent with other instances. */
export async function lookUpAllowance(app: CoreApp & OfTenant, of: RateLimit): Promise<Allowance> {
  const limit = RATE_LIMITS_PER_MINUTE[of];
  const now = app.clock();
  const known = current(windowsOf(app).get(`${app.tenantId} ${of}`), now);
  if (known) return allowanceOf(known, limit, true);
  const stored = storedWindow(await app.table.get(key.rateLimit(app.tenantId, of), { consistent: false }));
  const window = stored && isRunning(stored, now) ? stored : { start: now, taken: 0 };
  return allowanceOf({ ...window, own: 0 }, limit, true);
}

/** Merges a new lease with one that a concurrent request of this instance got for the same window. */
function mergeLeases(leased: Window, existing: Window | undefined): Window {
  if (existing?.start !== leased.start) return leased;
  return { ...leased, taken: Math.max(leased.taken, existing.taken), own: leased.own + existing.own };
}

function allowanceOf(
  { start, taken, own }: Pick<Window, 'start' | 'taken' | 'own'>,
  limit: number,
  isGranted: boolean,
): Allowance {
  const remaining = Math.max(0, limit - taken) + own;
  return { isGranted, limit, remaining, endsAt: start + RATE_WINDOW_MS };
}

function current(window: Window | undefined, now: number): Window | undefined {
  return window && isRunning(window, now) ? window : undefined;
}

/** Whether a window is running. One that begins more than its length ahead was begun by a clock that was wrong. */
function isRunning({ start }: Pick<Window, 'start'>, now: number): boolean {
  return Math.abs(now - start) < RATE_WINDOW_MS;
}

/** Leases tokens from the known window, from the current one, or from a new one. */
async function lease(app: CoreApp, owner: string, of: RateLimit, known: Window | undefined): Promise<Window> {
  const limit = RATE_LIMITS_PER_MINUTE[of];
  const { first, max } = TOKENS_PER_LEASE[of];
  // Close to the limit tokens are leased singly, so that no instance holds what another could use.
  const wanted = known ? Math.max(1, Math.min(known.next, Math.floor((limit - known.taken) / max))) : first;
  const taken = known ? { start: known.start, taken: undefined } : await beginWindow(app, owner, of, wanted);
  const { start } = taken;
  const all = taken.taken ?? (await addToWindow(app, owner, of, start, wanted)) ?? limit + wanted;
  const own = Math.max(0, Math.min(wanted, limit - (all - wanted)));
  return { start, taken: Math.min(all, limit), own, next: Math.min(2 * wanted, max) };
}

/** Begins a window with some tokens taken; if one is running, returns its start. */
async function beginWindow(
  app: CoreApp,
  owner: string,
  of: RateLimit,
  count: number,
): Promise<{ start: number; taken: number | undefined }> {
  const now = app.clock();
  const at = key.rateLimit(owner, of);
  const window = { start: now, taken: count, ttl: Math.ceil((now + 2 * RATE_WINDOW_MS) / 1000) };
  let replaceable: Clause = { attribute: 'start', atMost: now - RATE_WINDOW_MS };
  for (;;) {
    const put = { put: { ...at, ...window }, if: [replaceable] };
    const conflict = await conflictOf(() => app.table.apply(put));
    if (!conflict) return { start: now, taken: count };
    const found = storedWindow(conflict.found[0]);
    if (found && isRunning(found, now)) return { start: found.start, taken: undefined };
    replaceable = replaceableBy(conflict.found[0], found);
  }
}

/** Adds to a window's count and returns the sum; undefined if another window has begun. */
async function addToWindow(
  app: CoreApp,
  owner: string,
  of: RateLimit,
  start: number,
  count: number,
): Promise<number | undefined> {
  const update = key.rateLimit(owner, of);
  const item = await onConflict(
    () => app.table.apply({ update, add: { taken: count }, if: [{ attribute: 'start', is: start }] }),
    () => undefined,
  );
  return item && Number(item.taken);
}

/** What a new window may replace: the one that is over, nothing, or one that cannot be read. */
function replaceableBy(item: Item | undefined, found: StoredWindow | undefined): Clause {
  if (found) return { attribute: 'start', is: found.start };
  return item ? { present: true } : { absent: true };
}

type StoredWindow = Pick<Window, 'start' | 'taken'>;

/** A window on record; undefined where there is none that can be read. */
function storedWindow(item: Item | undefined): StoredWindow | undefined {
  const start = item?.start;
  const taken = item?.taken;
  return typeof start === 'number' && typeof taken === 'number' ? { start, taken } : undefined;
}
