import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { fieldsOf } from '../fields.ts';
import { key } from '../schema.ts';
import { onConflict, type Clause, type Item } from '../table.ts';

/** The shared rate-limit state of a tenant's calls to its invoicing provider; `version` rises with each change. */
export interface StoredPace {
  readonly calls: readonly number[];
  readonly blockedUntil: number;
  readonly version: number;
}

const NOTHING: StoredPace = { calls: [], blockedUntil: 0, version: 0 };

/** The stored pace of a tenant's invoicing provider; empty if there were no calls. One consistent read. */
export async function readPace(app: CoreApp & OfTenant): Promise<StoredPace> {
  return paceFrom(await app.table.get(key.acctPace(app.tenantId), { consistent: true }));
}

/** Writes the successor of a version. Returns undefined, or the newer state that a concurrent writer has stored. */
export async function writePace(
  app: CoreApp & OfTenant,
  { calls, blockedUntil, version }: StoredPace,
): Promise<StoredPace | undefined> {
  const writer = app.newNonce();
  const put = {
    ...key.acctPace(app.tenantId),
    calls: [...calls],
    blockedUntil,
    version: version + 1,
    writer,
  };
  const asRead: Clause = version === 0 ? { absent: true } : { attribute: 'version', is: version };
  return onConflict<StoredPace | undefined>(
    async () => {
      await app.table.apply({ put, if: [asRead] });
      return undefined;
    },
    // A retry of the SDK may collide with its own first write.
    ({ found: [found] }) => (found?.writer === writer ? undefined : paceFrom(found)),
  );
}

function paceFrom(item: Item | undefined): StoredPace {
  if (!item) return NOTHING;
  const of = fieldsOf(item);
  return {
    calls: of.numbers('calls') ?? [],
    blockedUntil: of.number('blockedUntil'),
    version: of.number('version'),
  };
}
