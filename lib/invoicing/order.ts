import type { AcctOrder } from '../acct/acct.ts';
import type { CoreApp } from '../app.ts';
import { dayInTurkey } from '../billing/turkish-day.ts';
import type { Invoice } from '../billing/invoice.ts';
import type { Subscription } from '../billing/subscription.ts';
import { planFrom } from '../table/plans.ts';
import { key } from '../table/schema.ts';

/** Why no document can be made of an invoice, whatever the provider would say; undefined where nothing is against it. */
export function obstacle(invoice: Invoice, subscription: Subscription | undefined): string | undefined {
  if (!subscription) return 'There is no subscriber to make the document out to.';
  // The document must state the lira value at the day's rate, and nothing on record tells that rate.
  if (invoice.currency !== 'TRY')
    return `A document in ${invoice.currency} must state the exchange rate to the lira, which is not known here.`;
  return undefined;
}

/** The paid order as the buyer shall read it on the document. */
export async function orderToInvoice(
  app: CoreApp,
  tenant: string,
  invoice: Invoice,
  { plan, customer }: Subscription,
): Promise<AcctOrder> {
  const item = await app.table.get(key.plan(tenant, plan.id), { consistent: false });
  const name = item ? planFrom(item).name : plan.reference;
  const period = `${dayInTurkey(invoice.periodStart)} – ${dayInTurkey(invoice.periodEnd)}`;
  return {
    reference: invoice.order,
    description: `${name}, ${period}`,
    amount: invoice.amount,
    currency: invoice.currency,
    paidAt: invoice.date,
    buyer: {
      name: `${customer.name} ${customer.surname}`,
      email: customer.email,
      phone: customer.gsmNumber ?? undefined,
    },
  };
}
