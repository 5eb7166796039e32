import { describe, expect, it } from 'vitest';
import type { Pdf } from '../../../lib/billing/invoice.ts';
import { invoicesAnswer, invoicesInput } from '../../../lib/wire/invoices.ts';
import { START, subscription } from '../billing/given.ts';
import {
  HEX,
  NO_SUBSCRIBER,
  OTHER_HEX,
  OTHER_UUID,
  UUID,
  exclusive,
  invalid,
  missing,
  refusalOf,
} from './given.ts';
import { invoice, shownInvoice } from './invoice.ts';

const NO_CURSOR = { starting_after: null, ending_before: null };
const FIRST = { limit: 10, startingAfter: null, endingBefore: null, echoed: NO_CURSOR };
const OTHER_SVC_ID = `inv_${OTHER_HEX}`;
const ADA = { ref: { by: 'pay', reference: 'ada' }, expectedReference: undefined };

describe('the query for invoices', () => {
  it.each([
    [{ 'subscriber-id': ' ada ' }, ADA],
    [
      { 'svc-id': `sub_${HEX}`, more: 'x' },
      { ref: { by: 'svc', id: UUID }, expectedReference: undefined },
    ],
    [
      { 'svc-id': UUID, 'subscriber-id': 'ada' },
      { ref: { by: 'svc', id: UUID }, expectedReference: 'ada' },
    ],
  ])('names a subscriber in either way or in both: %j', (query, subscriber) => {
    expect(invoicesInput(query)).toStrictEqual({ subscriber, page: FIRST });
  });

  it.each([
    [{ limit: '1' }, { ...FIRST, limit: 1 }],
    [{ limit: '100' }, { ...FIRST, limit: 100 }],
    [{ limit: '', starting_after: '', ending_before: '' }, FIRST],
    [
      { starting_after: ` ${OTHER_SVC_ID} ` },
      { ...FIRST, startingAfter: OTHER_UUID, echoed: { ...NO_CURSOR, starting_after: OTHER_SVC_ID } },
    ],
    [
      { ending_before: OTHER_UUID },
      { ...FIRST, endingBefore: OTHER_UUID, echoed: { ...NO_CURSOR, ending_before: OTHER_UUID } },
    ],
  ])('may ask for another page: %j', (more, page) => {
    expect(invoicesInput({ 'subscriber-id': 'ada', ...more })).toStrictEqual({ subscriber: ADA, page });
  });

  it('must not go both ways', () => {
    const query = { 'subscriber-id': 'ada', starting_after: UUID, ending_before: UUID };
    expect(refusalOf(() => invoicesInput(query))).toEqual(exclusive('starting_after', 'ending_before'));
  });

  it.each(['starting_after', 'ending_before'])('must not have a %s that no invoice can have', (field) => {
    for (const cursor of ['first', `sub_${HEX}`])
      expect(refusalOf(() => invoicesInput({ 'subscriber-id': 'ada', [field]: cursor }))).toEqual({
        httpStatus: 400,
        code: 'invalid_cursor',
        message: 'The cursor names no item of this list; give the `id` of your last item, or none.',
        details: [{ field, message: 'names no item of this list' }],
      });
  });

  it.each([
    ['limit', '0', 'must be at least 1'],
    ['limit', '101', 'must be at most 100'],
    ['limit', 'all', 'must be a whole number'],
    ['ending_before', 'x'.repeat(256), 'must be at most 255 characters'],
  ])('is refused where a member is out of bounds: %s of «%s»', (field, value, message) => {
    expect(refusalOf(() => invoicesInput({ 'subscriber-id': 'ada', [field]: value }))).toEqual(
      invalid(field, message),
    );
  });

  it('must name a subscriber that can be ours', () => {
    expect(refusalOf(() => invoicesInput({}))).toEqual(missing('subscriber-id', 'svc-id'));
    expect(refusalOf(() => invoicesInput({ 'svc-id': 'ada' }))).toEqual(NO_SUBSCRIBER);
  });
});

describe('the answer with invoices', () => {
  const given = subscription({ id: OTHER_UUID });
  const link = { url: 'https://x.example/1', expiresAt: START + 1_000, signedAt: START };
  const itemOf = (pdf: Pdf) => invoicesAnswer(given, FIRST, [{ invoice, pdf }], false).data;

  it('tells the page, the cursors as they were written, and whose invoices they are', () => {
    const pageOf = (query: object) => invoicesInput({ 'svc-id': OTHER_UUID, limit: '5', ...query }).page;
    expect(invoicesAnswer(given, pageOf({ starting_after: UUID.toUpperCase() }), [], true)).toStrictEqual({
      status: 'success',
      object: 'list',
      url: '/subscribers/invoices',
      has_more: true,
      limit: 5,
      starting_after: UUID.toUpperCase(),
      ending_before: null,
      subscriber: { id: OTHER_UUID, svcId: `sub_${OTHER_HEX}`, subscriberId: 'pay-1' },
      data: [],
    });
    expect(invoicesAnswer(given, pageOf({ ending_before: UUID }), [], false)).toMatchObject({
      has_more: false,
      starting_after: null,
      ending_before: UUID,
    });
  });

  it('shows the signed document of an invoice that has one', () => {
    expect(itemOf({ is: 'ready', documentId: 'document', link })).toStrictEqual([
      {
        ...shownInvoice,
        pdfUrl: 'https://x.example/1',
        signedPdf: {
          provider: 'acct',
          eArchiveId: 'document',
          url: 'https://x.example/1',
          expiresAt: '2026-01-01T00:00:01.000Z',
          signedAt: '2026-01-01T00:00:00.000Z',
        },
        pdfStatus: 'ready',
        pdfMessage: null,
      },
    ]);
  });

  it.each(['processing', 'unavailable', 'error'] as const)('says why there is none: %s', (is) => {
    expect(itemOf({ is, message: 'why' })).toStrictEqual([
      { ...shownInvoice, pdfUrl: null, signedPdf: null, pdfStatus: is, pdfMessage: 'why' },
    ]);
  });
});
