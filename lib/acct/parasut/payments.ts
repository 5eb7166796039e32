import type { Acct, AcctAccount } from '../acct.ts';
import { read, readOne } from './answer.ts';
import { paymentBody } from './bodies.ts';
import type { Calls } from './call.ts';
import { fetchInvoice } from './invoices.ts';
import { text } from './records.ts';

/** Payments on invoices; the provider accepts liras, on an account that the tenant named. */
export function payments(
  account: AcctAccount,
  calls: Calls,
): Pick<Acct, 'keepsPaymentsIn' | 'isPaid' | 'recordPayment'> {
  return {
    keepsPaymentsIn: (currency) => account.accountId !== undefined && currency === 'TRY',

    async isPaid(invoiceId) {
      return readOne(await fetchInvoice(calls, invoiceId, 'payments'), (rec) => {
        const remaining = text(rec, 'remaining');
        return remaining === undefined ? text(rec, 'payment_status') === 'paid' : Number(remaining) <= 0;
      });
    },

    async recordPayment({ invoiceId, order }) {
      if (account.accountId === undefined)
        return { ok: false, is: 'refused', message: 'No account is set up.' };
      const body = paymentBody(account.accountId, order);
      const path = ['sales_invoices', invoiceId, 'payments'];
      return read(await calls.call({ method: 'POST', path, body }), () => undefined);
    },
  };
}
