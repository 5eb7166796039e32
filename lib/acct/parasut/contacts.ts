import type { Acct, AcctAnswer, AcctBuyer } from '../acct.ts';
import { comparedEmail } from '../../text/email-address.ts';
import { invalidResponse, read, readOne } from './answer.ts';
import { contactBody, contactDetails, emailOf, taxNumberOf } from './bodies.ts';
import type { Calls } from './call.ts';
import { text, type Rec } from './records.ts';

/** The contacts that documents are made out to, and where registered taxpayers get theirs. */
export function contacts(
  calls: Calls,
): Pick<Acct, 'findInbox' | 'findContact' | 'makeContact' | 'changeContact'> {
  return {
    async findInbox(taxNumber, chosen) {
      for (const written of spellings(taxNumber)) {
        const found = await calls.list('e_invoice_inboxes', { 'filter[vkn]': written });
        if (!found.ok) return found;
        const theirs = found.value.data.filter((rec) => isSameNumber(text(rec, 'vkn'), taxNumber));
        if (theirs.length > 0) return oneOf(theirs, chosen);
      }
      return { ok: true, value: undefined };
    },

    async findContact(buyer) {
      const found = await calls.list('contacts', {
        'filter[tax_number]': taxNumberOf(buyer),
        'filter[email]': emailOf(buyer),
        sort: 'id',
      });
      return read(found, (page) => {
        const rec = page.data.find((each) => isOf(each, buyer));
        return rec && { id: rec.id, isCurrent: hasDetailsOf(rec, buyer) };
      });
    },

    async makeContact(buyer) {
      const made = await calls.call({ method: 'POST', path: ['contacts'], body: contactBody(buyer) });
      return readOne(made, (rec) => rec.id);
    },

    async changeContact(contactId, buyer) {
      const path = ['contacts', contactId];
      return read(await calls.call({ method: 'PUT', path, body: contactBody(buyer) }), () => undefined);
    },
  };
}

/** What an inbox is called that takes invoices, and one that is for something else: sending, or waybills. */
const FOR_INVOICES: ReadonlySet<string> = new Set(
  'pk postbox invoice e_invoice einvoice receiver'.split(' '),
);
const FOR_OTHERS: ReadonlySet<string> = new Set(
  'gb sender despatch despatch_advice despatchadvice e_despatch waybill irsaliye e_irsaliye'.split(' '),
);

/** The address to send an e-invoice to, of a taxpayer's inboxes. */
function oneOf(inboxes: readonly Rec[], chosen: string | undefined): AcctAnswer<string> {
  const typeOf = (rec: Rec) => text(rec, 'inbox_type')?.toLowerCase() ?? '';
  const addressesOf = (some: readonly Rec[]) => [
    ...new Set(some.flatMap((rec) => text(rec, 'e_invoice_address') ?? [])),
  ];
  const possible = addressesOf(inboxes.filter((rec) => !FOR_OTHERS.has(typeOf(rec))));
  const right = addressesOf(inboxes.filter((rec) => FOR_INVOICES.has(typeOf(rec))));
  const [only, another] = right.length === 1 || possible.length === 0 ? right : possible;
  if (chosen !== undefined && possible.includes(chosen)) return { ok: true, value: chosen };
  if (chosen === undefined && only !== undefined && another === undefined) return { ok: true, value: only };
  if (addressesOf(inboxes).length === 0) return invalidResponse(200);
  return { ok: false, is: 'refused', message: inboxProblem(possible, chosen) };
}

function inboxProblem(possible: readonly string[], chosen: string | undefined): string {
  if (possible.length === 0)
    return 'The buyer is registered for e-invoices, but no inbox of theirs takes them.';
  const those = `${possible.join(', ')}. Say which (\`company.eInvoiceAddress\`).`;
  return chosen === undefined
    ? `The buyer has several inboxes for e-invoices: ${those}`
    : `The buyer has no inbox ${chosen} for e-invoices, but ${those}`;
}

/** A tax number as the provider may keep it: as it is, or as a number, without its leading zeros. */
const spellings = (taxNumber: string) => [...new Set([taxNumber, withoutZeros(taxNumber)])];

const withoutZeros = (taxNumber: string) => taxNumber.replace(/^0+(?=[0-9])/, '');

const isSameNumber = (given: string | undefined, taxNumber: string) =>
  given !== undefined && withoutZeros(given) === withoutZeros(taxNumber);

/** Whether a contact is this buyer's: another name under the same e-mail and number is another buyer. */
function isOf(rec: Rec, buyer: AcctBuyer): boolean {
  return (
    text(rec, 'name') === buyer.name &&
    isSameNumber(text(rec, 'tax_number'), taxNumberOf(buyer)) &&
    comparedEmail(text(rec, 'email') ?? '') === emailOf(buyer)
  );
}

function hasDetailsOf(rec: Rec, buyer: AcctBuyer): boolean {
  const { is_abroad: isAbroad, ...texts } = contactDetails(buyer);
  const isThere = rec.attributes.is_abroad === true;
  return (
    isThere === isAbroad &&
    Object.entries(texts).every(([name, value]) => (text(rec, name) ?? null) === value)
  );
}
