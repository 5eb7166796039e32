import { OperatorError } from '../account/operator-error.ts';
import { CONSOLE } from '../limits.ts';
import { key } from '../table/schema.ts';
import { conflictOf, tryWrite, type Clause } from '../table/table.ts';
import type { Visit } from './visit.ts';

/**
 * Makes a file while its person has no other one made: each reads thousands of items. A place is a counter of use, which
 * readers may write, and is free again where whoever held it did not come back. Throws OperatorError.
 */
export async function oneAtATime<T>(
  { app, person }: Pick<Visit, 'app' | 'person'>,
  make: () => Promise<T>,
): Promise<T> {
  const at = key.exportUse(app.tenantId, person.id);
  const [now, writer] = [app.clock(), app.newNonce()];
  const until = now + CONSOLE.exportMs;
  const take = (free: Clause) =>
    conflictOf(() =>
      app.table.apply({ put: { ...at, until, writer, ttl: Math.ceil(until / 1000) }, if: [free] }),
    );
  const met = await take({ attribute: 'until', atMost: now });
  const isTaken = met && (met.found[0] !== undefined || (await take({ absent: true })));
  if (isTaken) throw new OperatorError('another file of yours is being made; try again when it is there');
  try {
    return await make();
  } finally {
    const own: Clause = { attribute: 'writer', is: writer };
    await tryWrite(() => app.table.apply({ update: at, set: { until: 0 }, if: [own] })).catch(() => false);
  }
}
