import { describe, expect, it } from 'vitest';
import type { AcctDocument } from '../../../lib/billing/document-progress.ts';
import {
  nextStage,
  onlyFileMissing,
  retryIssuing,
  NOT_STARTED,
} from '../../../lib/billing/document-progress.ts';
import type { Progress } from '../../../lib/billing/document-progress.ts';

const inWork: AcctDocument = { id: '6', state: 'inWork' };
const issued: AcctDocument = { id: '6', number: 'SBX1', state: 'issued' };
const job = { id: '5', at: 0 };
const contact: Progress = { revision: 1, contactId: '1', issueDate: '2026-01-16' };
const invoice: Progress = { ...contact, invoiceId: '4' };

describe('The next step', () => {
  it.each<[string, Progress, boolean, object]>([
    ['an untouched order is the contact', NOT_STARTED, true, { do: 'contact' }],
    [
      'a contact whose invoice has no day yet is the contact',
      { revision: 1, contactId: '1' },
      true,
      { do: 'contact' },
    ],
    [
      'a known contact is the invoice',
      contact,
      true,
      { do: 'invoice', contactId: '1', issueDate: '2026-01-16' },
    ],
    [
      'an invoice is its document',
      invoice,
      true,
      { do: 'document', invoiceId: '4', issueDate: '2026-01-16' },
    ],
    ['a requested document is its job', { ...invoice, job }, true, { do: 'job', invoiceId: '4', job }],
    [
      'a document is the payment',
      { ...invoice, job, document: issued },
      true,
      { do: 'payment', invoiceId: '4' },
    ],
    [
      'a document in work is the payment too',
      { ...invoice, document: inWork },
      true,
      { do: 'payment', invoiceId: '4' },
    ],
    [
      'a document in work is to await it',
      { ...invoice, document: inWork },
      false,
      { do: 'await', invoiceId: '4' },
    ],
    [
      'an issued document is its file, where no payment is kept',
      { ...invoice, document: issued },
      false,
      { do: 'file', document: issued },
    ],
    [
      'a document of which nothing else is known is its file',
      { revision: 0, document: issued },
      true,
      { do: 'file', document: issued },
    ],
    [
      'an issued document in our bucket is nothing, where no payment is kept',
      { ...invoice, document: issued, fileKept: true },
      false,
      { do: 'nothing', because: 'issued', document: issued },
    ],
    [
      'an issued and paid document in our bucket is nothing',
      { ...invoice, document: issued, payment: { is: 'recorded' }, fileKept: true },
      true,
      { do: 'nothing', because: 'issued', document: issued },
    ],
    [
      'a failure is nothing, however far it came',
      { ...invoice, job, failed: ['x'] },
      true,
      { do: 'nothing', because: 'failed', errors: ['x'] },
    ],
  ])('after %s', (_, progress, keepsPayment, expected) => {
    expect(nextStage(progress, keepsPayment)).toEqual(expected);
  });
});

describe('An invoice of which only the file is missing', () => {
  it('begins at its document', () => {
    expect(nextStage(onlyFileMissing(NOT_STARTED, '6'), true)).toEqual({
      do: 'file',
      document: { id: '6', state: 'issued' },
    });
  });

  it('goes on where it is once its document is on record', () => {
    const progress = { ...invoice, document: issued, fileKept: true } as const;
    expect(onlyFileMissing(progress, '7')).toEqual(progress);
  });
});

describe('Asking again', () => {
  it('looks the invoice up again while there is no document, and raises the revision', () => {
    const again = retryIssuing({ ...invoice, revision: 7, job, failed: ['x'] });
    expect(again.revision).toBe(8);
    expect(nextStage(again, true).do).toBe('invoice');
  });

  it('keeps an existing document, and reads it again', () => {
    const again = retryIssuing({ ...invoice, job, document: { ...issued, state: 'failed' }, failed: ['x'] });
    expect(nextStage(again, false)).toEqual({ do: 'await', invoiceId: '4' });
  });

  it('does not forget a call that was made', () => {
    const asked = { what: 'document', at: 1 } as const;
    expect(retryIssuing({ ...invoice, asked }).asked).toEqual(asked);
  });
});
