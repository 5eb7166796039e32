import type { ShopEvidence } from '../evidence.ts';
import { chargeViolations } from './charges.ts';
import { paidOf, type Family } from './families.ts';

/** Purchases against the provider's books: each led to exactly one subscription, and each subscription came of one. */
export function purchaseViolations(
  { purchases, refused, subscriptions, corrections, phones }: ShopEvidence,
  families: readonly Family[],
): string[] {
  const found: string[] = [];
  const first = families.map(({ members }) => members[0]!.referenceCode);
  for (const reference of new Set(purchases))
    if (purchases.filter((one) => one === reference).length > 1)
      found.push(`two purchases led to one subscription (${reference})`);
  for (const reference of purchases)
    if (!first.includes(reference)) found.push('a purchase without a subscription');
  const unmatched = families.filter(({ members }) => !purchases.includes(members[0]!.referenceCode));
  const waiting = unmatched.filter(({ members }) => members.every(({ orders }) => orders.length === 0));
  if (unmatched.length > waiting.length)
    found.push('a subscription at the provider that no purchase was answered with');
  // An hour after a call without an answer its buyer is known by the phone number alone, which another buyer may share.
  const byPhone = families.filter(({ here, newest, svcId }) => {
    const isCorrected = corrections.some((one) => one.svcId === svcId);
    const { email = '' } = (here.got.body.customer ?? {}) as { email?: string };
    const hasPhone = phones.get(email)?.has(newest.customerGsmNumber);
    return hasPhone && !isCorrected && email !== newest.customerEmail;
  });
  const isExplained = waiting.length <= refused && refused <= waiting.length + byPhone.length;
  if (!isExplained)
    found.push(
      `${waiting.length} subscriptions wait for a card that works, and ${refused} purchases were answered so`,
    );
  const numbers = subscriptions.flatMap(({ here }) =>
    here.invoices.map(({ id, invoiceNumber }) => `${String(invoiceNumber)} ${String(id)}`),
  );
  const distinct = new Set(numbers);
  if (new Set([...distinct].map((one) => one.split(' ')[0])).size < distinct.size)
    found.push('an invoice number that was given twice');
  return found;
}

/** By order: what the provider took is what the paid invoices say, in number, cents and time. */
export function moneyViolations(family: Family, shop: ShopEvidence): string[] {
  const found: string[] = [];
  if (family.id === undefined) return [`unknown here, with ${paidOf(family).length} charges`];
  if (!family.isOne) return ['references that lead to different subscribers, or to none'];
  const told = (date: string) => (shop.wholeSeconds ? date.slice(0, -5) : date);
  const taken = paidOf(family).map(
    ({ amount, currency, time }) => `${amount} ${currency} ${told(new Date(time).toISOString())}`,
  );
  const invoiced = family.here.invoices
    .filter(({ status }) => status === 'PAID' || status === 'REFUNDED')
    .map(({ amount, currency, date }) => `${String(amount)} ${String(currency)} ${told(String(date))}`);
  for (const one of without(taken, invoiced)) found.push(`a charge without a paid invoice: ${one}`);
  for (const one of without(invoiced, taken)) found.push(`a paid invoice without its charge: ${one}`);
  return [
    ...found,
    ...chargeViolations(family, shop),
    ...documentViolations(family, shop),
    ...madeTwice(family, shop),
  ];
}

/** Whether more than one invoice or document was made at the invoicing provider of one order. */
const madeTwice = ({ members }: Family, { made }: ShopEvidence): string[] =>
  members
    .flatMap(({ orders }) => orders)
    .flatMap(({ referenceCode }) => {
      const own = made.get(referenceCode) ?? [];
      const documents = own.flatMap((one) => one.documents);
      return own.length > 1 || documents.length > 1
        ? [`${own.length} invoices with ${documents.length} documents of order ${referenceCode}`]
        : [];
    });

/** A paid invoice has its document in the end, unless the tenant makes none, or its customer was erased before. */
function documentViolations({ here }: Family, { invoicing }: ShopEvidence): string[] {
  const wanted = invoicing ? 'ready' : 'unavailable';
  const wrong = here.invoices.filter(
    ({ status, pdfStatus, pdfMessage }) =>
      status === 'PAID' &&
      pdfStatus !== wanted &&
      !(pdfStatus === 'error' && String(pdfMessage).startsWith('The customer was erased before')),
  );
  return wrong.map(
    ({ invoiceNumber, pdfStatus, pdfMessage }) =>
      `the document of ${String(invoiceNumber)} is ${String(pdfStatus)}: ${String(pdfMessage)}`,
  );
}

/** Those of the first list that the second has no counterpart for. */
function without(all: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return all.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
