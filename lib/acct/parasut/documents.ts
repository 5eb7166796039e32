import type { Acct, AcctAccount, AcctJob, AcctStanding } from '../acct.ts';
import type { AcctDocument } from '../../billing/document-progress.ts';
import { invalidResponse, readOne, reasonIn } from './answer.ts';
import { eArchiveBody, eInvoiceBody } from './bodies.ts';
import type { Calls } from './call.ts';
import { fetchInvoice } from './invoices.ts';
import { line, related, text, texts, type Rec } from './records.ts';

/** The provider's kinds of official documents. */
const E_ARCHIVES = 'e_archives';
const E_INVOICES = 'e_invoices';

/** The most errors of a job that are stored: what one says is hardly new after these. */
const ERRORS_MAX = 10;

/** Official documents of invoices, their jobs and their files. */
export function documents(
  account: AcctAccount,
  calls: Calls,
): Pick<Acct, 'readDocument' | 'readStanding' | 'requestDocument' | 'readJob' | 'fetchPdf'> {
  return {
    async readDocument(invoiceId) {
      const answer = await fetchInvoice(calls, invoiceId, 'active_e_document');
      if (!answer.ok) return answer;
      const [rec] = answer.value.data;
      if (!rec) return invalidResponse(200);
      const ref = related(rec, 'active_e_document');
      if (!ref) return { ok: true, value: undefined };
      if (ref === 'unreadable') return invalidResponse(200);
      if (ref.type !== E_ARCHIVES && ref.type !== E_INVOICES)
        return { ok: false, is: 'refused', message: `It already has ${ref.type} ${ref.id}.` };
      const found = answer.value.included.find((each) => each.id === ref.id && each.type === ref.type);
      return { ok: true, value: documentIn(ref, found) };
    },

    async readStanding(invoiceId) {
      const answer = await fetchInvoice(calls, invoiceId, 'active_e_document');
      if (!answer.ok) return answer;
      const [rec] = answer.value.data;
      if (!rec) return invalidResponse(200);
      const ref = related(rec, 'active_e_document');
      if (ref === 'unreadable') return invalidResponse(200);
      const isCancelled = text(rec, 'item_type') === CANCELLED_INVOICE;
      if (isCancelled || ref?.type !== E_ARCHIVES)
        return { ok: true, value: { isCancelled, cancellableUntil: undefined, madeAt: undefined } };
      const archive = await calls.call({ method: 'GET', path: [E_ARCHIVES, ref.id] });
      return readOne(archive, standingIn);
    },

    async requestDocument({ inbox, ...ask }) {
      const type = inbox === undefined ? E_ARCHIVES : E_INVOICES;
      const body =
        inbox === undefined ? eArchiveBody(account, ask) : eInvoiceBody(account, { ...ask, inbox });
      return readOne(await calls.call({ method: 'POST', path: [type], body }), (rec) =>
        rec.type === type
          ? { is: 'document' as const, document: documentIn(rec, rec) }
          : { is: 'job' as const, jobId: rec.id },
      );
    },

    async readJob(jobId) {
      return readOne(await calls.call({ method: 'GET', path: ['trackable_jobs', jobId] }), jobIn);
    },

    async fetchPdf({ id, isEInvoice }) {
      const path = [isEInvoice ? E_INVOICES : E_ARCHIVES, id, 'pdf'];
      const answer = await calls.call({ method: 'GET', path });
      if (!answer.ok) return answer;
      const address = text(answer.value.data[0], 'url');
      if (address === undefined) return { ok: true, value: undefined };
      const pdf = await calls.file(address);
      return pdf.ok && !isPdf(pdf.value) ? invalidResponse(200) : pdf;
    },
  };
}

/** The states of a document that was turned back, or that a person has cancelled. */
const TURNED_BACK: ReadonlySet<string> = new Set(
  'bounced error failed rejected cancelled canceled'.split(' '),
);
/** The other states that were seen or are documented; the list is open. */
const KNOWN: ReadonlySet<string> = new Set(
  'waiting reporting reported sent printed legalized successful'.split(' '),
);

const CANCELLED_INVOICE = 'cancelled';
const CANCELLED: ReadonlySet<string> = new Set(['cancelled', 'canceled']);

const standingIn = (archive: Rec): AcctStanding => ({
  isCancelled: CANCELLED.has(line(archive, 'status')?.toLowerCase() ?? ''),
  cancellableUntil: instantIn(archive, 'cancellable_until'),
  madeAt: instantIn(archive, 'created_at'),
});

/** An instant (epoch ms), in Turkey where it names no zone; undefined where there is none. */
function instantIn(rec: Rec, field: string): number | undefined {
  const written = text(rec, field);
  if (written === undefined) return undefined;
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/i.test(written);
  const at = Date.parse(hasZone ? written : `${written.replace(' ', 'T')}+03:00`);
  return Number.isNaN(at) ? undefined : at;
}

/** A document with its official number is issued, whatever its status says, unless that says it was turned back. */
function documentIn({ id, type }: Pick<Rec, 'id' | 'type'>, rec: Rec | undefined): AcctDocument {
  const status = line(rec, 'status')?.toLowerCase() ?? '';
  const number = line(rec, 'invoice_number');
  const isEInvoice = type === E_INVOICES || undefined;
  const isOfficial = number !== undefined || (isEInvoice && status === 'successful');
  const unlessTurnedBack = isOfficial ? 'issued' : 'inWork';
  const state = TURNED_BACK.has(status) ? 'failed' : unlessTurnedBack;
  const isKnown = status === '' || KNOWN.has(status) || TURNED_BACK.has(status);
  return { id, isEInvoice, number, state, ...(!isKnown && { unknownStatus: status }) };
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
