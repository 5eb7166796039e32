import { randomUUID } from 'node:crypto';
import type { Store } from './store.ts';
import type { Row } from './records.ts';
import { notFound, object, word } from './http.ts';
import type { Answer, Json } from './http.ts';
import { one } from './invoices.ts';
import { single } from './render.ts';
import { recordIn } from './resources.ts';
import { refs } from './values.ts';
import { findRow, refuse, rowsOf } from './visit.ts';
import type { Visit } from './visit.ts';
import { wording } from './wordings.ts';

const jobLifeMs = 15 * 60_000;
const USUAL_JOB_MS = 2_000;

/**
 * Starts an e-archive document. While an earlier job is in progress a second one is accepted, and makes a second
 * document: nothing published rules that out, and a client must not rely on it.
 */
export function requestDocument(visit: Visit): Answer {
  const { attributes, relationships } = recordIn(visit);
  const { id: invoiceId } = one(visit, relationships, 'sales_invoice', 'sales_invoices');
  const invoice = findRow(visit, 'sales_invoices', invoiceId);
  if (invoice.relationships['active_e_document']) refuse(visit, 'documentExists');
  const { order_no, order_date } = invoice.attributes;
  if ((word(order_no) === '') !== (word(order_date) === '')) refuse(visit, 'orderWithoutDate');
  const sale = attributes['internet_sale'];
  const parts = ['url', 'payment_type', 'payment_platform', 'payment_date'];
  if (sale !== undefined && parts.some((part) => word(object(sale)[part]) === ''))
    refuse(visit, 'internetSale');
  const jobMs = visit.rules.setting('jobMs') ?? USUAL_JOB_MS;
  const job = visit.store.insert(visit.now, {
    type: 'trackable_jobs',
    companyId: visit.company.companyId,
    attributes: { status: 'pending', errors: [] },
    aside: {
      invoiceId,
      runningAt: visit.now + jobMs / 2,
      endsAt: visit.now + jobMs,
      errors: errorsOf(visit, invoice, attributes),
      documentStatus: visit.rules.setting('documentStatus') ?? 'sent',
    },
  });
  finishJobs(visit.store, visit.now);
  return single(visit, findRow(visit, 'trackable_jobs', job.id), 201);
}

/** The errors that the job will end with, if any. */
function errorsOf(visit: Visit, invoice: Row, attributes: Json): readonly string[] {
  const fail = visit.rules.setting('failJobs') ?? false;
  if (fail === true) return [wording('jobFailed', visit.rules)];
  if (fail !== false) return fail;
  const untaxed = refs(invoice, 'details').some(
    (ref) => Number(visit.store.follow(ref)?.attributes['vat_rate']) === 0,
  );
  if (untaxed && word(attributes['vat_exemption_reason_code']) === '')
    return [wording('exemption', visit.rules)];
  const taxNumber = word(invoice.attributes['tax_number']);
  const registered = rowsOf(visit, 'e_invoice_inboxes').some((row) => row.attributes['vkn'] === taxNumber);
  return registered ? [wording('taxpayer', visit.rules)] : [];
}

/** Advances every job to the current time. Jobs end even when they can no longer be queried. */
export function finishJobs(store: Store, now: number): void {
  for (const job of store.rows('trackable_jobs').all()) {
    const status = job.attributes['status'];
    if (status === 'done' || status === 'error') continue;
    const endsAt = Number(job.aside['endsAt']);
    if (now < endsAt) {
      if (status === 'pending' && now >= Number(job.aside['runningAt']))
        store.change(now, job, { attributes: { status: 'running' } });
      continue;
    }
    const errors = Array.isArray(job.aside['errors']) ? job.aside['errors'] : [];
    if (errors.length === 0) makeDocument(store, job, endsAt);
    store.change(endsAt, job, { attributes: { status: errors.length > 0 ? 'error' : 'done', errors } });
  }
}

function makeDocument(store: Store, job: Row, at: number): void {
  const invoice = store.row('sales_invoices', job.companyId, word(job.aside['invoiceId']));
  if (!invoice) return;
  const year = new Date(at).getUTCFullYear();
  const count = store.rows('e_archives').all().length + 1;
  const document = store.insert(at, {
    type: 'e_archives',
    companyId: job.companyId,
    attributes: {
      uuid: randomUUID(),
      vkn: invoice.attributes['tax_number'] ?? null,
      invoice_number: `SBX${year}${String(count).padStart(9, '0')}`,
      note: null,
      status: job.aside['documentStatus'],
      is_printed: false,
      is_signed: true,
      printed_at: null,
      cancellable_until: null,
    },
    relationships: { sales_invoice: { id: invoice.id, type: 'sales_invoices' } },
    aside: { pdfCalls: 0 },
  });
  store.change(at, invoice, {
    attributes: { invoice_no: document.attributes['invoice_number'] },
    relationships: { active_e_document: { id: document.id, type: 'e_archives' } },
  });
}

/** A job is forgotten after 15 minutes. It never names the document. */
export function readJob(visit: Visit, id: string): Answer {
  const job = findRow(visit, 'trackable_jobs', id);
  if (visit.now - job.createdAt >= jobLifeMs) throw notFound('TrackableJob', id);
  return single(visit, job);
}
