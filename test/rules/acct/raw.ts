import type { AcctCompany } from '../../../sandbox/acct/records.ts';

/** A JSON answer as it stands on the wire. */
export interface Raw {
  readonly status: number;
  readonly headers: Headers;
  readonly body: RawBody;
}

export interface RawRecord {
  readonly id: string;
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: Readonly<Record<string, unknown>>;
}

interface RawBody extends Readonly<Record<string, unknown>> {
  readonly data?: RawRecord & readonly RawRecord[];
  readonly included?: readonly RawRecord[];
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly errors?: readonly { readonly title: string; readonly detail: string }[];
}

/** Sends a request as any HTTP client would. */
export async function raw(url: string, options: RequestInit = {}): Promise<Raw> {
  const answer = await fetch(url, options);
  const text = await answer.text();
  const body = (text === '' ? {} : JSON.parse(text)) as RawBody;
  return { status: answer.status, headers: answer.headers, body };
}

/** A client of one company that has logged in, speaking the wire itself. */
export async function logIn(base: string, company: AcctCompany) {
  const { clientId: client_id, clientSecret: client_secret, username, password } = company;
  const form = { grant_type: 'password', client_id, client_secret, username, password };
  const login = await raw(`${base}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  const headers = { Authorization: `Bearer ${String(login.body['access_token'])}` };
  const call = (method: string, path: string, data?: object): Promise<Raw> =>
    raw(`${base}/v4/${company.companyId}/${path}`, {
      method,
      headers: { ...headers, 'Content-Type': 'application/vnd.api+json' },
      ...(data && { body: JSON.stringify({ data }) }),
    });
  const post = async (path: string, data: object): Promise<RawRecord> => {
    const { status, body } = await call('POST', path, data);
    if (status !== 201 || !body.data) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body.data;
  };
  return { headers, call, post };
}

export type Client = Awaited<ReturnType<typeof logIn>>;

const point = (id: string, type: string) => ({ data: { id, type } });

/** A contact as little as it may be. */
export const contact = (name: string, more: object = {}) => ({
  type: 'contacts',
  attributes: { name, account_type: 'customer', city: 'Ankara', ...more },
});

/** A sales invoice of lines, each with its attributes and, unless told otherwise, a product. */
export function invoice(
  contactId: string,
  productId: string | undefined,
  lines: readonly object[],
  more: object = {},
) {
  const data = lines.map((attributes) => ({
    type: 'sales_invoice_details',
    attributes: { quantity: 1, vat_rate: 20, ...attributes },
    ...(productId !== undefined && { relationships: { product: point(productId, 'products') } }),
  }));
  return {
    type: 'sales_invoices',
    attributes: { item_type: 'invoice', issue_date: '2026-01-16', city: 'Ankara', ...more },
    relationships: { contact: point(contactId, 'contacts'), details: { data } },
  };
}

export const archive = (invoiceId: string, attributes: object = {}) => ({
  type: 'e_archives',
  attributes,
  relationships: { sales_invoice: point(invoiceId, 'sales_invoices') },
});

export const payment = (accountId: string, amount: number) => ({
  type: 'payments',
  attributes: { account_id: accountId, date: '2026-01-16', amount },
});
