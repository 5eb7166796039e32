import { randomUUID } from 'node:crypto';
import type { Store } from './store.ts';
import type { Row } from './records.ts';
import { notFound, object, word } from './http.ts';
import type { Answer, Json } from './http.ts';
import { one } from './invoices.ts';
import { listed, single } from './render.ts';
import { checkAddress, recordIn } from './resources.ts';
import { DRAFT, E_INVOICE, STAGES, stageAt, type Stage } from './stages.ts';
import { isCompanyNumber, isPersonNumber } from './tax-number.ts';
import { refId, refs } from './values.ts';
import { findRow, refuse, rowsOf } from './visit.ts';
import type { Visit } from './visit.ts';
import { wording } from './wordings.ts';

const jobLifeMs = 15 * 60_000;
const USUAL_JOB_MS = 2_000;

/** The kinds of official documents, and how each relates to its invoice. */
export type DocumentType = 'e_archives' | 'e_invoices';
const INVOICE_RELATION = { e_archives: 'sales_invoice', e_invoices: 'invoice' } as const;

/** The id of the invoice that a document is of. */
export const invoiceOf = (document: Row): string =>
  refId(document, document.type === 'e_invoices' ? 'invoice' : 'sales_invoice');

/** Starts an e-archive document. */
export function requestEArchive(visit: Visit): Answer {
  const { attributes, relationships } = recordIn(visit);
  const invoice = draftOf(visit, relationships, 'e_archives');
  const sale = attributes['internet_sale'];
  const parts = ['url', 'payment_type', 'payment_platform', 'payment_date'];
  if (sale !== undefined && parts.some((part) => word(object(sale)[part]) === ''))
    refuse(visit, 'internetSale');
  const { shipment } = attributes;
  if (
    hasGoods(visit, invoice) &&
    !isShipment(shipment) &&
    visit.rules.setting('goodsShipment') !== 'optional'
  )
    refuse(visit, 'shipment');
  const isTaxpayer = inboxesOf(visit, word(invoice.attributes['tax_number'])).length > 0;
  const isRefused = isTaxpayer && visit.rules.setting('taxpayerEArchive') === 'refused';
  return startJob(visit, invoice, {
    type: 'e_archives',
    stages: isTaxpayer ? DRAFT : stagesOf(visit),
    errors: isRefused ? [wording('taxpayer', visit.rules)] : errorsOf(visit, invoice, attributes),
    shipment,
  });
}

/** Starts an e-invoice to the inbox of a registered taxpayer. */
export function requestEInvoice(visit: Visit): Answer {
  const { attributes, relationships } = recordIn(visit);
  const invoice = draftOf(visit, relationships, 'e_invoices');
  const isTheirs = inboxesOf(visit, word(invoice.attributes['tax_number'])).some(
    (inbox) => inbox.attributes['e_invoice_address'] === attributes['to'] && takesInvoices(inbox),
  );
  if (!isTheirs) refuse(visit, 'inbox');
  const errors = errorsOf(visit, invoice, attributes);
  return startJob(visit, invoice, { type: 'e_invoices', stages: E_INVOICE, errors });
}

/** The inboxes, by their numbers as the provider knows them. */
export function listInboxes(visit: Visit): Answer {
  const isBare = visit.rules.setting('inboxNumbers') === 'withoutZero';
  const known = ({ attributes }: Row) => (isBare ? bare(attributes['vkn']) : attributes['vkn']);
  const rows = rowsOf(visit, 'e_invoice_inboxes');
  return listed(
    visit,
    'e_invoice_inboxes',
    rows.map((row) => ({ ...row, attributes: { ...row.attributes, vkn: known(row) } })),
  );
}

const bare = (number: unknown) => word(number).replace(/^0+/, '');

function inboxesOf(visit: Visit, taxNumber: string): Row[] {
  return rowsOf(visit, 'e_invoice_inboxes').filter((row) => bare(row.attributes['vkn']) === bare(taxNumber));
}

/** Inboxes for sending, and for waybills, take no invoices. */
const takesInvoices = ({ attributes }: Row): boolean =>
  !['GB', 'DESPATCH'].includes(word(attributes['inbox_type']).toUpperCase());

/** The invoice that a document is asked for, which must not have one. */
function draftOf(visit: Visit, relationships: Json, type: DocumentType): Row {
  const { id } = one(visit, relationships, INVOICE_RELATION[type], 'sales_invoices');
  const invoice = findRow(visit, 'sales_invoices', id);
  if (invoice.relationships['active_e_document']) refuse(visit, 'documentExists');
  const { order_no, order_date } = invoice.attributes;
  if ((word(order_no) === '') !== (word(order_date) === '')) refuse(visit, 'orderWithoutDate');
  checkAddress(visit, invoice.attributes);
  return invoice;
}

/** Whether goods are on an invoice: a product of which the company keeps a stock. */
function hasGoods({ store }: Visit, invoice: Row): boolean {
  return refs(invoice, 'details').some((line) => {
    const product = store.follow(line)?.relationships['product'];
    return [product ?? []].flat().some((ref) => store.follow(ref)?.attributes['inventory_tracking'] === true);
  });
}

/** A company carries by its tax number, a courier by their identity number. */
function isShipment(given: unknown): boolean {
  const { title, vkn, name, tckn, date } = object(given);
  const isCompany = word(title) !== '' && isCompanyNumber(word(vkn));
  const isCourier = word(name) !== '' && isPersonNumber(word(tckn));
  return (isCompany || isCourier) && word(date) !== '';
}

