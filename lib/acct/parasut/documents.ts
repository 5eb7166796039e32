import type { Acct, AcctAccount, AcctJob } from '../acct.ts';
import type { AcctDocument } from '../../billing/document-progress.ts';
import { invalidResponse, readOne, reasonIn } from './answer.ts';
import { documentBody } from './bodies.ts';
import type { Calls } from './call.ts';
import { fetchInvoice } from './invoices.ts';
import { line, related, text, texts, type Rec } from './records.ts';

/** The most errors of a job that are stored: what one says is hardly new after these. */
const ERRORS_MAX = 10;

/** E-archive documents of invoices, their jobs and their files. */
export function documents(
  account: AcctAccount,
  calls: Calls,
): Pick<Acct, 'readDocument' | 'requestDocument' | 'readJob' | 'fetchPdf'> {
  return {
    async readDocument(invoiceId) {
      const answer = await fetchInvoice(calls, invoiceId, 'active_e_document');
      if (!answer.ok) return answer;
      const [rec] = answer.value.data;
      if (!rec) return invalidResponse(200);
      const ref = related(rec, 'active_e_document');
      if (!ref) return { ok: true, value: undefined };
      if (ref === 'unreadable') return invalidResponse(200);
      if (ref.type !== 'e_archives')
        return { ok: false, is: 'refused', message: `It already has ${ref.type} ${ref.id}.` };
      const found = answer.value.included.find((each) => each.id === ref.id && each.type === ref.type);
      return { ok: true, value: documentIn(ref.id, found) };
    },

    async requestDocument(ask) {
      const body = documentBody(account, ask);
      const made = await calls.call({ method: 'POST', path: ['e_archives'], body });
      return readOne(made, (rec) =>
        rec.type === 'e_archives'
          ? { is: 'document' as const, document: documentIn(rec.id, rec) }
          : { is: 'job' as const, jobId: rec.id },
      );
    },

    async readJob(jobId) {
      return readOne(await calls.call({ method: 'GET', path: ['trackable_jobs', jobId] }), jobIn);
    },

    async fetchPdf(documentId) {
      const answer = await calls.call({ method: 'GET', path: ['e_archives', documentId, 'pdf'] });
      if (!answer.ok) return answer;
      const address = text(answer.value.data[0], 'url');
      if (address === undefined) return { ok: true, value: undefined };
      const pdf = await calls.file(address);
      return pdf.ok && !isPdf(pdf.value) ? invalidResponse(200) : pdf;
    },
  };
}

/** A sent document is issued; `printed` occurs only in the specification, `waiting` only on the wire. */
function documentIn(id: string, rec: Rec | undefined): AcctDocument {
  const status = text(rec, 'status') ?? '';
  const number = line(rec, 'invoice_number');
  if (status === 'bounced') return { id, number, state: 'failed' };
  return { id, number, state: ['sent', 'legalized', 'printed'].includes(status) ? 'issued' : 'inWork' };
}

/** An unknown job state counts as working; the 15-minute limit ends it anyway. */
function jobIn(rec: Rec): AcctJob {
  const status = text(rec, 'status');
  if (status === 'done') return { is: 'done' };
  if (status !== 'error') return { is: 'working' };
  const errors = texts(rec, 'errors')
    .slice(0, ERRORS_MAX)
    .map((error) => reasonIn([error]));
  return { is: 'failed', errors: errors.length > 0 ? errors : ['The provider gave no reason.'] };
}

function isPdf(file: Uint8Array): boolean {
  return Buffer.from(file.subarray(0, 5)).toString('latin1') === '%PDF-';
}
