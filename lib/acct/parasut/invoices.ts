import type { Acct, AcctAccount, AcctAnswer, AcctInvoice } from '../acct.ts';
import { cents } from '../../billing/money.ts';
import { read, readOne } from './answer.ts';
import { bearsReference, billedToBody, invoiceBody, ourCurrency } from './bodies.ts';
import type { Calls } from './call.ts';
import { line, related, text, type Page, type Rec } from './records.ts';

/** Invoices, which are official only once their document is issued. */
export function invoices(
  account: AcctAccount,
  calls: Calls,
): Pick<Acct, 'findInvoice' | 'makeInvoice' | 'changeInvoice' | 'cancelInvoice'> {
  return {
    async findInvoice({ contactId, issueDate, reference }) {
      const found = await calls.list('sales_invoices', {
        'filter[contact_id]': contactId,
        'filter[issue_date]': issueDate,
        include: 'active_e_document',
        sort: 'id',
      });
      if (!found.ok) return found;
      const ours = found.value.data.filter((rec) =>
        bearsReference({ orderNo: text(rec, 'order_no'), name: text(rec, 'description') }, reference),
      );
      const rec = ours.find((each) => related(each, 'active_e_document')) ?? ours[0];
      return rec
        ? readOne({ ok: true, value: { data: [rec], included: [] } }, invoiceIn)
        : { ok: true, value: undefined };
    },

    async makeInvoice(ask) {
      const charged = cents(ask.order.amount);
      if (charged === undefined)
        return { ok: false, is: 'refused', message: 'The amount is not whole cents.' };
      const body = invoiceBody(account, { ...ask, charged });
      return readOne(await calls.call({ method: 'POST', path: ['sales_invoices'], body }), invoiceIn);
    },

    async cancelInvoice(invoiceId) {
      const path = ['sales_invoices', invoiceId, 'cancel'];
      const answer = read(await calls.call({ method: 'DELETE', path }), () => undefined);
      return !answer.ok && answer.is === 'notFound' ? { ok: true, value: undefined } : answer;
    },

    async changeInvoice({ invoiceId, ...ask }) {
      const path = ['sales_invoices', invoiceId];
      return read(await calls.call({ method: 'PUT', path, body: billedToBody(ask) }), () => undefined);
    },
  };
}

/** An invoice with one of its relations. */
export function fetchInvoice(calls: Calls, invoiceId: string, include: string): Promise<AcctAnswer<Page>> {
  return calls.call({ method: 'GET', path: ['sales_invoices', invoiceId], query: { include } });
}

function invoiceIn(rec: Rec): AcctInvoice | undefined {
  const total = line(rec, 'net_total');
  const currency = line(rec, 'currency');
  if (total === undefined || currency === undefined) return undefined;
  const isOfficial = related(rec, 'active_e_document') !== undefined;
  return { id: rec.id, total, currency: ourCurrency(currency), isOfficial };
}
