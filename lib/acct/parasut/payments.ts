import { DOCUMENT_CURRENCIES } from '../../billing/invoice.ts';
import type { Acct, AcctAccount } from '../acct.ts';
import { read, readOne } from './answer.ts';
import { paymentBody } from './bodies.ts';
import type { Calls } from './call.ts';
import { fetchInvoice } from './invoices.ts';
import { text } from './records.ts';

/** Payments on invoices, each into the tenant's account of its currency. */
export function payments(
  account: AcctAccount,
  calls: Calls,
): Pick<Acct, 'keepsPaymentsIn' | 'isPaid' | 'recordPayment'> {
  return {
    keepsPaymentsIn: (currency) => moneyAccount(account, currency) !== undefined,

    async isPaid(invoiceId) {
      return readOne(await fetchInvoice(calls, invoiceId, 'payments'), (rec) => {
        const remaining = text(rec, 'remaining');
        return remaining === undefined ? text(rec, 'payment_status') === 'paid' : Number(remaining) <= 0;
      });
    },

    async recordPayment({ invoiceId, order }) {
      const accountId = moneyAccount(account, order.currency);
      if (accountId === undefined) return { ok: false, is: 'refused', message: 'No account is set up.' };
      const body = paymentBody(accountId, order);
      const path = ['sales_invoices', invoiceId, 'payments'];
      return read(await calls.call({ method: 'POST', path, body }), () => undefined);
    },
  };
}

/** The account that holds money of a currency, which the payment takes on from it. */
function moneyAccount({ moneyAccounts = {} }: AcctAccount, currency: string): string | undefined {
  const known = DOCUMENT_CURRENCIES.find((each) => each === currency);
  return known && moneyAccounts[known];
}
