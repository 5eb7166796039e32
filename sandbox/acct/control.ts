import {
  BadControl,
  checkSwitches,
  controlBody,
  count,
  oneOf,
  text,
  texts,
  type Switches,
} from '../switches.ts';
import { ruleOf, type Behave } from './behaviour.ts';
import { addCompany, type CompanyOptions } from './company.ts';
import { finishJobs, invoiceOf, type DocumentType } from './documents.ts';
import { cancelled } from './invoices.ts';
import { object, word } from './http.ts';
import type { Answer, ApiRequest, Json } from './http.ts';
import { expire } from './oauth.ts';
import type { World } from './provider.ts';
import type { Row } from './records.ts';
import { refId, refs } from './values.ts';

/** An invoice with all its documents, in the sandbox's own list. */
export interface InvoiceReport {
  readonly companyId: string;
  readonly invoiceId: string;
  readonly order_no: string;
  readonly item_type: string;
  readonly net_total: string;
  readonly total_vat: string;
  readonly currency: string;
  /** As it was given; empty where none was. */
  readonly exchange_rate: string;
  readonly issue_date: string;
  readonly contactId: string;
  readonly createdAt: string;
  readonly payments: number;
  /** Whom the draft bills, and what its note says. */
  readonly tax_number: string;
  readonly billing_address: string;
  readonly city: string;
  readonly district: string;
  readonly is_abroad: boolean;
  readonly note: string;
  readonly documents: readonly DocumentReport[];
}

/** An official document: of which kind, whom it names, and who carries its goods. */
export interface DocumentReport {
  readonly id: string;
  readonly type: DocumentType;
  readonly number: string;
  readonly status: string;
  readonly name: string;
  readonly lines: string;
  readonly shipment: Json | null;
}

const COMPANY_SWITCHES = {
  companyId: text,
  name: text,
  clientId: text,
  clientSecret: text,
  username: text,
  password: text,
  vatRate: count,
  rounding: oneOf('whole', 'line'),
  taxpayers: texts,
} as const satisfies Switches & Record<keyof CompanyOptions, unknown>;

type Control = (world: World, body: Readonly<Record<string, unknown>>) => Answer;

const CONTROLS: Readonly<Record<string, Control>> = {
  'GET companies': ({ store }) => json(200, { companies: store.companies.all() }),
  'POST companies': ({ store, now }, body) => {
    checkSwitches(COMPANY_SWITCHES, body);
    return json(
      201,
      store.together(() => addCompany(store, now(), body)),
    );
  },
  'GET invoices': (world) => json(200, { invoices: invoices(world) }),
  'POST invoices/cancel': ({ store, now }, body) => {
    checkSwitches({ invoiceId: text, document: oneOf('statusWord', 'kept', 'gone') }, body);
    store.together(() => finishJobs(store, now()));
    const row = store
      .rows('sales_invoices')
      .all()
      .find(({ id }) => id === body['invoiceId']);
    if (!row) throw new BadControl('There is no such invoice.', 404);
    const as = (body['document'] ?? 'statusWord') as 'statusWord' | 'kept' | 'gone';
    return json(200, {
      item_type: store.together(() => cancelled(store, now(), row, as)).attributes['item_type'],
    });
  },
  'GET behaviour': ({ behaviour }) => json(200, { behaviour: behaviour.rules }),
  'POST behaviour': (world, body) => {
    behave(world, ruleOf(body));
    return json(200, { behaviour: world.behaviour.rules });
  },
  'DELETE behaviour': ({ behaviour }) => {
    behaviour.reset();
    return json(200, { behaviour: [] });
  },
  'GET rates': ({ rates }) => json(200, rates.settings),
  'POST rates': ({ rates }, body) => json(200, rates.set(body)),
  'DELETE rates': ({ rates }) => {
    rates.reset();
    return json(200, rates.settings);
  },
};

/** The sandbox's control calls, which the real provider does not have. */
export function steer(world: World, request: ApiRequest): Answer {
  try {
    const control = CONTROLS[`${request.method} ${request.path.slice(1).join('/')}`];
    if (!control) throw new BadControl('There is no such control call.', 404);
    return control(world, controlBody(request.body));
  } catch (error) {
    if (error instanceof BadControl) return json(error.httpStatus, { error: error.message });
    throw error;
  }
}

/** Adds a rule. Expiring tokens happens at once and is not kept in the rule. */
export function behave(world: World, { expireTokens, ...rule }: Behave): void {
  const { companyId } = rule;
  if (companyId !== undefined && !world.store.companies.get(companyId))
    throw new BadControl('There is no such company.', 404);
  if (expireTokens !== undefined && expireTokens !== false)
    world.store.together(() => expire(world.store, expireTokens, companyId, world.now()));
  if (Object.keys(rule).some((name) => !AIMS.has(name))) world.behaviour.add(rule);
}

/** Members that only say which calls a rule is for. */
const AIMS = new Set(['companyId', 'method', 'path', 'after']);

/** Every invoice of every company with documents and payments, for tests. Finishes due jobs first. */
export function invoices({ store, now }: World): InvoiceReport[] {
  store.together(() => finishJobs(store, now()));
  const documents = [...store.rows('e_archives').all(), ...store.rows('e_invoices').all()];
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
      exchange_rate: word(row.attributes['exchange_rate']),
      issue_date: word(row.attributes['issue_date']),
      contactId: refId(row, 'contact'),
      createdAt: new Date(row.createdAt).toISOString(),
      payments: refs(row, 'payments').length,
      tax_number: word(row.attributes['tax_number']),
      billing_address: word(row.attributes['billing_address']),
      city: word(row.attributes['city']),
      district: word(row.attributes['district']),
      is_abroad: row.attributes['is_abroad'] === true,
      note: word(row.attributes['invoice_note']),
      documents: documents.filter((each) => invoiceOf(each) === row.id).map(reported),
    }));
}

function reported({ id, type, attributes, aside }: Row): DocumentReport {
  const { name, lines, shipment } = object(aside['printed']);
  return {
    id,
    type: type === 'e_invoices' ? type : 'e_archives',
    number: word(attributes['invoice_number']),
    status: word(attributes['status']),
    name: word(name),
    lines: word(lines),
    shipment: shipment === undefined ? null : object(shipment),
  };
}

function json(status: number, body: unknown): Answer {
  return { status, headers: { 'Content-Type': 'application/json; charset=utf-8' }, body };
}
