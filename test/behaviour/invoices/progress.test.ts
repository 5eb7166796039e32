import { describe, expect, it } from 'vitest';
import type { Progress } from '../../../lib/billing/document-progress.ts';
import type { Invoice } from '../../../lib/billing/invoice.ts';
import { endDocument } from '../../../lib/table/documents/document-ends.ts';
import { lookUpDocument, saveProgress, type DocumentName } from '../../../lib/table/documents/documents.ts';
import { Conflict, type Table } from '../../../lib/table/table.ts';
import { invoiced, onRecord } from './world.ts';
import { openSubscriber } from './opened.ts';

const { invoicing, subscription } = await openSubscriber();
let nth = 0;

async function fresh(): Promise<{ invoice: Invoice; name: DocumentName }> {
  const invoice = await invoiced(invoicing.world, invoicing.shop, subscription, ++nth, {
    document: 'MAKING',
  });
  const name = { tenantId: invoicing.shop.tenant.id, subscriberId: subscription.id, invoiceId: invoice.id };
  return { invoice, name };
}

describe('How far a document has come', () => {
  it('is kept whole, beside the invoice', async () => {
    const { name, invoice } = await fresh();
    const job = { id: '5', at: 4, isOver: true } as const;
    const progress: Progress = { revision: 1, contactId: '7', job, asked: { what: 'invoice', at: 5 } };
    await saveProgress(invoicing.world.app, name, progress);
    const stored = await lookUpDocument(invoicing.world.app, name);
    expect(stored).toMatchObject({ invoice, progress, subscription: { id: subscription.id } });
  });

  it('can be moved on by one issuer only, even where two save the same', async () => {
    const { name } = await fresh();
    const progress: Progress = { revision: 1, asked: { what: 'invoice', at: 5 } };
    const saves = [1, 2, 3].map(() => saveProgress(invoicing.world.app, name, progress));
    const results = await Promise.allSettled(saves);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    await expect(saveProgress(invoicing.world.app, name, { revision: 3 })).rejects.toThrow(Conflict);
    await saveProgress(invoicing.world.app, name, { revision: 2 });
  });

  it('is saved once where the table client repeats a write that was made', async () => {
    const { name } = await fresh();
    const { table } = invoicing.world;
    const retried: Table = {
      ...table,
      apply: async (change) => {
        await table.apply(change);
        return table.apply(change);
      },
    };
    const app = { ...invoicing.world.app, table: retried };
    await saveProgress(app, name, { revision: 1 });
    await saveProgress(app, name, { revision: 2 });
    expect((await lookUpDocument(app, name))!.progress).toEqual({ revision: 2 });
  });
});

describe('The end of a document', () => {
  it('touches nothing else of the invoice', async () => {
    const { invoice, name } = await fresh();
    await endDocument(invoicing.world.app, name, { document: 'FAILED', documentProblem: 'No.' }, false);
    expect(await onRecord(invoicing, subscription, invoice)).toEqual({
      ...invoice,
      document: 'FAILED',
      documentProblem: 'No.',
    });
  });

  it('makes no invoice where there is none', async () => {
    const { name } = await fresh();
    const nobody = { ...name, invoiceId: 'nobody' };
    await endDocument(
      invoicing.world.app,
      nobody,
      { document: 'ISSUED', documentId: '1', documentKeptAt: 5 },
      false,
    );
    expect(await lookUpDocument(invoicing.world.app, nobody)).toBeUndefined();
  });
});