function stagesOf({ rules }: Visit): readonly Stage[] {
  const status = rules.setting('documentStatus');
  if (status !== undefined) return [{ afterMs: 0, status, isNumbered: true }];
  return STAGES[rules.setting('eArchiveStatuses') ?? 'reported'];
}

interface Started {
  readonly type: DocumentType;
  readonly stages: readonly Stage[];
  readonly errors: readonly string[];
  readonly shipment?: unknown;
}

/**
 * Starts the job that makes a document. While an earlier one is in progress a second one is accepted, and makes a second
 * document: nothing published rules that out, and a client must not rely on it.
 */
function startJob(visit: Visit, invoice: Row, started: Started): Answer {
  const jobMs = visit.rules.setting('jobMs') ?? USUAL_JOB_MS;
  const job = visit.store.insert(visit.now, {
    type: 'trackable_jobs',
    companyId: visit.company.companyId,
    attributes: { status: 'pending', errors: [] },
    aside: {
      ...started,
      invoiceId: invoice.id,
      runningAt: visit.now + jobMs / 2,
      endsAt: visit.now + jobMs,
      nameTakenAt: visit.rules.setting('documentName') ?? 'whenMade',
      prints: visit.rules.setting('pdfLines') ?? 'product',
      cancellable: visit.rules.setting('cancellableUntil') ?? 'sevenDays',
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
  const isExplained = word(attributes['vat_exemption_reason_code']) !== '';
  return untaxed && !isExplained ? [wording('exemption', visit.rules)] : [];
}

/** Advances every job and document to the current time. Jobs end even when they can no longer be queried. */
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
  for (const type of ['e_archives', 'e_invoices'] as const)
    for (const document of store.rows(type).all()) advance(store, document, now);
}

/** A document's state at its age; its number shows from the stage that has one. */
function advance(store: Store, document: Row, now: number): void {
  const { stages, number } = document.aside;
  const stage = stageAt(stages as readonly Stage[], now - document.createdAt);
  if (!stage || stage.status === document.attributes['status']) return;
  const invoice_number = stage.isNumbered ? word(number) : null;
  store.change(now, document, { attributes: { status: stage.status, invoice_number } });
  const invoice = store.row('sales_invoices', document.companyId, invoiceOf(document));
  if (invoice && stage.isNumbered) store.change(now, invoice, { attributes: { invoice_no: invoice_number } });
}

const SEVEN_DAYS_MS = 7 * 86_400_000;

/** Until when a document made at `at` says that it can be cancelled. */
function cancellableUntil(job: Row, at: number): string | null {
  const how = job.aside['cancellable'];
  if (how === 'none') return null;
  const until = how === 'past' ? at - 1 : at + SEVEN_DAYS_MS;
  const inTurkey = new Date(until + 3 * 3_600_000).toISOString().slice(0, 19);
  return how === 'withoutZone' ? inTurkey.replace('T', ' ') : `${inTurkey}+03:00`;
}

function makeDocument(store: Store, job: Row, at: number): void {
  const invoice = store.row('sales_invoices', job.companyId, word(job.aside['invoiceId']));
  if (!invoice) return;
  const type = job.aside['type'] === 'e_invoices' ? 'e_invoices' : 'e_archives';
  const count = store.rows(type).all().length + 1;
  const document = store.insert(at, {
    type,
    companyId: job.companyId,
    attributes: {
      uuid: randomUUID(),
      vkn: invoice.attributes['tax_number'] ?? null,
      invoice_number: null,
      note: invoice.attributes['invoice_note'] ?? null,
      status: null,
      is_printed: false,
      is_signed: true,
      printed_at: null,
      cancellable_until: type === 'e_archives' ? cancellableUntil(job, at) : null,
    },
    relationships: { [INVOICE_RELATION[type]]: { id: invoice.id, type: 'sales_invoices' } },
    aside: {
      pdfCalls: 0,
      stages: job.aside['stages'],
      number: `${type === 'e_archives' ? 'SBX' : 'SBF'}${new Date(at).getUTCFullYear()}${String(count).padStart(9, '0')}`,
      printed: printedOn(store, invoice, job),
    },
  });
  store.change(at, invoice, { relationships: { active_e_document: { id: document.id, type } } });
  advance(store, document, at);
}

/** What a document says: whom it names, what was sold, and who carries it. */
function printedOn(store: Store, invoice: Row, { aside }: Row): Json {
  const contact = store.row('contacts', invoice.companyId, refId(invoice, 'contact'));
  const name =
    aside['nameTakenAt'] === 'whenMade' ? contact?.attributes['name'] : invoice.aside['contactName'];
  const lines = refs(invoice, 'details').map((ref) => {
    const line = store.follow(ref);
    const product = [line?.relationships['product'] ?? []].flat().map((each) => store.follow(each))[0];
    return word(aside['prints'] === 'line' ? line?.attributes['description'] : product?.attributes['name']);
  });
  const { billing_address: address, city, district, invoice_note: note } = invoice.attributes;
  const { shipment } = aside;
  return {
    name,
    lines: lines.join(', '),
    address,
    city,
    district,
    note,
    ...(shipment !== undefined && { shipment }),
  };
}

/** A job is forgotten after 15 minutes. It never names the document. */
export function readJob(visit: Visit, id: string): Answer {
  const job = findRow(visit, 'trackable_jobs', id);
  if (visit.now - job.createdAt >= jobLifeMs) throw notFound('TrackableJob', id);
  return single(visit, job);
}
