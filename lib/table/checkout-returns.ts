import type { CoreApp } from '../app.ts';
import type { Checkout } from '../billing/checkout.ts';
import { RETURN_ASKED_EVERY_MS } from '../limits.ts';
import { checkoutFrom } from './checkouts.ts';
import { key } from './schema.ts';
import { onConflict, type Item } from './table.ts';

/** A checkout that a browser has come back from, and whether the provider may be asked about it for that browser. */
export interface Return {
  readonly checkout: Checkout;
  readonly mayAsk: boolean;
}

/**
 * Finds the checkout of a token and, where it is an unfinished purchase that nobody asked the provider about in the last
 * three seconds, takes the right to ask. One write, of which a token that nobody knows leaves nothing behind. With a
 * tenant, only a checkout of that tenant is found.
 */
export async function claimReturn(
  app: CoreApp,
  token: string,
  tenant: string | undefined,
): Promise<Return | undefined> {
  const now = app.clock();
  const askedAt = { attribute: 'askedAt', atMost: now - RETURN_ASKED_EVERY_MS } as const;
  // A checkout that older code has begun holds no such time.
  for (const notLately of [askedAt, { attribute: 'askedAt', missing: true } as const]) {
    const stored = await onConflict<{ item: Item | undefined; mayAsk: boolean }>(
      async () => {
        const item = await app.table.apply({
          update: key.checkout(token),
          set: { askedAt: now },
          if: [
            { attribute: 'kind', is: 'subscribe' },
            { attribute: 'outcome', is: null },
            ...(tenant === undefined ? [] : [{ attribute: 'tenant', is: tenant }]),
            notLately,
          ],
        });
        return { item, mayAsk: true };
      },
      ({ found: [item] }) => ({ item, mayAsk: false }),
    );
    const { item, mayAsk } = stored;
    if (!item || (tenant !== undefined && item.tenant !== tenant)) return undefined;
    const isOpen = item.kind === 'subscribe' && item.outcome === null;
    if (mayAsk || !isOpen || item.askedAt !== undefined) return { checkout: checkoutFrom(item), mayAsk };
  }
  throw new Error('a time that is neither there nor missing');
}
