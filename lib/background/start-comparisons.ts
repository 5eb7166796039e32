import type { CoreApp, SendsTo } from '../app.ts';
import { COMPARISON } from '../billing/comparison-limits.ts';
import { errorFields } from '../log.ts';
import { messageOf } from '../queue/messages.ts';
import { comparisonPut } from '../table/comparisons.ts';
import { passingOver } from '../table/readable.ts';
import { key } from '../table/schema.ts';
import { range } from '../table/ranges.ts';
import { tenantFrom } from '../table/tenants.ts';
import { tryWrite } from '../table/table.ts';

/** So many tenants are read, and their comparisons begun, at once. */
const AT_ONCE = 50;

/** What one message to a queue can be held back by at most (SQS). */
const HELD_BACK_MAX_MS = 900_000;

/**
 * Every night: begins a comparison for each tenant with an account at the payment provider, one a little after the other;
 * for suspended ones too, whose subscriptions go on.
 * One of an earlier night that is still under way goes on instead. Who cannot be sent a message is begun by the sweep.
 */
export async function startComparisons(app: CoreApp & SendsTo<'reconciliation'>): Promise<void> {
  const listed = await app.table.query({ ...range.tenants(), consistent: false });
  const ids = listed.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  const now = app.clock();
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = await comparable(app, ids.slice(from, from + AT_ONCE));
    const begun = await Promise.all(
      some.map((tenant, at) => begin(app, tenant, now, (from + at) * COMPARISON.apartMs)),
    );
    await sendFirst(
      app,
      begun.filter((one) => one !== undefined),
    );
  }
}

interface Begun {
  readonly tenantId: string;
  readonly afterMs: number;
}

async function comparable(app: CoreApp, ids: readonly string[]): Promise<string[]> {
  const items = await app.table.getMany(
    ids.map((id) => key.tenant(id)),
    { consistent: false },
  );
  const tenants = await Promise.all(
    items.flatMap((item, at) =>
      item ? [passingOver(app, 'tenant', { tenant: ids[at] }, () => tenantFrom(item))] : [],
    ),
  );
  return tenants.flatMap((tenant) => (tenant?.pay ? [tenant.id] : []));
}

/** What goes wrong with one tenant stops no other; the next night makes up for it. */
async function begin(
  app: CoreApp,
  tenantId: string,
  now: number,
  afterMs: number,
): Promise<Begun | undefined> {
  const isSent = afterMs <= HELD_BACK_MAX_MS;
  const dueAt = now + afterMs + (isSent ? COMPARISON.leaseMs : 0);
  try {
    const begun = await tryWrite(() => app.table.apply(comparisonPut(tenantId, now, dueAt)));
    if (!begun) app.log.measure('ComparisonsUnfinished', 1, 'running');
    return begun && isSent ? { tenantId, afterMs } : undefined;
  } catch (error) {
    app.log.measure('RequestsCrashed', 1, 'comparison/start');
    app.log.error('a comparison was not begun', { tenant: tenantId, ...errorFields(error) });
    return undefined;
  }
}

async function sendFirst(app: SendsTo<'reconciliation'> & CoreApp, begun: readonly Begun[]): Promise<void> {
  if (begun.length === 0) return;
  const messages = begun.map(({ tenantId, afterMs }) =>
    messageOf({ kind: 'comparison', tenantId, revision: 0 }, Math.floor(afterMs / 1000)),
  );
  try {
    await app.queues.reconciliation.send(messages);
  } catch (error) {
    app.log.warn('comparisons are begun by the sweep', errorFields(error));
  }
}
