import type { CoreApp } from '../app.ts';
import type { Checkout } from '../billing/checkout.ts';
import { MINUTE_MS, RETURN_READ_INTERVAL_MS } from '../limits.ts';
import { checkoutFrom } from './checkouts.ts';
import { key } from './schema.ts';
import { onConflict, type Clause, type Item } from './table.ts';

/** A checkout that a browser has returned from, and whether the provider may be asked about it now. */
export interface ClaimedReturn {
  readonly checkout: Checkout;
  readonly mayAsk: boolean;
}

/** An asking further ahead than this was noted by a clock that has been put back since, and holds nobody up. */
const CLOCK_AHEAD_MAX_MS = MINUTE_MS;

/**
 * Finds the checkout of a token and, if it is an unfinished purchase about which the provider was not asked in the last
 * three seconds, claims the right to ask. One write, which leaves nothing behind for an unknown token. With a tenant,
 * only that tenant's checkouts are found.
 */
export async function claimReturn(
  app: CoreApp,
  token: string,
  tenant: string | undefined,
): Promise<ClaimedReturn | undefined> {
  const now = app.clock();
  const conditions: Clause[] = [{ attribute: 'askedAt', atMost: now - RETURN_READ_INTERVAL_MS }];
  for (const notRecently of conditions) {
    const stored = await onConflict<{ item: Item | undefined; mayAsk: boolean }>(
      async () => {
        const item = await app.table.apply({
          update: key.checkout(token),
          set: { askedAt: now },
          if: [
            { attribute: 'kind', is: 'subscribe' },
            { attribute: 'outcome', is: null },
            ...(tenant === undefined ? [] : [{ attribute: 'tenant', is: tenant }]),
            notRecently,
          ],
        });
        return { item, mayAsk: true };
      },
      ({ found: [item] }) => ({ item, mayAsk: false }),
    );
    const { item, mayAsk } = stored;
    if (!item || (tenant !== undefined && item.tenant !== tenant)) return undefined;
    const isOpen = item.kind === 'subscribe' && item.outcome === null;
    if (mayAsk || !isOpen) return { checkout: checkoutFrom(item), mayAsk };
    if (item.askedAt === undefined)
      // Checkouts written by older code have no such attribute.
      conditions.push({ attribute: 'askedAt', missing: true });
    else if (Number(item.askedAt) > now + CLOCK_AHEAD_MAX_MS)
      conditions.push({ attribute: 'askedAt', is: Number(item.askedAt) });
    else return { checkout: checkoutFrom(item), mayAsk };
  }
  throw new Error('askedAt is neither present nor missing');
}
