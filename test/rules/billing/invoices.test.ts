import { describe, expect, it } from 'vitest';
import { invoiceNumber, pdfOnRecord } from '../../../lib/billing/invoice.ts';
import { invoiceDraftOf } from '../../../lib/billing/owed.ts';
import { END, failing, invoice, NOW, order, waits } from './given.ts';

const ISSUED = { document: 'ISSUED', documentId: 'doc-1' } as const;
const KEPT = { ...ISSUED, documentKeptAt: NOW } as const;
const REFUSED = { document: 'FAILED', documentProblem: 'No VAT number.' } as const;
const says = (message: RegExp) => ({ message: expect.stringMatching(message) as string });

describe('The PDF of an invoice', () => {
  it.each([
    ['it is in our bucket', KEPT, true, { is: 'stored', documentId: 'doc-1' }],
    ['it is in our bucket, without a provider', KEPT, false, { is: 'stored', documentId: 'doc-1' }],
    ['it was issued and never fetched', ISSUED, true, { is: 'unfetched' }],
    ['the tenant has no invoicing provider', ISSUED, false, { is: 'unavailable', ...says(/No invoicing provider/) }],
    ['it is not paid', { status: 'PENDING' }, true, { is: 'unavailable', ...says(/not paid/) }],
    ['its payment failed', { status: 'FAILED' }, true, { is: 'unavailable', ...says(/not paid/) }],
    ['nothing was charged', { amount: '0.00' }, true, { is: 'unavailable', ...says(/Nothing was charged/) }],
    ['it was paid before there was one', {}, true, { is: 'unavailable', ...says(/paid before an invoicing provider/) }],
    ['the document is being made', { ...ISSUED, document: 'MAKING' }, true, { is: 'processing', ...says(/being made/) }],
    ['it could not be made', { ...ISSUED, document: 'FAILED' }, true, { is: 'error', ...says(/could not be made/) }],
    ['it was refused', REFUSED, true, { is: 'error', ...says(/^No VAT number\.$/) }],
    ['a document has no id', { ...KEPT, documentId: null }, true, { is: 'unavailable', ...says(/./) }],
  ] as const)('where %s', (_, more, hasProvider, pdf) => {
    expect(pdfOnRecord(invoice(more), hasProvider)).toEqual(pdf);
  }); // prettier-ignore
});

describe('The invoice of an order', () => {
  const failedOnce = invoice({ status: 'FAILED', failures: 1 });

  it.each([
    ['that waits is pending', waits(), undefined, { status: 'PENDING', failures: 0, date: END }],
    ['that was paid is paid, and of that time', order(), undefined, { status: 'PAID', failures: 0, date: END + 5 }],
    ['that failed is of the time it fell due', failing([END + 1, END + 2]), undefined, { status: 'FAILED', failures: 2, date: END }],
    ['that is void is none', order({ status: 'VOID' }), undefined, undefined],
    ['that became void is void', order({ status: 'VOID' }), invoice({ status: 'PENDING' }), { status: 'VOID' }],
    ['that was paid stays as it is', order(), invoice(), undefined],
    ['whose failure it knows stays as it is', order({ failures: [END] }), invoice({ failures: 1 }), undefined],
    ['whose failures are no longer told stays as it is', order(), invoice({ failures: 1 }), undefined],
    ['that failed and was paid follows', order(), failedOnce, { status: 'PAID' }],
    ['that failed once more follows', failing([END, END + 1]), failedOnce, { failures: 2 }],
    ['whose money was given back stays refunded', order(), invoice({ status: 'REFUNDED' }), undefined],
  ])('%s', (_, one, known, draft) => {
    const made = invoiceDraftOf(one, known);
    if (draft) expect(made).toMatchObject({ ...draft, order: one, known });
    else expect(made).toBeUndefined();
  }); // prettier-ignore

  it('is numbered by the year in Turkey', () => {
    const newYear = Date.UTC(2026, 11, 31, 21);
    expect(invoiceNumber(42, newYear - 1)).toBe('INV-2026-0000042');
    expect(invoiceNumber(43, newYear)).toBe('INV-2027-0000043');
  });
});
