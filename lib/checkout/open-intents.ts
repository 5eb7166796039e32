import type { CoreApp } from '../runtime/app.ts';
import type { PaymentIntent } from '../billing/payment-intent.ts';
import { openItems } from '../table/purchases/open-items.ts';
import { intentFrom } from '../table/purchases/payment-intents.ts';
import { skipUnreadable } from '../table/readable.ts';

/** A tenant's unsettled payment intents, oldest first. Unreadable ones are skipped. */
export async function openIntents(app: CoreApp, tenant: string): Promise<PaymentIntent[]> {
  const items = await openItems(app, tenant, 'intent');
  const intents = await Promise.all(
    items.map((item) => {
      const { reference } = item;
      const whose = { tenant, ...(typeof reference === 'string' && { reference }) };
      return skipUnreadable(app, 'intent', whose, () => intentFrom(item));
    }),
  );
  return intents.filter((one) => one !== undefined).sort((a, b) => a.startedAt - b.startedAt);
}
