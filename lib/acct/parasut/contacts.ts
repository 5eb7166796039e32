import type { Acct } from '../acct.ts';
import { comparedEmail } from '../../text/email-address.ts';
import { read, readOne } from './answer.ts';
import { contactBody, emailOf, taxNumberOf } from './bodies.ts';
import type { Calls } from './call.ts';
import { text, type Rec } from './records.ts';

/** The contacts that documents are made out to. */
export function contacts(calls: Calls): Pick<Acct, 'takesEInvoices' | 'findContact' | 'makeContact'> {
  return {
    async takesEInvoices(taxNumber) {
      const found = await calls.list('e_invoice_inboxes', { 'filter[vkn]': taxNumber });
      return read(found, (page) => page.data.length > 0);
    },

    async findContact(buyer) {
      const email = emailOf(buyer);
      const taxNumber = taxNumberOf(buyer);
      const found = await calls.list('contacts', {
        'filter[tax_number]': taxNumber,
        'filter[email]': email,
        sort: 'id',
      });
      const fits = (rec: Rec): boolean =>
        text(rec, 'tax_number') === taxNumber && comparedEmail(text(rec, 'email') ?? '') === email;
      return read(found, (page) => page.data.find(fits)?.id);
    },

    async makeContact(buyer) {
      const made = await calls.call({ method: 'POST', path: ['contacts'], body: contactBody(buyer) });
      return readOne(made, (rec) => rec.id);
    },
  };
}
