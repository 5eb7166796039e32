import type { Ref, Row } from './records.ts';
import type { Store } from './store.ts';
import { badRequest, notFound, object, word } from './http.ts';
import type { Answer, Json } from './http.ts';
import { pay } from './payments.ts';
import { single } from './render.ts';
import { checkTaxNumber, list, recordIn } from './resources.ts';
import { totals, written } from './totals.ts';
import { refId, refs } from './values.ts';
import { findRow, refuse } from './visit.ts';
import type { Visit } from './visit.ts';

const itemTypes =
  'invoice export estimate cancelled recurring_invoice recurring_estimate recurring_export refund'.split(' ');
const currencies = ['TRL', 'USD', 'EUR', 'GBP'];
const listedUnasked = ['invoice', 'refund', 'estimate'];

/** Without a filter, lists contain what `listedUnasked` names; never cancelled invoices. */
export function listInvoices(visit: Visit): Answer {
  const asked = [...visit.request.url.searchParams.keys()].some((key) => key.startsWith('filter[item_type]'));
  const shows = (row: Row): boolean => {
    const type = word(row.attributes['item_type']);
    const isHidden =
      row.attributes['archived'] === true && visit.rules.setting('archivedInvoices') !== 'listed';
    return type !== 'cancelled' && !isHidden && (asked || listedUnasked.includes(type));
  };
  return list('sales_invoices', shows)(visit, '');
}

/** Makes an invoice. There is no idempotency: the same request twice makes two. */
export function makeInvoice(visit: Visit): Answer {
  const { attributes, relationships } = recordIn(visit);
  if (attributes['item_type'] === 'refund' && visit.rules.setting('returnInvoices') === 'refused')
    refuse(visit, 'itemType');
  check(visit, attributes);
  const contact = one(visit, relationships, 'contact', 'contacts');
  const lines = linesIn(visit, relationships);
  const row = visit.store.insert(visit.now, {
    type: 'sales_invoices',
    companyId: visit.company.companyId,
    attributes: {
      currency: 'TRL',
      due_date: attributes['issue_date'],
      archived: false,
      invoice_no: [attributes['invoice_series'], attributes['invoice_id']]
        .map(word)
        .filter(Boolean)
        .join(' '),
      ...attributes,
      ...sums(visit, lines),
    },
    relationships: { contact, details: keepLines(visit, lines), payments: [], active_e_document: null },
    aside: { contactName: visit.store.follow(contact)?.attributes['name'] },
  });
  if (attributes['cash_sale'] !== true) return single(visit, row, 201);
  const { payment_account_id: account_id, payment_date: date } = attributes;
  pay(visit, row, { account_id, date, amount: row.attributes['net_total'] });
  return single(visit, findRow(visit, 'sales_invoices', row.id), 201);
}

/** Changes a draft; lines, where given, replace those there were. */
export function changeInvoice(visit: Visit, id: string): Answer {
  const row = draft(visit, id);
  const { attributes, relationships } = recordIn(visit);
  check(visit, { ...row.attributes, ...attributes });
  const contact =
    relationships['contact'] === undefined ? undefined : one(visit, relationships, 'contact', 'contacts');
  const moved = contact && {
    relationships: { contact },
    aside: { contactName: visit.store.follow(contact)?.attributes['name'] },
  };
  if (relationships['details'] === undefined)
    return single(visit, visit.store.change(visit.now, row, { attributes, ...moved }));
  const lines = linesIn(visit, relationships);
  for (const { id: line } of refs(row, 'details')) visit.store.rows('sales_invoice_details').remove(line);
  const changed = { attributes: { ...attributes, ...sums(visit, lines) } };
  const details = { details: keepLines(visit, lines), ...(contact && { contact }) };
  return single(visit, visit.store.change(visit.now, row, { ...moved, ...changed, relationships: details }));
}

/** Deletes an invoice, which must still be a draft. */
export function removeInvoice(visit: Visit, id: string): Answer {
  visit.store.rows('sales_invoices').remove(draft(visit, id).id);
  return { status: 204 };
}

/** Cancels an invoice. What that does to an official document is not confirmed. */
export function cancelInvoice(visit: Visit, id: string): Answer {
  const row = findRow(visit, 'sales_invoices', id);
  const how = visit.rules.setting('officialCancel') ?? 'both';
  const document = documentOf(visit.store, row);
  const until = Date.parse(word(document?.attributes['cancellable_until']));
  if (document && (how === 'refused' || (how === 'untilDeadline' && !(visit.now < until))))
    refuse(visit, 'official');
  const as = how === 'record' ? 'kept' : (visit.rules.setting('cancelledDocument') ?? 'statusWord');
  return single(visit, cancelled(visit.store, visit.now, row, as));
}

