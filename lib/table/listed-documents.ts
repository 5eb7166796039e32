import type { CoreApp } from '../app.ts';
import type { DocumentName } from './documents.ts';
import { fieldsOf } from './fields.ts';
import { key } from './schema.ts';
import { range } from './ranges.ts';
import type { Delete, Item, Put } from './table.ts';

/** What operators may list: documents that cannot be made, and those that are late by more than a day. */
export type ListedState = 'FAILED' | 'WAITING';
const STATES = ['FAILED', 'WAITING'] as const satisfies readonly ListedState[];

/** A document that somebody should look at. */
export interface ListedDocument extends DocumentName {
  readonly state: ListedState;
  /** When it came to this (epoch ms). */
  readonly since: number;
  /** Why it cannot be made, or what it waits for. */
  readonly problem: string;
}

/** Lists a document for the tenant's operators. */
export function documentListed({ tenantId, invoiceId, ...document }: ListedDocument): Put {
  return { put: { ...key.documentListed(tenantId, invoiceId), invoiceId, ...document } };
}

/** Takes a document off the operators' list. */
export function documentUnlisted({ tenantId, invoiceId }: DocumentName): Delete {
  return { delete: key.documentListed(tenantId, invoiceId) };
}

/** A tenant's documents that need a person, the oldest invoices first, at most so many. */
export async function listedDocuments(
  app: CoreApp,
  tenant: string,
  limit: number,
): Promise<ListedDocument[]> {
  const items = await app.table.query({ ...range.documentsListed(tenant), limit, consistent: true });
  return items.map((item) => listedFrom(tenant, item));
}

/** The document of an invoice as it is listed, undefined where it is not. One consistent read. */
export async function lookUpListed(
  app: CoreApp,
  tenant: string,
  invoiceId: string,
): Promise<ListedDocument | undefined> {
  const item = await app.table.get(key.documentListed(tenant, invoiceId), { consistent: true });
  return item && listedFrom(tenant, item);
}

function listedFrom(tenantId: string, item: Item): ListedDocument {
  const of = fieldsOf(item);
  return {
    tenantId,
    invoiceId: of.text('invoiceId'),
    subscriberId: of.text('subscriberId'),
    state: of.oneOf('state', STATES),
    since: of.number('since'),
    problem: of.text('problem'),
  };
}
