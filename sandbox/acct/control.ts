import type { Behave } from './behaviour.ts';
import { addCompany } from './company.ts';
import { finishJobs } from './documents.ts';
import { jsonOf, Refused, word } from './http.ts';
import type { Answer, ApiRequest } from './http.ts';
import { expire } from './oauth.ts';
import type { World } from './provider.ts';
import { refId, refs } from './values.ts';

/** An invoice as the sandbox's own list tells it, with every document ever made for it. */
export interface InvoiceReport {
  readonly companyId: string;
  readonly invoiceId: string;
  readonly order_no: string;
  readonly item_type: string;
  readonly net_total: string;
  readonly total_vat: string;
  readonly currency: string;
  readonly issue_date: string;
  readonly contactId: string;
  readonly createdAt: string;
  readonly payments: number;
  readonly documents: readonly { readonly id: string; readonly number: string; readonly status: string }[];
}

/** What tests and people steer the sandbox by; the real provider has none of it. */
export function steer(world: World, request: ApiRequest): Answer {
  const { store, behaviour } = world;
  switch (`${request.method} ${request.path.join('/')}`) {
    case 'GET sandbox/companies':
      return json(200, { companies: store.companies.all() });
    case 'POST sandbox/companies':
      return json(
        201,
        store.together(() => addCompany(store, world.now(), jsonOf(request))),
      );
    case 'GET sandbox/invoices':
      return json(200, { invoices: invoices(world) });
    case 'GET sandbox/behaviour':
      return json(200, { behaviour: behaviour.rules });
    case 'POST sandbox/behaviour':
      behave(world, jsonOf(request));
      return json(200, { behaviour: behaviour.rules });
    case 'DELETE sandbox/behaviour':
      behaviour.reset();
      return json(200, { behaviour: [] });
    default:
      throw new Refused(404, 'Not Found', 'No route matches.');
  }
}

export function behave(world: World, rule: Behave): void {
  const { expireTokens, companyId } = rule;
  if (expireTokens === undefined || expireTokens === false) world.behaviour.add(rule);
  else world.store.together(() => expire(world.store, expireTokens, companyId, world.now()));
}

export function invoices({ store, now }: World): InvoiceReport[] {
  store.together(() => finishJobs(store, now()));
  const documents = store.rows('e_archives').all();
  return store
    .rows('sales_invoices')
    .all()
    .map((row) => ({
      companyId: row.companyId,
      invoiceId: row.id,
      order_no: word(row.attributes['order_no']),
      item_type: word(row.attributes['item_type']),
      net_total: word(row.attributes['net_total']),
      total_vat: word(row.attributes['total_vat']),
      currency: word(row.attributes['currency']),
      issue_date: word(row.attributes['issue_date']),
      contactId: refId(row, 'contact'),
      createdAt: new Date(row.createdAt).toISOString(),
      payments: refs(row, 'payments').length,
      documents: documents
        .filter((each) => refId(each, 'sales_invoice') === row.id)
        .map(({ id, attributes }) => ({
          id,
          number: word(attributes['invoice_number']),
          status: word(attributes['status']),
        })),
    }));
}

function json(status: number, body: unknown): Answer {
  return { status, headers: { 'Content-Type': 'application/json; charset=utf-8' }, body };
}
