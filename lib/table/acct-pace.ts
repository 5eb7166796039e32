import type { CoreApp } from '../app.ts';
import { fieldsOf } from './fields.ts';
import { key } from './schema.ts';
import { onConflict, type Clause, type Item } from './table.ts';

/** What all processes know of a tenant's calls to its invoicing provider; `version` rises with each change. */
export interface StoredPace {
  readonly calls: readonly number[];
  readonly blockedUntil: number;
  readonly version: number;
}

const NOTHING: StoredPace = { calls: [], blockedUntil: 0, version: 0 };

/** The stored pace of a tenant's invoicing provider, or that of one without calls. One consistent read. */
export async function readPace(app: CoreApp, tenant: string): Promise<StoredPace> {
  return paceFrom(await app.table.get(key.acctPace(tenant), { consistent: true }));
}

/** Writes what followed from one version; answers undefined, or else what somebody had made of it meanwhile. */
export async function writePace(
  app: CoreApp,
  tenant: string,
  { calls, blockedUntil, version }: StoredPace,
): Promise<StoredPace | undefined> {
  const writer = app.newNonce();
  const put = { ...key.acctPace(tenant), calls: [...calls], blockedUntil, version: version + 1, writer };
  const asRead: Clause = version === 0 ? { absent: true } : { attribute: 'version', is: version };
  return onConflict<StoredPace | undefined>(
    async () => {
      await app.table.apply({ put, if: [asRead] });
      return undefined;
    },
    // The table client may have met its own first try.
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
