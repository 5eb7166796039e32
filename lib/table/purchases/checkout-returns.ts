import type { CoreApp } from '../../runtime/app.ts';
import { SUBSCRIBE_CHECKOUT, type Checkout } from '../../billing/checkout.ts';
import { MINUTE_MS, RETURN_READ_INTERVAL_MS } from '../../limits.ts';
import { checkoutFrom } from './checkouts.ts';
import { key } from '../schema.ts';
import { onConflict, type Clause, type Item } from '../table.ts';

/** A checkout that a browser has returned from, and whether the provider may be asked about it now. */
export interface ClaimedReturn {
  readonly checkout: Checkout;
  readonly mayAsk: boolean;
}

/** An `askedAt` further ahead than this was written by a wrong clock, and does not count. */
const CLOCK_AHEAD_MAX_MS = MINUTE_MS;

/**
 * Finds the checkout of a token, and claims the right to ask the provider, once in three seconds. One write, none for
 * an unknown token.
 */
export async function claimReturn(
  app: CoreApp,
  token: string,
  tenant: string | undefined,
): Promise<ClaimedReturn | undefined> {
  const now = app.clock();
  const isOwn: Clause[] = tenant === undefined ? [] : [{ attribute: 'tenant', is: tenant }];
  let notAsked: Clause = { attribute: 'askedAt', atMost: now - RETURN_READ_INTERVAL_MS };
  for (;;) {
    const { item, mayAsk } = await tryClaim(app, token, [...isOwn, notAsked], now);
    if (!item || (tenant !== undefined && item.tenant !== tenant)) return undefined;
    const retry = mayAsk ? undefined : invalidAskedAt(item, now);
    if (!retry) return { checkout: checkoutFrom(item), mayAsk };
    notAsked = retry;
  }
}

/** Claims the right to ask at `now` (epoch ms) if all conditions hold; the item is as it is afterwards. */
function tryClaim(
  app: CoreApp,
  token: string,
  conditions: readonly Clause[],
  now: number,
): Promise<{ item: Item | undefined; mayAsk: boolean }> {
  const isOpen = [SUBSCRIBE_CHECKOUT.is('kind', 'subscribe'), SUBSCRIBE_CHECKOUT.is('outcome', null)];
  const claim = { update: key.checkout(token), set: { askedAt: now }, if: [...isOpen, ...conditions] };
  return onConflict<{ item: Item | undefined; mayAsk: boolean }>(
    async () => ({ item: await app.table.apply(claim), mayAsk: true }),
    ({ found: [item] }) => ({ item, mayAsk: false }),
  );
}

/** The condition that an unfinished purchase still has an `askedAt` that does not count; undefined if it has none. */
function invalidAskedAt({ kind, outcome, askedAt }: Item, now: number): Clause | undefined {
  if (kind !== 'subscribe' || outcome !== undefined) return undefined;
  const at = Number(askedAt);
  return at > now + CLOCK_AHEAD_MAX_MS ? { attribute: 'askedAt', is: at } : undefined;
}
