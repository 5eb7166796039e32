import { countedTimes, usedUpUntil, type Share } from '../../billing/share.ts';
import { DECISIONS_MAX } from '../../limits.ts';
import { Refusal } from '../../refusal.ts';
import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { fieldsOf } from '../fields.ts';
import { key } from '../schema.ts';
import { tryWrite } from '../table.ts';

/** Whose share of which act: what is counted is kept for as long as it counts. */
interface ShareOf {
  readonly subscriberId: string;
  readonly verb: string;
}

/** Takes one of a subscription's share of an act. Throws `rate_limited` with when there is one again, or `concurrent_change`. */
export async function takeShare(
  app: CoreApp & OfTenant,
  { subscriberId, verb }: ShareOf,
  share: Share,
): Promise<void> {
  const at = key.share(app.tenantId, subscriberId, verb);
  for (let tried = 1; tried <= DECISIONS_MAX; tried++) {
    const now = app.clock();
    const item = await app.table.get(at, { consistent: true });
    const revision = item ? fieldsOf(item).number('revision') : 0;
    const times = countedTimes((item && fieldsOf(item).numbers('times')) ?? [], share, now);
    const until = usedUpUntil(times, share, now);
    if (until !== undefined) {
      app.log.measure('RateLimited', 1, verb);
      throw new Refusal('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1000)) });
    }
    const ttl = Math.ceil((now + share.day.withinMs) / 1000);
    const put = { ...at, revision: revision + 1, times: [...times, now], ttl };
    const free = item ? ({ attribute: 'revision', is: revision } as const) : ({ absent: true } as const);
    if (await tryWrite(() => app.table.apply({ put, if: [free] }))) return;
  }
  throw new Refusal('concurrent_change');
}
