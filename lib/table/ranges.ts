import { inTenant, key } from './schema.ts';
import type { Key } from './table.ts';

/** A key of no record, for its partition. */
const NO_RECORD = { id: '' };

/** Queries over several items: the partition and, where needed, the sort key's prefix. */
export const range = {
  formCopies: (token: string) => ({ pk: key.form(token).pk, prefix: 'COPY#' }),
  expiredCardForms: (tenant: string, subscriberId: string) => ({
    pk: key.expiredCardForm(tenant, subscriberId, '').pk,
    prefix: 'FORM#',
  }),
  namingAnswers: (tenant: string, subscriberId: string) => ({
    pk: key.namingAnswer(tenant, subscriberId, '').pk,
    prefix: 'ANSWER#',
  }),
  tenants: () => ({ pk: 'TENANTS', prefix: 'T#' }),
  apiKeys: (tenant: string) => ({ pk: key.apiKeysRevision(tenant).pk, prefix: 'APIKEY#' }),
  differences: (tenant: string, state: 'open' | 'closed', kind: string | undefined) => ({
    pk: key.differenceListed(tenant, state, kind, NO_RECORD).pk,
  }),
  compared: (tenant: string, startedAt: number) => ({ pk: key.compared(tenant, startedAt, 1).pk }),
  people: (tenant: string) => ({ pk: key.person(tenant, NO_RECORD).pk, prefix: 'PERSON#' }),
  allSessions: (tenant: string) => ({ pk: key.person(tenant, NO_RECORD).pk, prefix: 'SESSION#' }),
  sessions: (tenant: string, personId: string) => ({
    pk: key.session(tenant, personId, '').pk,
    prefix: key.session(tenant, personId, '').sk,
  }),
  audit: (tenant: string) => ({ pk: key.auditEntry(tenant, NO_RECORD).pk }),
  plans: (tenant: string) => ({ pk: `${inTenant(tenant)}#PLANS`, prefix: 'PLAN#' }),
  documentsListed: (tenant: string) => ({ pk: `${inTenant(tenant)}#DOCS`, prefix: 'DOC#' }),
  customersBeside: (tenant: string, id: string) => ({
    pk: key.customer(tenant, { id, email: '' }).pk,
    prefix: 'CUSTOMER#',
  }),
  begunPurchases: (tenant: string, customerId: string) => ({
    pk: key.customer(tenant, { id: customerId, email: '' }).pk,
    prefix: 'BUY#',
  }),
  invoices: (tenant: string, subscriberId: string) => ({
    pk: `${inTenant(tenant)}#I#${subscriberId}`,
    prefix: 'INV#',
  }),
  refunds: (tenant: string, subscriberId: string) => ({
    pk: `${inTenant(tenant)}#I#${subscriberId}`,
    prefix: 'RFD#',
  }),
  tasks: (tenant: string, state: 'open' | 'done') => ({ pk: key.taskListed(tenant, state, NO_RECORD).pk }),
  invoicesListed: (tenant: string) => ({ pk: key.invoiceNamed(tenant, NO_RECORD).pk }),
  refundsListed: (tenant: string) => ({ pk: key.refundListed(tenant, NO_RECORD).pk }),
  history: (tenant: string, subscriberId: string) => ({
    pk: key.event(tenant, { id: subscriberId }).pk,
    prefix: 'E#',
  }),
  messages: (tenant: string, subscriberId: string) => ({
    pk: key.message(tenant, subscriberId).pk,
    prefix: 'M#',
  }),
  attempts: (tenant: string, eventId: string) => ({
    pk: key.attempt(tenant, eventId, 0).pk,
    prefix: 'ATTEMPT#',
  }),
};

/** Whether an item of a customer's partition is a subscriber (not the customer or a newest invoice). */
export function isSubscriber({ sk }: Key): boolean {
  return sk.startsWith('SUB#') && !sk.endsWith('#LATEST');
}
