import type { Acct, AcctBuyer } from '../acct.ts';
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
    async findInbox(taxNumber) {
      for (const written of spellings(taxNumber)) {
        const found = await calls.list('e_invoice_inboxes', { 'filter[vkn]': written });
        if (!found.ok) return found;
        const inbox = found.value.data.find((rec) => isSameNumber(text(rec, 'vkn'), taxNumber));
        const address = text(inbox, 'e_invoice_address');
        if (inbox) return address === undefined ? invalidResponse(200) : { ok: true, value: address };
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
