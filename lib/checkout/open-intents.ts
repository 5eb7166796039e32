import type { CoreApp, OfTenant } from '../runtime/app.ts';
import type { PaymentIntent } from '../billing/payment-intent.ts';
import { openItems } from '../table/purchases/open-items.ts';
import { sayableKey, skipUnreadable } from '../table/readable.ts';
import { intentFrom } from '../table/purchases/payment-intents.ts';

/** A tenant's unsettled payment intents. Throws Unreadable, with the item's key in the log. */
export const openIntents = (app: CoreApp & OfTenant): Promise<PaymentIntent[]> =>
  openItems(app, 'intent', intentFrom);

/** Those that can be read, for a list, oldest first. */
export async function listOpenIntents(app: CoreApp & OfTenant): Promise<PaymentIntent[]> {
  const intents = await openItems(app, 'intent', (item) =>
    skipUnreadable(app, 'intent', { key: sayableKey(item) }, () => intentFrom(item)),
  );
  return intents.filter((one) => one !== undefined).sort((a, b) => a.startedAt - b.startedAt);
}
