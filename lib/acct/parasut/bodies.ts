import { comparedEmail } from '../../text/email-address.ts';
import type { AcctAccount, AcctBuyer, AcctCarrier, AcctOrder } from '../acct.ts';
import { linesFor } from './lines.ts';
import { isOfCompany, UNNAMED_PERSON } from '../../billing/tax-number.ts';
import { dayInTurkey } from '../../billing/turkish-day.ts';

/** The buyer's tax or identity number, or the anonymous placeholder. */
export function taxNumberOf(buyer: AcctBuyer): string {
  return buyer.taxNumber ?? UNNAMED_PERSON;
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

/** What a contact's record says of its buyer beside who they are. A detail that the buyer has not is emptied. */
export function contactDetails(buyer: AcctBuyer) {
  return {
    tax_office: buyer.taxOffice ?? null,
    phone: buyer.phone ?? null,
    address: buyer.address ?? null,
    district: buyer.district ?? null,
    city: buyer.city ?? null,
    postal_code: buyer.postalCode ?? null,
    country: buyer.country ?? null,
    is_abroad: isAbroad(buyer),
  };
}

/** The body that creates a contact, or changes one: a tax number of ten digits is a company, of eleven a person. */
export function contactBody(buyer: AcctBuyer) {
  const taxNumber = taxNumberOf(buyer);
  const attributes = {
    name: buyer.name,
    account_type: 'customer',
    contact_type: isOfCompany(taxNumber) ? 'company' : 'person',
    email: emailOf(buyer),
    tax_number: taxNumber,
    ...contactDetails(buyer),
  };
  return { data: { type: 'contacts', attributes } };
}

/** How the country is written in Turkish and English and in the codes, without case and marks. */
const TURKIYE = new Set(['turkiye', 'turkiyecumhuriyeti', 'turkey', 'republicofturkiye', 'tr', 'tur']);

/** Whether a buyer's address is outside Türkiye. */
export function isAbroad({ country = 'Türkiye' }: Pick<AcctBuyer, 'country'>): boolean {
  const letters = country.normalize('NFD').replaceAll(/\P{L}/gu, '').toLowerCase().replaceAll('ı', 'i');
  return !TURKIYE.has(letters);
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
    ...billedTo(order),
    order_no: order.reference,
    order_date: dayInTurkey(order.paidAt),
  };
  const details = { data: detailsFor(account, order, ask.charged) };
  const relationships = { contact: contactRelation(ask.contactId), details };
  return { data: { type: 'sales_invoices', attributes, relationships } };
}

/** The body that gives a draft the buyer that its order has now. */
export function billedToBody(ask: { contactId: string; order: AcctOrder }) {
  const relationships = { contact: contactRelation(ask.contactId) };
  return { data: { type: 'sales_invoices', attributes: billedTo(ask.order), relationships } };
}

const contactRelation = (id: string) => ({ data: { id, type: 'contacts' } });

/** Whom an invoice bills. What was bought stands in its note too, because the PDF prints the product's name for a line. */
function billedTo({ buyer, description }: AcctOrder) {
  return {
    billing_address: buyer.address,
    billing_postal_code: buyer.postalCode,
    billing_phone: buyer.phone,
    tax_office: buyer.taxOffice,
    tax_number: taxNumberOf(buyer),
    country: buyer.country,
    city: buyer.city,
    district: buyer.district,
    is_abroad: isAbroad(buyer),
    invoice_note: description,
  };
}

function detailsFor(account: AcctAccount, order: AcctOrder, charged: bigint) {
  const { vatRate } = order;
  const productId = (order.isGoods ? account.goodsProductId : undefined) ?? account.productId;
  return linesFor(charged, vatRate, account.rounding ?? 'whole').map(({ unitPrice, balances }) => ({
    type: 'sales_invoice_details',
    attributes: {
      quantity: 1,
      unit_price: Number(unitPrice),
      vat_rate: vatRate,
      description: balances ? 'Yuvarlama' : order.description,
    },
    relationships: { product: { data: { id: productId, type: 'products' } } },
  }));
}

interface DocumentAsk {
  readonly invoiceId: string;
  readonly order: AcctOrder;
  readonly issueDate: string;
}

/** The body that requests an invoice's e-archive document; the payment date is the day in Turkey. */
export function eArchiveBody(account: AcctAccount, ask: DocumentAsk) {
  const { carrier } = ask.order;
  const attributes = {
    internet_sale: {
      url: account.siteUrl,
      payment_type: 'KREDIKARTI/BANKAKARTI',
      payment_platform: account.paymentPlatform ?? ask.order.collectedBy,
      payment_date: dayInTurkey(ask.order.paidAt),
    },
    ...exemption(account, ask.order),
    shipment: carrier && shipment(carrier, ask.issueDate),
  };
  const invoice = { data: { id: ask.invoiceId, type: 'sales_invoices' } };
  return { data: { type: 'e_archives', attributes, relationships: { sales_invoice: invoice } } };
}

/** The body that requests an invoice's e-invoice, in the scenario that needs no answer of the buyer. */
export function eInvoiceBody(account: AcctAccount, ask: DocumentAsk & { readonly inbox: string }) {
  const attributes = { scenario: 'basic', to: ask.inbox, ...exemption(account, ask.order) };
  const invoice = { data: { id: ask.invoiceId, type: 'sales_invoices' } };
  return { data: { type: 'e_invoices', attributes, relationships: { invoice } } };
}

/** Only a document without VAT says why. */
const exemption = ({ vatExemption }: AcctAccount, { vatRate }: AcctOrder) =>
  vatRate === 0 && {
    vat_exemption_reason_code: vatExemption?.code,
    vat_exemption_reason: vatExemption?.reason,
  };

/** A company carries by its tax number, a courier by their identity number. */
const shipment = ({ title, taxNumber }: AcctCarrier, date: string) =>
  isOfCompany(taxNumber) ? { title, vkn: taxNumber, date } : { name: title, tckn: taxNumber, date };

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
