import type { CoreApp } from '../app.ts';
import { COMPARISON } from '../billing/comparison-limits.ts';
import { errorFields } from '../log.ts';
import { comparisonPut } from '../table/comparisons.ts';
import { key } from '../table/schema.ts';
import { range } from '../table/ranges.ts';
import { tenantFrom } from '../table/tenants.ts';
import { tryWrite } from '../table/table.ts';

/** So many tenants are read, and their comparisons begun, at once. */
const AT_ONCE = 50;

/**
 * Every night: begins a comparison for each tenant with an account at the payment provider, one a little after the other.
 * One of an earlier night that is still under way goes on instead.
 */
export async function startComparisons(app: CoreApp): Promise<void> {
  const listed = await app.table.query({ ...range.tenants(), consistent: false });
  const ids = listed.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  const now = app.clock();
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = await comparable(app, ids.slice(from, from + AT_ONCE));
    await Promise.all(some.map((id, at) => begin(app, id, now, now + (from + at) * COMPARISON.apartMs)));
  }
}

async function comparable(app: CoreApp, ids: readonly string[]): Promise<string[]> {
  const items = await app.table.getMany(
    ids.map((id) => key.tenant(id)),
    { consistent: false },
  );
  return items
    .flatMap((item) => (item ? [tenantFrom(item)] : []))
    .filter(({ pay, status }) => pay !== null && status === 'ACTIVE')
    .map(({ id }) => id);
}

/** What goes wrong with one tenant stops no other; the next night makes up for it. */
async function begin(app: CoreApp, tenant: string, now: number, dueAt: number): Promise<void> {
  try {
    const begun = await tryWrite(() => app.table.apply(comparisonPut(tenant, now, dueAt)));
    if (!begun) app.log.measure('ComparisonsUnfinished', 1, 'running');
  } catch (error) {
    app.log.error('a comparison was not begun', { tenant, ...errorFields(error) });
  }
}
