import { describe, expect, it } from 'vitest';
import { draftOf } from '../../lib/billing/invoice-draft.ts';
import { linkOf, pdfOnRecord } from '../../lib/billing/invoice.ts';
import { END, invoice, NOW, order } from './given.ts';

const MINUTE = 60_000;
const LINK = { pdfUrl: 'https://pdf.example/1', pdfExpiresAt: NOW + 5 * MINUTE, pdfSignedAt: NOW - 1 };
const ISSUED = { document: 'ISSUED', documentId: 'doc-1' } as const;

describe('Given the last signed link of an invoice', () => {
  it('when it stays valid for five more minutes, then it is handed out', () => {
    const link = { url: LINK.pdfUrl, expiresAt: LINK.pdfExpiresAt, signedAt: LINK.pdfSignedAt };
    expect(linkOf(invoice(LINK), NOW)).toEqual(link);
    expect(linkOf(invoice(LINK), NOW + 1)).toBeUndefined();
  });

  it.each(['pdfUrl', 'pdfExpiresAt', 'pdfSignedAt'])(
    'when its %s is not known, then there is none',
    (field) => {
      expect(linkOf(invoice({ ...LINK, [field]: null }), NOW)).toBeUndefined();
    },
  );
});

describe('Given what our records say of the PDF of an invoice', () => {
  it('when the document is there with a good link, then it is ready', () => {
    const link = { url: LINK.pdfUrl, expiresAt: LINK.pdfExpiresAt, signedAt: LINK.pdfSignedAt };
    const pdf = pdfOnRecord(invoice({ ...ISSUED, ...LINK }), true, NOW);
    expect(pdf).toEqual({ is: 'ready', documentId: 'doc-1', link });
  });

  it('when the document is there and its link is too old, then a fresh one is wanted', () => {
    const pdf = pdfOnRecord(invoice({ ...ISSUED, ...LINK }), true, NOW + 1);
    expect(pdf).toEqual({ is: 'unsigned', documentId: 'doc-1' });
  });

  it.each([
    [
      'the tenant has no invoicing provider',
      { ...ISSUED, ...LINK },
      false,
      'unavailable',
      /No invoicing provider/,
    ],
    ['it is not paid', { status: 'PENDING' }, true, 'unavailable', /not paid/],
    ['it failed', { status: 'FAILED' }, true, 'unavailable', /not paid/],
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
    expect(pdfOnRecord(invoice(more), hasProvider, NOW)).toEqual({
      is,
      message: expect.stringMatching(message),
    });
  });

  it('when a document has no id, then no link is asked for', () => {
    const pdf = pdfOnRecord(invoice({ document: 'ISSUED', documentId: null, ...LINK }), true, NOW);
    expect(pdf.is).toBe('unavailable');
  });
});

describe('Given an order of the provider', () => {
  it.each([
    ['WAITING', 'PENDING'],
    ['PAID', 'PAID'],
    ['FAILED', 'FAILED'],
  ] as const)('when it is new and %s, then its invoice is %s', (status, becomes) => {
    const draft = draftOf(order({ status, failures: [END, END + 1] }), undefined);
    expect(draft).toMatchObject({ status: becomes, failures: 2, known: undefined });
  });

  it('when it is void before anything was asked for, then there is no invoice; else that becomes void', () => {
    expect(draftOf(order({ status: 'VOID' }), undefined)).toBeUndefined();
    const known = invoice({ status: 'PENDING' });
    expect(draftOf(order({ status: 'VOID' }), known)).toMatchObject({ status: 'VOID', known });
  });

  it('when it was paid, then the invoice is of that time, else of the time it fell due', () => {
    expect(draftOf(order({ paidAt: END + 5 }), undefined)?.date).toBe(END + 5);
    expect(draftOf(order({ status: 'FAILED', paidAt: null }), undefined)?.date).toBe(END);
  });

  it('when its invoice says the same already, then nothing changes', () => {
    expect(draftOf(order(), invoice())).toBeUndefined();
    expect(draftOf(order({ failures: [END] }), invoice({ failures: 1 }))).toBeUndefined();
    expect(draftOf(order(), invoice({ failures: 1 }))).toBeUndefined();
  });

  it('when it was paid, or failed once more, then its invoice follows', () => {
    expect(draftOf(order(), invoice({ status: 'FAILED', failures: 1 }))?.status).toBe('PAID');
    const again = order({ status: 'FAILED', failures: [END, END + 1], paidAt: null });
    expect(draftOf(again, invoice({ status: 'FAILED', failures: 1 }))?.failures).toBe(2);
  });

  it('when its money was given back, then its invoice stays refunded', () => {
    expect(draftOf(order(), invoice({ status: 'REFUNDED' }))).toBeUndefined();
  });
});
