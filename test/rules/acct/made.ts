import type { Acct, AcctOrder } from '../../../lib/acct/acct.ts';
import { order, valueOf } from './world.ts';

export const ISSUE_DATE = '2026-01-16';

/** What is asked with every e-archive. */
export const E_ARCHIVE = { issueDate: ISSUE_DATE, inbox: undefined } as const;

/** Makes invoices at the sandbox, each for a buyer of its own. */
export function invoicesBy(acct: Acct) {
  let count = 0;
  return async (changes: Partial<AcctOrder> = {}) => {
    const buyer = { name: 'Ali', email: `ali${count++}@example.com`, city: 'Ankara' };
    const sold = order({ buyer, ...changes });
    const contactId = valueOf(await acct.makeContact(buyer));
    const invoice = valueOf(await acct.makeInvoice({ contactId, issueDate: ISSUE_DATE, order: sold }));
    return { contactId, sold, invoice };
  };
}
