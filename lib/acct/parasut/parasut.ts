import type { Acct, AcctAccount, AcctAnswer, AcctInvoice, AcctJob, AcctRun } from '../acct.ts';
import type { AcctDocument } from '../../billing/document-progress.ts';
import { normaliseEmail } from '../../billing/customer.ts';
import { cents } from '../../billing/money.ts';
import * as write from './bodies.ts';
import { calls, invalidResponse } from './call.ts';
import { related, text, texts } from './records.ts';
import type { Page, Rec } from './records.ts';
import type { Outside } from './tokens.ts';
import type { TokenStore } from '../tokens.ts';

/** The Paraşüt API v4, for one tenant and one run of work. The store's access token serves all runs of a process. */
export function parasut(
  account: AcctAccount,
  store: TokenStore,
  outside: Outside,
  run: AcctRun = unbounded,
): Acct {
  const { call, file, list } = calls(account, store, outside, run);
  const invoiceWith = (invoiceId: string, include: string) =>
    call({ method: 'GET', path: ['sales_invoices', invoiceId], query: { include } });

  return {
    keepsPaymentsIn: (currency) => account.accountId !== undefined && currency === 'TRY',

    async takesEInvoices(taxNumber) {
      const found = await list('e_invoice_inboxes', { 'filter[vkn]': taxNumber });
      return read(found, (page) => page.data.length > 0);
    },

    async findContact(buyer) {
      const email = write.emailOf(buyer);
      const taxNumber = write.taxNumberOf(buyer);
      const found = await list('contacts', {
        'filter[tax_number]': taxNumber,
        'filter[email]': email,
        sort: 'id',
      });
      const fits = (rec: Rec): boolean =>
        text(rec, 'tax_number') === taxNumber && normaliseEmail(text(rec, 'email') ?? '') === email;
      return read(found, (page) => page.data.find(fits)?.id);
    },

    async makeContact(buyer) {
      const made = await call({ method: 'POST', path: ['contacts'], body: write.contactBody(buyer) });
      return readOne(made, (rec) => rec.id);
    },

    async findInvoice({ contactId, issueDate, reference }) {
      const found = await list('sales_invoices', {
        'filter[contact_id]': contactId,
        'filter[issue_date]': issueDate,
        include: 'active_e_document',
        sort: 'id',
      });
      if (!found.ok) return found;
      const ours = found.value.data.filter((rec) =>
        write.bearsReference({ orderNo: text(rec, 'order_no'), name: text(rec, 'description') }, reference),
      );
      const rec = ours.find((each) => related(each, 'active_e_document')) ?? ours[0];
      return rec
        ? readOne({ ok: true, value: { data: [rec], included: [] } }, invoice)
        : { ok: true, value: undefined };
    },

    async makeInvoice(ask) {
      const charged = cents(ask.order.amount);
      if (charged === undefined)
        return { ok: false, is: 'refused', message: 'The amount is not whole cents.' };
      const body = write.invoiceBody(account, { ...ask, charged });
      return readOne(await call({ method: 'POST', path: ['sales_invoices'], body }), invoice);
    },

    async readDocument(invoiceId) {
      const answer = await invoiceWith(invoiceId, 'active_e_document');
      if (!answer.ok) return answer;
      const [rec] = answer.value.data;
      if (!rec) return invalidResponse(200);
      const ref = related(rec, 'active_e_document');
      if (!ref) return { ok: true, value: undefined };
      if (ref.type !== 'e_archives')
        return { ok: false, is: 'refused', message: `It already has ${ref.type} ${ref.id}.` };
      const found = answer.value.included.find((each) => each.id === ref.id && each.type === ref.type);
      return { ok: true, value: document(ref.id, found) };
    },

    async requestDocument(ask) {
      const made = await call({
        method: 'POST',
        path: ['e_archives'],
        body: write.documentBody(account, ask),
      });
      return readOne(made, (rec) =>
        rec.type === 'e_archives'
          ? { is: 'document' as const, document: document(rec.id, rec) }
          : { is: 'job' as const, jobId: rec.id },
      );
    },

    async readJob(jobId) {
      return readOne(await call({ method: 'GET', path: ['trackable_jobs', jobId] }), job);
    },

    async fetchPdf(documentId) {
      const answer = await call({ method: 'GET', path: ['e_archives', documentId, 'pdf'] });
      if (!answer.ok) return answer;
      const address = text(answer.value.data[0], 'url');
      if (address === undefined) return { ok: true, value: undefined };
      const pdf = await file(address);
      return pdf.ok && !isPdf(pdf.value) ? invalidResponse(200) : pdf;
    },

    async isPaid(invoiceId) {
      return readOne(await invoiceWith(invoiceId, 'payments'), (rec) => {
        const remaining = text(rec, 'remaining');
        return remaining === undefined ? text(rec, 'payment_status') === 'paid' : Number(remaining) <= 0;
      });
    },

    async recordPayment({ invoiceId, order }) {
      if (account.accountId === undefined)
        return { ok: false, is: 'refused', message: 'No account is set up.' };
      const body = write.paymentBody(account.accountId, order);
      const made = await call({ method: 'POST', path: ['sales_invoices', invoiceId, 'payments'], body });
      return read(made, () => undefined);
    },
  };
}

const unbounded: AcctRun = {
  timeLeftMs: () => Infinity,
  admit: async () => 0,
  limited: async () => undefined,
};

function read<T>(answer: AcctAnswer<Page>, how: (page: Page) => T): AcctAnswer<T> {
  return answer.ok ? { ok: true, value: how(answer.value) } : answer;
}

/** Reads an answer that must be one record; where `how` makes nothing of it, it is none of the contract. */
function readOne<T>(answer: AcctAnswer<Page>, how: (rec: Rec) => T | undefined): AcctAnswer<T> {
  if (!answer.ok) return answer;
  const [rec] = answer.value.data;
  const value = rec && how(rec);
  return value === undefined ? invalidResponse(200) : { ok: true, value };
}

function invoice(rec: Rec): AcctInvoice | undefined {
  const total = text(rec, 'net_total');
  const currency = text(rec, 'currency');
  if (total === undefined || currency === undefined) return undefined;
  return { id: rec.id, total, currency: write.ourCurrency(currency) };
}

/** Their documents are issued once sent; `printed` is of the specification alone, `waiting` of the wire alone. */
function document(id: string, rec: Rec | undefined): AcctDocument {
  const status = text(rec, 'status') ?? '';
  const number = text(rec, 'invoice_number');
  if (status === 'bounced') return { id, number, state: 'failed' };
  return { id, number, state: ['sent', 'legalized', 'printed'].includes(status) ? 'issued' : 'inWork' };
}

/** A word for the job's state that we do not know means that it goes on; its 15 minutes end it anyway. */
function job(rec: Rec): AcctJob {
  const status = text(rec, 'status');
  if (status === 'done') return { is: 'done' };
  if (status !== 'error') return { is: 'working' };
  const errors = texts(rec, 'errors');
  return { is: 'failed', errors: errors.length > 0 ? errors : ['The provider gave no reason.'] };
}

function isPdf(file: Uint8Array): boolean {
  return Buffer.from(file.subarray(0, 5)).toString('latin1') === '%PDF-';
}
