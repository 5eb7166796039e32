import type { CoreApp } from '../../runtime/app.ts';
import type { MadeInstead, Progress } from '../../billing/document-progress.ts';
import { inState, invoiceKey, progressPut, saveProgress, type DocumentName, workOf } from './documents.ts';
import { documentListed, documentUnlisted } from './listed-documents.ts';
import { due, NOT_DUE } from '../work/due.ts';
import { key } from '../schema.ts';
import { type Attribute, type Change, type Update, tryWrite } from '../table.ts';

/** Attributes of an invoice that are removed once its document is final. */
const WAITING_ATTRIBUTES = ['turnAt', 'tries', 'late'] as const;

/** The final result of a document. */
export type DocumentEnd =
  | { readonly document: 'ISSUED'; readonly documentId: string; readonly documentKeptAt: number }
  | { readonly document: 'NONE' }
  | { readonly document: 'FAILED'; readonly documentProblem: string };

/** Records the final result, with the messages that tell of it, first in the subscriber's copy: so after a crash in between the invoice is still due. */
export async function endDocument(
  app: CoreApp,
  name: DocumentName,
  end: DocumentEnd,
  wasListed: boolean,
  told: readonly Change[] = [],
): Promise<void> {
  const { tenantId, subscriberId, invoiceId } = name;
  const invoice: Update = {
    update: invoiceKey(name),
    set: { ...end },
    remove: [...NOT_DUE, ...WAITING_ATTRIBUTES],
    if: [{ present: true }],
  };
  await tryWrite(() => app.table.apply(latestInvoiceUpdate(name, { ...end })));
  const failed =
    end.document === 'FAILED' &&
    documentListed({
      tenantId,
      subscriberId,
      invoiceId,
      state: 'FAILED',
      since: app.clock(),
      problem: end.documentProblem,
    });
  await tryWrite(() => {
    if (failed) return app.table.write([invoice, failed]);
    const more = [...(wasListed ? [documentUnlisted(name)] : []), ...told];
    return more.length > 0 ? app.table.write([invoice, ...more]) : app.table.apply(invoice);
  });
}

/** Lists a document as late, once. */
export async function listAsLate(
  app: CoreApp,
  { tenantId, subscriberId, invoiceId }: DocumentName,
  problem: string,
): Promise<void> {
  const name = { tenantId, subscriberId, invoiceId };
  await tryWrite(() =>
    app.table.write([
      {
        update: invoiceKey(name),
        set: { late: true },
        if: [inState('MAKING'), { attribute: 'late', missing: true }],
      },
      documentListed({ ...name, state: 'WAITING', since: app.clock(), problem }),
    ]),
  );
}

/** Restarts a listed document that is in this state from this progress; it is due at once. Throws Conflict. */
export async function restartDocument(
  app: CoreApp,
  name: DocumentName,
  progress: Progress,
  state: 'FAILED' | 'MAKING',
): Promise<void> {
  await saveProgress(app, name, progress);
  const update = invoiceKey(name);
  await app.table.write([
    {
      update,
      set: { document: 'MAKING', ...due('document', app.clock(), workOf(name)) },
      remove: ['documentProblem', ...WAITING_ATTRIBUTES],
      if: [inState(state)],
    },
    documentUnlisted(name),
  ]);
  const latest = latestInvoiceUpdate(name, { document: 'MAKING' });
  await tryWrite(() => app.table.apply({ ...latest, remove: ['documentProblem'] }));
}

/** A document is gone, with what stands instead, if anything: progress and invoice together. A Conflict if they changed. */
export function documentCancelled(
  app: CoreApp,
  name: DocumentName,
  before: Progress,
  instead: MadeInstead | undefined,
): Change[] {
  const progress: Progress = { ...before, revision: before.revision + 1, isCancelled: true, instead };
  return [
    progressPut(app, name, progress),
    {
      update: invoiceKey(name),
      set: { document: 'CANCELLED', ...(instead && { replacedBy: instead.number }) },
      remove: [...NOT_DUE, ...WAITING_ATTRIBUTES, ...(instead ? [] : ['replacedBy'])],
      if: [{ present: true }],
    },
  ];
}

/** The subscriber's copy of their latest invoice follows its document. */
export async function latestCancelled(
  app: CoreApp,
  name: DocumentName,
  instead: MadeInstead | undefined,
): Promise<void> {
  const update = latestInvoiceUpdate(name, {
    document: 'CANCELLED',
    ...(instead && { replacedBy: instead.number }),
  });
  await tryWrite(() => app.table.apply(instead ? update : { ...update, remove: ['replacedBy'] }));
}

function latestInvoiceUpdate(
  { tenantId, subscriberId, invoiceId }: DocumentName,
  set: Record<string, Attribute>,
): Update {
  return {
    update: key.latestInvoice(tenantId, subscriberId),
    set,
    if: [{ attribute: 'id', is: invoiceId }],
  };
}
