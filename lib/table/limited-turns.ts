import type { CoreApp } from '../app.ts';
import { perInstance } from '../instance.ts';
import { PAY_LIMITED, SILENCE } from '../limits.ts';
import { joinRow, startRow } from './turns.ts';

/** When the payment provider last refused a tenant's call because there were too many (epoch ms), as one instance saw it. */
const limitedAtOf = perInstance(() => new Map<string, number>());

/** Beyond this many tenants in memory all are forgotten. */
const TENANTS_MAX = 10_000;

/** Notes that the payment provider has just refused a tenant's call because there were too many. */
export function noteLimit(app: CoreApp, tenant: string): void {
  const known = limitedAtOf(app);
  if (known.size >= TENANTS_MAX) known.clear();
  known.set(tenant, app.clock());
}

/** Whether what a tenant's work has just asked found no answer because there were too many calls. */
export function isLimited(app: CoreApp, tenant: string): boolean {
  const at = limitedAtOf(app).get(tenant);
  return at !== undefined && app.clock() < at + PAY_LIMITED.rememberedMs;
}

/** How work that met the limit waits for its turn. */
interface Turn {
  /** It waits for nothing but what is urgent too. */
  readonly isUrgent?: boolean;
  /** How often in a row it has met the limit before. */
  readonly times?: number;
}

/**
 * How long work that met the limit waits (ms): a minute, or until its turn in the row of all such work of its tenant. So
 * a crowd comes back one by one, however many there are. Each further time it takes twice as long a turn: what needs
 * several calls is not done before the others leave room for all of them.
 */
export async function waitForTurn(
  app: CoreApp,
  tenant: string,
  { isUrgent = false, times = 0 }: Turn = {},
): Promise<number> {
  const row = { tenant, of: isUrgent ? 'PAY_URGENT' : 'PAY' } as const;
  const lengthMs = Math.min(PAY_LIMITED.turnMs * 2 ** Math.min(times, 30), PAY_LIMITED.turnMaxMs);
  for (;;) {
    const now = app.clock();
    const turnAt = await joinRow(app, row, lengthMs);
    if (turnAt > now) return turnAt - now;
    const firstAt = now + SILENCE.firstMs;
    if (await startRow(app, row, lengthMs, firstAt + lengthMs)) return SILENCE.firstMs;
  }
}
