import { byPerson } from '../../verbs/verb.ts';
import { refund as refundVerb } from '../../verbs/refund.ts';
import { findInvoice } from '../../refunds/find-invoice.ts';
import { invoiceInput, refundInput } from '../../wire/refunds.ts';
import { writtenRefund } from '../../wire/written-amount.ts';
import type { Act } from '../act.ts';

/** Gives money back of an invoice, once however often its form is sent. */
export const refund: Act = {
  fields: { 'invoice-id': 'id', amount_too_large: 'amount' },
  verb: refundVerb,
  about: ({ id, amount }) => `${id?.slice(0, 60) ?? ''} ${amount?.slice(0, 20) ?? ''}`.trim(),
  from: ({ id }) => ({ screen: 'invoice', query: { id } }),
  run: async ({ app, form, since }) => {
    const { id, amount, reason, note, once } = form;
    const clientReferenceId = once === undefined ? undefined : `console-${once}`;
    const { invoice } = await findInvoice(app, invoiceInput({ 'invoice-id': id }));
    const asked = { 'invoice-id': id, amount, reason, note, clientReferenceId };
    const ask = amount?.trim() === '' ? refundInput(asked) : writtenRefund(asked, invoice.currency);
    const { state } = await byPerson(refundVerb, { app, since }, ask);
    return { to: 'invoice', query: { id }, done: state === 'PENDING' ? 'refund-pending' : 'refunded' };
  },
};
