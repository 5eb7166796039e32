import type { AcctBuyer, AcctDefaults, AcctOrder } from '../acct/acct.ts';
import type { DocumentFacts } from '../billing/document-progress.ts';
import type { Buyer } from '../billing/buyer.ts';
import type { CoreApp, ReadsRates } from '../runtime/app.ts';
import { payProvider } from '../pay/provider.ts';
import { isErased } from '../billing/customer.ts';
import { dayInTurkey } from '../billing/turkish-day.ts';
import { vatRateFor } from '../billing/vat.ts';
import type { Invoice } from '../billing/invoice.ts';
import { leftOf } from '../billing/refund.ts';
import type { Subscription } from '../billing/subscription.ts';
import { exchangeRate, isRated } from './exchange-rate.ts';
import { planFrom, planKey } from '../table/subscribers/plans.ts';

/** Why no document can be made of an invoice whose subscriber is gone. */
export const NO_SUBSCRIBER = 'There is no subscriber to make the document out to.';

/** Why no document can be made of an invoice, whatever the provider says; undefined if it can. */
export function obstacle(invoice: Invoice, subscription: Subscription): string | undefined {
  if (invoice.document === 'MAKING' && isErased(subscription.customer))
    return 'The customer was erased before the document was made; whoever still needs it writes it by hand.';
  // A document in a foreign currency must state its rate to the lira.
  if (invoice.currency !== 'TRY' && !isRated(invoice.currency))
    return `No exchange rate to the lira is known for ${invoice.currency}.`;
  return undefined;
}

interface Invoiced {
  readonly tenant: string;
  readonly invoice: Invoice;
  readonly subscription: Subscription;
}

/** An order before the tenant's settings say what its purchase does not; `vatRate` is the plan's. */
export type OrderOfPurchase = Omit<AcctOrder, 'vatRate'> & { readonly vatRate: number | null };

/** The content of the document; undefined while its exchange rate is not available. */
export async function orderOf(
  app: CoreApp & ReadsRates,
  invoiced: Invoiced,
  timeLeft: () => number,
): Promise<OrderOfPurchase | undefined> {
  const { currency, date } = invoiced.invoice;
  const rate = isRated(currency) ? await exchangeRate(app, currency, date, timeLeft) : undefined;
  if (isRated(currency) && rate === undefined) return undefined;
  return orderToInvoice(app, invoiced, rate);
}

/** The paid order as it appears on the document. It names the plan that was charged, which may not be the current one. */
async function orderToInvoice(
  app: CoreApp,
  { tenant, invoice, subscription: { customer } }: Invoiced,
  exchangeRate: string | undefined,
): Promise<OrderOfPurchase> {
  const { planReference } = invoice;
  const charged = planKey(tenant, { by: 'pay', reference: planReference });
  const item = await app.table.get(charged, { consistent: false });
  const sold = item && planFrom(item);
  const name = sold?.name ?? planReference;
  const period = `${dayInTurkey(invoice.periodStart)} – ${dayInTurkey(invoice.periodEnd)}`;
  return {
    reference: invoice.order,
    description: `${name}, ${period}`,
    amount: leftOf(invoice),
    currency: invoice.currency,
    vatRate: sold?.vatRate ?? null,
    exchangeRate,
    paidAt: invoice.date,
    collectedBy: payProvider.name,
    buyer: buyerOnDocument(customer),
    isGoods: sold?.type === 'PHYSICAL',
  };
}

/** Whom the document names: the purchase's company, or else its person. */
function buyerOnDocument({ email, name, surname, gsmNumber, billingAddress, company }: Buyer): AcctBuyer {
  return {
    email,
    phone: gsmNumber ?? undefined,
    ...(company
      ? {
          name: company.title,
          taxNumber: company.taxNumber,
          taxOffice: company.taxOffice,
          inbox: company.eInvoiceAddress,
        }
      : { name: `${name} ${surname}` }),
    ...(billingAddress && addressOnDocument(billingAddress)),
  };
}

function addressOnDocument(of: NonNullable<AcctDefaults['defaultAddress']>): Partial<AcctBuyer> {
  const { country, city, district, address, zipCode: postalCode } = of;
  return { country, city, district, address, postalCode };
}

/** What a document of this order says. */
export const factsOf = ({ buyer, vatRate }: AcctOrder): DocumentFacts => ({
  name: buyer.name,
  taxNumber: buyer.taxNumber ?? null,
  taxOffice: buyer.taxOffice ?? null,
  address:
    [buyer.address, buyer.district, buyer.city, buyer.country]
      .filter((part) => part !== undefined && part !== '')
      .join(', ') || null,
  vatRate,
});

const NO_ADDRESS =
  'A document must bear the address of its buyer, and the purchase gave none. Set a default address in the settings of ' +
  'the invoicing provider (`defaultAddress`), or correct the customer; then retry the document.';
const NO_CARRIER =
  'The document of goods must name who carries them. Set the carrier in the settings of the invoicing provider ' +
  '(`carrier`: title and tax number); then retry the document.';

const NO_EXEMPTION =
  'A document without VAT must say why none is charged. Set the exemption in the settings of the invoicing provider ' +
  '(`vatExemption`: code and reason); then retry the document.';

/** The order with what the tenant's settings add, and why a person must set something before it can be invoiced. */
export function withDefaults(
  order: OrderOfPurchase,
  { defaultAddress, carrier, vatRate: ofTenant, vatExemption }: AcctDefaults,
): { readonly order: AcctOrder; readonly problem: string | undefined } {
  const hasAddress = order.buyer.address !== undefined;
  const vatRate = vatRateFor(order.vatRate, ofTenant);
  const buyer = { ...order.buyer, ...(!hasAddress && defaultAddress && addressOnDocument(defaultAddress)) };
  const problems = [
    !hasAddress && !defaultAddress && NO_ADDRESS,
    order.isGoods === true && !carrier && NO_CARRIER,
    vatRate === 0 && !vatExemption && NO_EXEMPTION,
  ];
  const problem = problems.find((one) => one !== false);
  return { order: { ...order, buyer, vatRate, ...(order.isGoods && { carrier }) }, problem };
}
