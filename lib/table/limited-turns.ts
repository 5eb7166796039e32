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

/**
 * How long work that met the limit waits (ms): a minute, or until its turn in the row of all such work of its tenant. So
 * a crowd comes back one by one and each is sure to be reached, however many there are and however often they met it.
 */
export async function waitForTurn(app: CoreApp, tenant: string): Promise<number> {
  const row = { tenant, of: 'PAY' } as const;
  for (;;) {
    const now = app.clock();
    const turnAt = await joinRow(app, row, PAY_LIMITED.turnMs);
    if (turnAt > now) return turnAt - now;
    const firstAt = now + SILENCE.firstMs;
    if (await startRow(app, row, PAY_LIMITED.turnMs, firstAt + PAY_LIMITED.turnMs)) return SILENCE.firstMs;
  }
}
