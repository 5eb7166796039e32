import type { CoreApp } from '../app.ts';
import { fieldsOf } from './fields.ts';
import { key } from './schema.ts';
import { Conflict, type Item } from './table.ts';

/** What all processes know of a tenant's calls to its invoicing provider; `version` rises with each change. */
export interface StoredPace {
  readonly calls: readonly number[];
  readonly blockedUntil: number;
  readonly version: number;
}

const NOTHING: StoredPace = { calls: [], blockedUntil: 0, version: 0 };

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
  try {
    await app.table.apply({
      put: {
        ...key.acctPace(tenant),
        calls: [...calls],
        blockedUntil,
        version: version + 1,
        writer,
      },
      if: [version === 0 ? { absent: true } : { attribute: 'version', is: version }],
    });
    return undefined;
  } catch (conflict) {
    if (!(conflict instanceof Conflict)) throw conflict;
    const [found] = conflict.found;
    return found?.writer === writer ? undefined : paceFrom(found); // the table client may have met its own first try
  }
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
