import { listInboxes, readJob, requestEArchive, requestEInvoice } from './documents.ts';
import { Refused } from './http.ts';
import type { Answer } from './http.ts';
import { cancelInvoice, changeInvoice, listInvoices, makeInvoice, mark, removeInvoice } from './invoices.ts';
import { makePayment, removeTransaction } from './payments.ts';
import { linkToPdf } from './pdf.ts';
import { change, list, make, read, remove } from './resources.ts';
import type { Handler, Visit } from './visit.ts';

/** Every path below `/v4/{company}` that there is. */
const routes: Readonly<Record<string, Handler>> = {
  'GET contacts': list('contacts'),
  'POST contacts': make('contacts'),
  'GET contacts/*': read('contacts'),
  'PUT contacts/*': change('contacts'),
  'DELETE contacts/*': remove('contacts'),
  'GET products': list('products'),
  'POST products': make('products'),
  'GET products/*': read('products'),
  'PUT products/*': change('products'),
  'DELETE products/*': remove('products'),
  'GET accounts': list('accounts'),
  'POST accounts': make('accounts'),
  'GET accounts/*': read('accounts'),
  'PUT accounts/*': change('accounts'),
  'DELETE accounts/*': remove('accounts'),
  'GET sales_invoices': listInvoices,
  'POST sales_invoices': makeInvoice,
  'GET sales_invoices/*': read('sales_invoices'),
  'PUT sales_invoices/*': changeInvoice,
  'DELETE sales_invoices/*': removeInvoice,
  'DELETE sales_invoices/*/cancel': cancelInvoice,
  'PATCH sales_invoices/*/recover': mark({ item_type: 'invoice' }),
  'PATCH sales_invoices/*/archive': mark({ archived: true }),
  'PATCH sales_invoices/*/unarchive': mark({ archived: false }),
  'PATCH sales_invoices/*/convert_to_invoice': mark({ item_type: 'invoice' }),
  'POST sales_invoices/*/payments': makePayment,
  'DELETE transactions/*': removeTransaction,
  'POST e_archives': requestEArchive,
  'GET e_archives/*': read('e_archives'),
  'GET e_archives/*/pdf': linkToPdf('e_archives'),
  'POST e_invoices': requestEInvoice,
  'GET e_invoices/*': read('e_invoices'),
  'GET e_invoices/*/pdf': linkToPdf('e_invoices'),
  'GET trackable_jobs/*': readJob,
  'GET e_invoice_inboxes': listInboxes,
};

/** Answers a request to a company's resources. */
export function visitResource(visit: Visit): Answer {
  const [, , resource = '', id, ...rest] = visit.request.path;
  const pattern = [resource, ...(id === undefined ? [] : ['*']), ...rest].join('/');
  const handler = routes[`${visit.request.method} ${pattern}`];
  if (!handler) throw new Refused(404, 'Not Found', 'No route matches.');
  return handler(visit, id ?? '');
}

/** The bearer's user. */
export function me({ company, now }: Pick<Visit, 'company' | 'now'>): Answer {
  const role = { id: company.companyId, type: 'user_roles' };
  const own = { id: company.companyId, type: 'companies' };
  const attributes = { name: company.name, email: company.username, is_confirmed: true };
  const created_at = new Date(now).toISOString();
  const included = [
    { ...role, attributes: {}, relationships: { company: { data: own } } },
    { ...own, attributes: { name: company.name }, relationships: {} },
  ];
  const relationships = { user_roles: { data: [role] }, companies: { data: [own] }, profile: { meta: {} } };
  const data = { id: company.companyId, type: 'users', attributes, relationships, meta: { created_at } };
  return { status: 200, body: { data, included } };
}
