import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import type { DocumentName } from './documents.ts';
import { fieldsOf } from '../fields.ts';
import { key } from '../schema.ts';
import { range } from '../ranges.ts';
import type { Delete, Item, Put } from '../table.ts';

/** The documents that operators may list: those that failed, and those more than a day late. */
export type ListedDocumentState = 'FAILED' | 'WAITING';
const STATES = ['FAILED', 'WAITING'] as const satisfies readonly ListedDocumentState[];

/** A document that needs a person's attention. */
export interface ListedDocument extends DocumentName {
  readonly state: ListedDocumentState;
  /** When it entered this state (epoch ms). */
  readonly since: number;
  /** Why it failed, or what it waits for. */
  readonly problem: string;
}

/** Adds a document to the tenant's list for operators. */
export function documentListed({ tenantId, invoiceId, ...document }: ListedDocument): Put {
  return { put: { ...key.documentListed(tenantId, invoiceId), invoiceId, ...document } };
}

/** Removes a document from the list for operators. */
export function documentUnlisted({ tenantId, invoiceId }: DocumentName): Delete {
  return { delete: key.documentListed(tenantId, invoiceId) };
}

/** A tenant's listed documents, oldest invoices first, up to `limit`. */
export async function listedDocuments(app: CoreApp & OfTenant, limit: number): Promise<ListedDocument[]> {
  const items = await app.table.query({ ...range.documentsListed(app.tenantId), limit, consistent: true });
  return items.map((item) => listedFrom(app.tenantId, item));
}

/** An invoice's listed document; undefined if it is not listed. One consistent read. */
export async function lookUpListed(
  app: CoreApp & OfTenant,
  invoiceId: string,
): Promise<ListedDocument | undefined> {
  const item = await app.table.get(key.documentListed(app.tenantId, invoiceId), { consistent: true });
  return item && listedFrom(app.tenantId, item);
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
