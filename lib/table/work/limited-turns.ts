import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { cachePerInstance } from '../../runtime/instance.ts';
import { AGAIN, PAY_LIMITED, againAfter } from '../../limits.ts';
import { joinLine, restartLine } from './turns.ts';

/** When the payment provider last rate-limited a tenant's call (epoch ms), as this instance saw it. */
const limitedAtOf = cachePerInstance<number>();

/** Records that the payment provider has just rate-limited a tenant's call. */
export function recordRateLimit(app: CoreApp & OfTenant): void {
  limitedAtOf(app).set(app.tenantId, app.clock());
}

/** Whether a tenant's latest work got no answer because of the provider's rate limit. */
export function isRateLimited(app: CoreApp & OfTenant): boolean {
  const at = limitedAtOf(app).get(app.tenantId);
  return at !== undefined && app.clock() < at + PAY_LIMITED.rememberedMs;
}

interface Turn {
  /** It waits only behind other urgent work. */
  readonly isUrgent?: boolean;
  /** How often in a row it was rate-limited before. */
  readonly times?: number;
}

/** How long rate-limited work waits (ms): a minute, or until its turn, which is twice as long each further time. */
export async function delayUntilTurn(
  app: CoreApp & OfTenant,
  { isUrgent = false, times = 0 }: Turn = {},
): Promise<number> {
  const line = isUrgent ? 'PAY_URGENT' : 'PAY';
  const lengthMs = againAfter(times, AGAIN.limited);
  for (;;) {
    const now = app.clock();
    const turnAt = await joinLine(app, line, lengthMs);
    if (turnAt > now) return turnAt - now;
    const firstAt = now + AGAIN.ofAccount.firstMs;
    if (await restartLine(app, line, lengthMs, firstAt + lengthMs)) return AGAIN.ofAccount.firstMs;
  }
}
