import type { CoreApp, SendsTo, OfTenant } from '../runtime/app.ts';
import { COMPARISON } from '../limits.ts';
import { errorFields } from '../runtime/log.ts';
import { MESSAGE_DELAY_MAX_MS } from '../queue/delay.ts';
import { messageOf } from '../queue/messages.ts';
import { comparisonPut } from '../table/differences/comparisons.ts';
import { listedTenantIn, tenantIn } from '../table/key-parts.ts';
import { readable, readableItems, skipUnreadable } from '../table/readable.ts';
import { key } from '../table/schema.ts';
import { range } from '../table/ranges.ts';
import { figuresDue } from '../table/work/figures.ts';
import { tenantFrom } from '../table/tenants/tenant.ts';
import { tryWrite } from '../table/table.ts';
import { forTenant } from '../runtime/for-tenant.ts';

/** The number of tenants processed concurrently. */
const CONCURRENT_TENANTS = 50;

/**
 * Every night: starts a comparison for each tenant with a payment account, staggered; also for suspended tenants, whose
 * subscriptions continue. A comparison still running from an earlier night continues instead. The sweep starts those
 * whose message could not be sent or is too far off.
 */
export async function startComparisons(app: CoreApp & SendsTo<'reconciliation'>): Promise<void> {
  const listed = await app.table.query({ ...range.tenants(), consistent: false });
  const ids = listed.map(listedTenantIn);
  const now = app.clock();
  for (let from = 0; from < ids.length; from += CONCURRENT_TENANTS) {
    const some = await tenantsToCompare(app, ids.slice(from, from + CONCURRENT_TENANTS));
    await figuresOf(app, some, now);
    const begun = await Promise.all(
      some.map((tenant, at) =>
        startComparison(forTenant(app, tenant), now, (from + at) * COMPARISON.startIntervalMs),
      ),
    );
    await sendFirst(
      app,
      begun.filter((one) => one !== undefined),
    );
  }
}

/** The figures of these tenants are counted this night; a failure leaves them to the next one. */
async function figuresOf(app: CoreApp, tenants: readonly string[], now: number): Promise<void> {
  const done = await Promise.allSettled(tenants.map((tenant) => figuresDue(forTenant(app, tenant), now)));
  for (const one of done)
    if (one.status === 'rejected') app.log.warn('figures not due', errorFields(one.reason));
}

interface StartedComparison {
  readonly tenantId: string;
  readonly afterMs: number;
}

async function tenantsToCompare(app: CoreApp, ids: readonly string[]): Promise<string[]> {
  const items = await readableItems(app, 'tenant', ids.map(key.tenant), { consistent: false });
  const tenants = await Promise.all(
    readable(items).map((item) =>
      skipUnreadable(app, 'tenant', { tenant: tenantIn(item) }, () => tenantFrom(item)),
    ),
  );
  return tenants.flatMap((tenant) => (tenant?.pay ? [tenant.id] : []));
}

/** A failure with one tenant does not stop the others; the next night makes up for it. */
async function startComparison(
  app: CoreApp & OfTenant,
  now: number,
  afterMs: number,
): Promise<StartedComparison | undefined> {
  const isSent = afterMs <= MESSAGE_DELAY_MAX_MS;
  const dueAt = now + afterMs + (isSent ? COMPARISON.leaseMs : 0);
  try {
    const begun = await tryWrite(() => app.table.apply(comparisonPut(app.tenantId, now, dueAt)));
    if (!begun) app.log.measure('ComparisonsUnfinished', 1, 'running');
    return begun && isSent ? { tenantId: app.tenantId, afterMs } : undefined;
  } catch (error) {
    app.log.measure('RequestsCrashed', 1, 'comparison/start');
    app.log.error('comparison not started', { tenant: app.tenantId, ...errorFields(error) });
    return undefined;
  }
}

async function sendFirst(
  app: CoreApp & SendsTo<'reconciliation'>,
  begun: readonly StartedComparison[],
): Promise<void> {
  const messages = begun.map(({ tenantId, afterMs }) =>
    messageOf({ kind: 'comparison', tenantId, revision: 0 }, Math.floor(afterMs / 1000)),
  );
  try {
    await app.queues.reconciliation.send(messages);
  } catch (error) {
    app.log.warn('comparisons left to the sweep', errorFields(error));
  }
}
