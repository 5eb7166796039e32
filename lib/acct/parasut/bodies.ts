import { comparedEmail } from '../../text/email-address.ts';
import type { AcctAccount, AcctBuyer, AcctOrder } from '../acct.ts';
import { linesFor } from './lines.ts';
import { dayInTurkey } from '../../billing/turkish-day.ts';

/** The official placeholder for a consumer's unknown number. */
const ANONYMOUS_CONSUMER = '11111111111';
/** Percent: Turkey's general rate. */
const DEFAULT_VAT_RATE = 20;

/** The buyer's tax or identity number, or the anonymous placeholder. */
export function taxNumberOf(buyer: AcctBuyer): string {
  return buyer.taxNumber ?? ANONYMOUS_CONSUMER;
}

/** The buyer's e-mail, normalised. */
export function emailOf(buyer: AcctBuyer): string {
  return comparedEmail(buyer.email);
}

/** The provider's currency code: it calls the lira TRL. */
function wireCurrency(currency: string): string {
  return currency === 'TRY' ? 'TRL' : currency;
}

/** The ISO code of a provider's currency. */
export function ourCurrency(currency: string): string {
  return currency === 'TRL' ? 'TRY' : currency;
}

/** The invoice's name in the provider's lists; it ends with our reference for recognition. */
function invoiceName(order: AcctOrder): string {
  return `${order.description} (${order.reference})`;
}

/** Whether a record has our reference: as its order number or, without one, at the end of its name. */
export function bearsReference(
  invoice: { orderNo: string | undefined; name: string | undefined },
  reference: string,
): boolean {
  return invoice.orderNo === undefined
    ? invoice.name?.endsWith(`(${reference})`) === true
    : invoice.orderNo === reference;
}

/** The body that creates a contact: a tax number of ten digits is a company, of eleven a person. */
export function contactBody(buyer: AcctBuyer) {
  const taxNumber = taxNumberOf(buyer);
  const attributes = {
    name: buyer.name,
    account_type: 'customer',
    contact_type: taxNumber.length === 10 ? 'company' : 'person',
    email: emailOf(buyer),
    tax_number: taxNumber,
    tax_office: buyer.taxOffice,
    phone: buyer.phone,
    address: buyer.address,
    district: buyer.district,
    city: buyer.city,
    postal_code: buyer.postalCode,
    country: buyer.country,
  };
  return { data: { type: 'contacts', attributes } };
}

/** The body that creates an invoice. An order number requires its date. */
export function invoiceBody(
  account: AcctAccount,
  ask: { contactId: string; issueDate: string; order: AcctOrder; charged: bigint },
) {
  const { order } = ask;
  const attributes = {
    item_type: 'invoice',
    description: invoiceName(order),
    issue_date: ask.issueDate,
    due_date: ask.issueDate,
    currency: wireCurrency(order.currency),
    exchange_rate: order.exchangeRate === undefined ? undefined : Number(order.exchangeRate),
    billing_address: order.buyer.address,
    billing_postal_code: order.buyer.postalCode,
    billing_phone: order.buyer.phone,
    tax_office: order.buyer.taxOffice,
    tax_number: taxNumberOf(order.buyer),
    country: order.buyer.country,
    city: order.buyer.city,
    district: order.buyer.district,
    order_no: order.reference,
    order_date: dayInTurkey(order.paidAt),
  };
  const contact = { data: { id: ask.contactId, type: 'contacts' } };
  const details = { data: detailsFor(account, order, ask.charged) };
  return { data: { type: 'sales_invoices', attributes, relationships: { contact, details } } };
}

function detailsFor(account: AcctAccount, order: AcctOrder, charged: bigint) {
  const vatRate = account.vatRate ?? DEFAULT_VAT_RATE;
  return linesFor(charged, vatRate, account.rounding ?? 'whole').map(({ unitPrice, balances }) => ({
    type: 'sales_invoice_details',
    attributes: {
      quantity: 1,
      unit_price: Number(unitPrice),
      vat_rate: vatRate,
      description: balances ? 'Yuvarlama' : order.description,
    },
    relationships: { product: { data: { id: account.productId, type: 'products' } } },
  }));
}

/** The body that requests an invoice's e-archive document; the payment date is the day in Turkey. */
export function documentBody(account: AcctAccount, ask: { invoiceId: string; order: AcctOrder }) {
  const attributes = {
    internet_sale: {
      url: account.siteUrl,
      payment_type: 'KREDIKARTI/BANKAKARTI',
      payment_platform: account.paymentPlatform ?? 'iyzico',
      payment_date: dayInTurkey(ask.order.paidAt),
    },
    vat_exemption_reason_code: account.vatExemption?.code,
    vat_exemption_reason: account.vatExemption?.reason,
  };
  const invoice = { data: { id: ask.invoiceId, type: 'sales_invoices' } };
  return { data: { type: 'e_archives', attributes, relationships: { sales_invoice: invoice } } };
}

/** The body that records an order's payment on its invoice; `accountId` is the provider's account that received it. */
export function paymentBody(accountId: string, order: AcctOrder) {
  const attributes = {
    description: order.reference,
    account_id: accountId,
    date: dayInTurkey(order.paidAt),
    amount: Number(order.amount),
  };
  return { data: { type: 'payments', attributes } };
}
