import { NOT_STARTED, PROGRESS, type Progress } from '../../billing/document-progress.ts';
import type { CoreApp } from '../../runtime/app.ts';
import type { Invoice } from '../../billing/invoice.ts';
import type { Subscription } from '../../billing/subscription.ts';
import { fieldsOf } from '../fields.ts';
import { invoiceFrom } from '../subscribers/invoices.ts';
import { due } from '../work/due.ts';
import { key } from '../schema.ts';
import { subscriptionFrom } from '../subscribers/stored-subscription.ts';
import { onConflict, tryWrite, type Clause, type Put } from '../table.ts';
import { documentWork } from '../work/works.ts';

/** Identifies the document of an invoice. */
export interface DocumentName {
  readonly tenantId: string;
  readonly subscriberId: string;
  readonly invoiceId: string;
}

/** The document of an invoice with all that its next step needs. */
export interface StoredDocument {
  readonly invoice: Invoice;
  /** When the next step is due (epoch ms); undefined once the document is final. */
  readonly dueAt: number | undefined;
  readonly subscription: Subscription | undefined;
  readonly progress: Progress;
  /** When it got its turn, if it had to wait for one. */
  readonly turnAt: number | undefined;
  /** How often in a row the provider did not answer. */
  readonly tries: number;
  /** It is listed for the operators as late. */
  readonly isLate: boolean;
}

/** Why a document waits, as far as its next run needs to know. */
export interface Waiting {
  readonly turnAt?: number;
  readonly tries?: number;
}

/** The key of the invoice that a document belongs to. */
export const invoiceKey = ({ tenantId, subscriberId, invoiceId }: DocumentName) =>
  key.invoice(tenantId, subscriberId, { id: invoiceId });
/** What is due of a document. */
export const workOf = ({ tenantId, subscriberId, invoiceId }: DocumentName) =>
  documentWork(tenantId, subscriberId, invoiceId);
const progressKey = ({ tenantId, subscriberId, invoiceId }: DocumentName) =>
  key.document(tenantId, subscriberId, invoiceId);

/** An invoice with all that the next step of its document needs. One round trip. */
export async function lookUpDocument(app: CoreApp, name: DocumentName): Promise<StoredDocument | undefined> {
  const [invoice, subscriber, stored] = await app.table.getMany(
    [invoiceKey(name), key.subscriber(name.tenantId, { id: name.subscriberId }), progressKey(name)],
    { consistent: true },
  );
  if (!invoice) return undefined;
  const of = fieldsOf(invoice);
  return {
    invoice: invoiceFrom(invoice),
    dueAt: of.numberOrNull('dueAt') ?? undefined,
    turnAt: of.numberOrNull('turnAt') ?? undefined,
    tries: of.numberOrNull('tries') ?? 0,
    isLate: of.isSet('late'),
    subscription: subscriber && subscriptionFrom(subscriber),
    progress: stored ? PROGRESS.read(stored) : NOT_STARTED,
  };
}

/** Writes the progress of a document that follows the stored one. */
export function progressPut(app: CoreApp, name: DocumentName, progress: Progress): Put {
  const { revision } = progress;
  const writer = app.newNonce();
  return {
    put: { ...progressKey(name), ...PROGRESS.write(progress), writer },
    if: [revision === 1 ? { absent: true } : { attribute: 'revision', is: revision - 1 }],
  };
}

/**
 * Saves the progress of a document, with a nonce that tells two issuers apart. Throws Conflict if another has advanced
 * it.
 */
export async function saveProgress(app: CoreApp, name: DocumentName, progress: Progress): Promise<void> {
  const put = progressPut(app, name, progress);
  await onConflict<unknown>(
    () => app.table.apply(put),
    (conflict) => {
      if (conflict.found[0]?.writer !== put.put['writer']) throw conflict;
    },
  );
}

/** Condition on the document's state. An ISSUED document is still worked on until its PDF is in our bucket. */
export const inState = (document: Invoice['document']): Clause => ({ attribute: 'document', is: document });

/** Claims a due document until `until` (epoch ms); false if another worker was faster. */
export async function claimDocument(
  app: CoreApp,
  name: DocumentName,
  { invoice, dueAt }: StoredDocument,
  until: number,
): Promise<boolean> {
  const asRead: Clause =
    dueAt === undefined ? { attribute: 'dueAt', missing: true } : { attribute: 'dueAt', is: dueAt };
  const at = invoiceKey(name);
  return tryWrite(
    () =>
      app.table.apply({
        update: at,
        set: { ...due('document', until, workOf(name)) },
        if: [inState(invoice.document), asRead],
      }),
    (found) => found?.dueAt === until,
  );
}

/** Schedules the next step of an unfinished document at `at` (epoch ms). */
export async function postponeDocument(
  app: CoreApp,
  name: DocumentName,
  { invoice }: StoredDocument,
  { at, ...waiting }: Waiting & { readonly at: number },
): Promise<void> {
  const update = invoiceKey(name);
  await tryWrite(() =>
    app.table.apply({
      update,
      set: { ...due('document', at, workOf(name)), ...waiting },
      if: [inState(invoice.document)],
    }),
  );
}