const documentOf = (store: Store, row: Row): Row | undefined => {
  const [ref] = refs(row, 'active_e_document');
  return ref && store.follow(ref);
};

/** Cancels an invoice with its document, which shows it by a word of its status, not at all, or by being gone. */
export function cancelled(store: Store, now: number, row: Row, as: 'statusWord' | 'kept' | 'gone'): Row {
  const document = documentOf(store, row);
  if (document && as === 'statusWord')
    store.change(now, document, {
      attributes: { status: 'cancelled' },
      aside: { ...document.aside, stages: [] },
    });
  const gone = as === 'gone' ? { relationships: { active_e_document: null } } : {};
  return store.change(now, row, { attributes: { item_type: 'cancelled' }, ...gone });
}

/** An action that does nothing but set attributes of an invoice. */
export const mark =
  (attributes: Json) =>
  (visit: Visit, id: string): Answer =>
    single(visit, visit.store.change(visit.now, findRow(visit, 'sales_invoices', id), { attributes }));

function draft(visit: Visit, id: string): Row {
  const row = findRow(visit, 'sales_invoices', id);
  if (refId(row, 'active_e_document') !== '') refuse(visit, 'official');
  return row;
}

function check(visit: Visit, attributes: Json): void {
  if (!itemTypes.includes(word(attributes['item_type']))) refuse(visit, 'itemType');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(word(attributes['issue_date']))) refuse(visit, 'issueDate');
  if (!currencies.includes(word(attributes['currency'] ?? 'TRL'))) refuse(visit, 'currency');
  const paid = [attributes['payment_account_id'], attributes['payment_date']].every(
    (value) => word(value) !== '',
  );
  if (attributes['cash_sale'] === true && !paid) refuse(visit, 'cashSale');
  checkTaxNumber(visit, attributes);
}

/** The one record a relation must point at. */
export function one(
  visit: Visit,
  relationships: Json,
  name: string,
  type: 'contacts' | 'products' | 'sales_invoices',
): Ref {
  const id = word(object(object(relationships[name])['data'])['id']);
  if (id === '') throw badRequest(`${name} must have exactly one element`);
  return { id: findRow(visit, type, id).id, type };
}

interface NewLine {
  readonly attributes: Json;
  readonly product: Ref;
}

function linesIn(visit: Visit, relationships: Json): readonly NewLine[] {
  const { data } = object(relationships['details']);
  if (!Array.isArray(data)) throw badRequest('details must have at least one element');
  return data.map((line: unknown) => {
    const { id, attributes, relationships: relations } = object(line);
    if (word(id) !== '') throw notFound('SalesInvoiceDetail', word(id));
    const fields = object(attributes);
    if (word(object(object(object(relations)['product'])['data'])['id']) === '')
      refuse(visit, 'lineWithoutProduct');
    if (word(fields['quantity']) === '') refuse(visit, 'quantity');
    if (word(fields['unit_price']) === '') refuse(visit, 'unitPrice');
    if (word(fields['vat_rate']) === '') refuse(visit, 'vatRate');
    return { attributes: fields, product: one(visit, object(relations), 'product', 'products') };
  });
}

function keepLines(visit: Visit, lines: readonly NewLine[]): readonly Ref[] {
  const { companyId } = visit.company;
  const type = 'sales_invoice_details';
  return lines.map(({ attributes, product }) => {
    const net_total = written(totals([attributes], visit.company.rounding).gross);
    const row = {
      type,
      companyId,
      attributes: { ...attributes, net_total },
      relationships: { product },
    } as const;
    return { id: visit.store.insert(visit.now, row).id, type };
  });
}

function sums(visit: Visit, lines: readonly NewLine[]): Json {
  const sum = totals(
    lines.map((line) => line.attributes),
    visit.company.rounding,
  );
  const net_total = written(sum.net);
  const gross_total = written(sum.gross);
  const left = { remaining: net_total, remaining_in_trl: net_total, payment_status: 'unpaid' };
  return { net_total, gross_total, before_taxes_total: gross_total, total_vat: written(sum.vat), ...left };
}
