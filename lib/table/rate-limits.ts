import type { CoreApp } from '../app.ts';
import { perInstance } from '../instance.ts';
import { RATE_LIMITS_PER_MINUTE, RATE_WINDOW_MS, TOKENS_PER_LEASE, type RateLimit } from '../limits.ts';
import { key } from './schema.ts';
import { onConflict, type Item } from './table.ts';

/** What a tenant has of a limit. */
export interface Allowance {
  readonly isGranted: boolean;
  readonly limit: number;
  /** Requests still allowed in the window, as far as was known when tokens were last leased. */
  readonly remaining: number;
  /** When the window ends and a new one may begin (epoch ms). */
  readonly endsAt: number;
}

/** The window as one instance knows it: `taken` of the limit by all instances together, `own` of them left to this one. */
interface Window {
  readonly start: number;
  taken: number;
  own: number;
  /** How many tokens this instance asks for next; it doubles as long as they are used up. */
  next: number;
}

/** Beyond this many windows in memory those that are over are thrown away. */
const WINDOWS_MAX = 10_000;

const allWindowsOf = perInstance(() => new Map<string, Window>());

/**
 * Takes one request's token of a tenant's limit. A window of a minute begins with the first request after the last one
 * has ended; in it no more tokens are given out than the limit, however many instances ask, because each leases its
 * tokens from the one counter. One write per lease, none while leased tokens last or once all are gone.
 */
export async function takeToken(app: CoreApp, tenant: string, of: RateLimit): Promise<Allowance> {
  const limit = RATE_LIMITS_PER_MINUTE[of];
  const windows = windowsOf(app);
  const name = `${tenant} ${of}`;
  let window = current(windows.get(name), app.clock());
  if (window === undefined || (window.own === 0 && window.taken < limit)) {
    window = merged(await lease(app, tenant, of, window), windows.get(name));
    windows.set(name, window);
  }
  const isGranted = window.own > 0;
  if (isGranted) window.own--;
  else app.log.measure('RateLimited', 1, of);
  return allowanceOf(window, limit, isGranted);
}

/** What a tenant has of a limit, without taking of it. May miss the last moments' requests at other instances. */
export async function lookUpAllowance(app: CoreApp, tenant: string, of: RateLimit): Promise<Allowance> {
  const limit = RATE_LIMITS_PER_MINUTE[of];
  const now = app.clock();
  const known = current(windowsOf(app).get(`${tenant} ${of}`), now);
  if (known) return allowanceOf(known, limit, true);
  const stored = storedWindow(await app.table.get(key.rateLimit(tenant, of), { consistent: false }));
  const window = stored && now < stored.start + RATE_WINDOW_MS ? stored : { start: now, taken: 0 };
  return allowanceOf({ ...window, own: 0 }, limit, true);
}

/** What was leased, with what another request of this instance has leased of the same window meanwhile. */
function merged(leased: Window, there: Window | undefined): Window {
  if (there?.start !== leased.start) return leased;
  return { ...leased, taken: Math.max(leased.taken, there.taken), own: leased.own + there.own };
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
  return window && now < window.start + RATE_WINDOW_MS ? window : undefined;
}

/** Leases tokens: of the window known, or of the one that is under way, or of a new one. */
async function lease(
  app: CoreApp,
  tenant: string,
  of: RateLimit,
  known: Window | undefined,
): Promise<Window> {
  const limit = RATE_LIMITS_PER_MINUTE[of];
  const { first, most } = TOKENS_PER_LEASE[of];
  // Near the limit in ones, so that no instance keeps what another could use.
  const wanted = known ? Math.max(1, Math.min(known.next, Math.floor((limit - known.taken) / most))) : first;
  const taken = known ? { start: known.start, taken: undefined } : await begin(app, tenant, of, wanted);
  const { start } = taken;
  const all = taken.taken ?? (await add(app, tenant, of, start, wanted)) ?? limit + wanted;
  const own = Math.max(0, Math.min(wanted, limit - (all - wanted)));
  return { start, taken: Math.min(all, limit), own, next: Math.min(2 * wanted, most) };
}

/** Begins a window with some tokens taken; where one is under way, answers when that began. */
async function begin(
  app: CoreApp,
  tenant: string,
  of: RateLimit,
  count: number,
): Promise<{ start: number; taken: number | undefined }> {
  const now = app.clock();
  const at = key.rateLimit(tenant, of);
  const window = { start: now, taken: count, ttl: Math.ceil((now + 2 * RATE_WINDOW_MS) / 1000) };
  const isOver = { attribute: 'start', atMost: now - RATE_WINDOW_MS } as const;
  for (const condition of [isOver, { absent: true } as const]) {
    const begun = await onConflict<{ start: number; taken: number | undefined } | undefined>(
      async () => {
        await app.table.apply({ put: { ...at, ...window }, if: [condition] });
        return { start: now, taken: count };
      },
      ({ found: [found] }) => found && { start: Number(found.start), taken: undefined },
    );
    if (begun) return begun;
  }
  throw new Error('a window that is neither there nor absent');
}

/** Adds to what is taken of a window; answers the sum, or undefined where another window has begun. */
async function add(
  app: CoreApp,
  tenant: string,
  of: RateLimit,
  start: number,
  count: number,
): Promise<number | undefined> {
  const update = key.rateLimit(tenant, of);
  const item = await onConflict(
    () => app.table.apply({ update, add: { taken: count }, if: [{ attribute: 'start', is: start }] }),
    () => undefined,
  );
  return item && Number(item.taken);
}

function storedWindow(item: Item | undefined): { start: number; taken: number } | undefined {
  return item && { start: Number(item.start), taken: Number(item.taken) };
}

function windowsOf(app: CoreApp): Map<string, Window> {
  const known = allWindowsOf(app);
  if (known.size > WINDOWS_MAX)
    for (const [name, window] of known) if (!current(window, app.clock())) known.delete(name);
  return known;
}
