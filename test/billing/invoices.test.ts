import { describe, expect, it } from 'vitest';
import { invoiceDraftOf } from '../../lib/billing/owed.ts';
import { pdfOnRecord } from '../../lib/billing/invoice.ts';
import { END, invoice, NOW, order } from './given.ts';

const ISSUED = { document: 'ISSUED', documentId: 'doc-1' } as const;
const KEPT = { ...ISSUED, documentKeptAt: NOW } as const;

describe('Given what our records say of the PDF of an invoice', () => {
  it.each([true, false])(
    'when it is in our bucket, then it is there, whether the tenant has an invoicing provider or not: %s',
    (hasProvider) => {
      const pdf = pdfOnRecord(invoice(KEPT), hasProvider);
      expect(pdf).toEqual({ is: 'stored', documentId: 'doc-1' });
    },
  );

  it('when the document was issued and its PDF never fetched, then that is wanted', () => {
    expect(pdfOnRecord(invoice(ISSUED), true)).toEqual({ is: 'unfetched' });
  });

  it.each([
    ['the tenant has no invoicing provider', ISSUED, false, 'unavailable', /No invoicing provider/],
    ['it is not paid', { status: 'PENDING' }, true, 'unavailable', /not paid/],
    ['it failed', { status: 'FAILED' }, true, 'unavailable', /not paid/],
    ['nothing was charged', { amount: '0.00' }, true, 'unavailable', /Nothing was charged/],
    ['it was paid before there was one', {}, true, 'unavailable', /paid before an invoicing provider/],
    [
      'the document is being made',
      { document: 'MAKING', documentId: 'doc-1' },
      true,
      'processing',
      /being made/,
    ],
    ['it could not be made', { document: 'FAILED', documentId: 'doc-1' }, true, 'error', /could not be made/],
    [
      'it was refused',
      { document: 'FAILED', documentProblem: 'No VAT number.' },
      true,
      'error',
      /^No VAT number\.$/,
    ],
  ] as const)('when %s, then the reader is told so', (_, more, hasProvider, is, message) => {
    expect(pdfOnRecord(invoice(more), hasProvider)).toEqual({
      is,
      message: expect.stringMatching(message),
    });
  });

  it('when a document has no id, then nothing is fetched', () => {
    const pdf = pdfOnRecord(invoice({ ...KEPT, documentId: null }), true);
    expect(pdf.is).toBe('unavailable');
  });
});

describe('Given an order of the provider', () => {
  it.each([
    ['WAITING', 'PENDING'],
    ['PAID', 'PAID'],
    ['FAILED', 'FAILED'],
  ] as const)('when it is new and %s, then its invoice is %s', (status, becomes) => {
    const draft = invoiceDraftOf(order({ status, failures: [END, END + 1] }), undefined);
    expect(draft).toMatchObject({ status: becomes, failures: 2, known: undefined });
  });

  it('when it is void before anything was asked for, then there is no invoice; else that becomes void', () => {
    expect(invoiceDraftOf(order({ status: 'VOID' }), undefined)).toBeUndefined();
    const known = invoice({ status: 'PENDING' });
    expect(invoiceDraftOf(order({ status: 'VOID' }), known)).toMatchObject({ status: 'VOID', known });
  });

  it('when it was paid, then the invoice is of that time, else of the time it fell due', () => {
    expect(invoiceDraftOf(order({ paidAt: END + 5 }), undefined)?.date).toBe(END + 5);
    expect(invoiceDraftOf(order({ status: 'FAILED', paidAt: null }), undefined)?.date).toBe(END);
  });

  it('when its invoice says the same already, then nothing changes', () => {
    expect(invoiceDraftOf(order(), invoice())).toBeUndefined();
    expect(invoiceDraftOf(order({ failures: [END] }), invoice({ failures: 1 }))).toBeUndefined();
    expect(invoiceDraftOf(order(), invoice({ failures: 1 }))).toBeUndefined();
  });

  it('when it was paid, or failed once more, then its invoice follows', () => {
    expect(invoiceDraftOf(order(), invoice({ status: 'FAILED', failures: 1 }))?.status).toBe('PAID');
    const again = order({ status: 'FAILED', failures: [END, END + 1], paidAt: null });
    expect(invoiceDraftOf(again, invoice({ status: 'FAILED', failures: 1 }))?.failures).toBe(2);
  });

  it('when its money was given back, then its invoice stays refunded', () => {
    expect(invoiceDraftOf(order(), invoice({ status: 'REFUNDED' }))).toBeUndefined();
  });
});
