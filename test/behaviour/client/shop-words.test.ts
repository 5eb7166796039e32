import { describe, expect, it } from 'vitest';
import type { Subscriber } from '../../../client/src/generated.ts';
import { BillingRefusal } from '../../../client/src/refusals.ts';
import {
  failureInWords,
  invoiceStatusInWords,
  refundInWords,
  refusalInWords,
  statusInWords,
} from '../../../examples/shop/words.ts';
import type { InvoiceStatus } from '../../../lib/billing/invoice.ts';
import { SUBSCRIPTION_STATUSES } from '../../../lib/billing/subscription.ts';
import recorded from '../../../openapi/examples.json' with { type: 'json' };

const SUBSCRIBER: Subscriber = recorded['subscribers/get'].data;

const INVOICE_STATUSES: readonly InvoiceStatus[] = ['PENDING', 'PAID', 'FAILED', 'VOID', 'REFUNDED'];
const statusOf = (data: Partial<Subscriber>) => statusInWords({ ...SUBSCRIBER, ...data });

describe('the example shop’s words', () => {
  it.each(SUBSCRIPTION_STATUSES)(
    'are those of a customer for a subscription that is %s',
    (subscriptionStatus) => {
      expect(statusOf({ subscriptionStatus })).not.toMatch(/[A-Z]{2}|_/);
    },
  );

  it.each(INVOICE_STATUSES)('are those of a customer for an invoice that is %s', (status) => {
    expect(invoiceStatusInWords(status)).not.toMatch(/[A-Z]{2}|_/);
  });

  it('show a status that is newer than the shop as it is', () => {
    expect([statusOf({ subscriptionStatus: 'PAUSED' }), invoiceStatusInWords('toString')]).toEqual([
      'PAUSED',
      'toString',
    ]);
  });

  it('say when a failed payment is tried again, that a card has to be replaced, and what was paid back of an invoice', () => {
    const recovery = {
      attempts: 1,
      lastCode: '10051',
      lastAttemptAt: null,
      endsAt: '2026-06-24T00:00:00.000Z',
    };
    const failed = (state: string, nextAttemptAt: string | null) =>
      statusOf({
        subscriptionStatus: 'PAYMENT_FAILED',
        recovery: { ...recovery, state, nextAttemptAt },
      });
    expect(failed('retrying', '2026-01-18T00:00:00.000Z')).toBe(
      'The last payment failed, we try again on 18 January 2026',
    );
    expect(failed('needs_card', null)).toBe('The last payment failed: please replace your card');
    expect(failed('waiting', null)).toBe('The last payment failed');
    const part = { status: 'PAID', refundedAmount: '25.00', currency: 'TRY' } as const;
    expect([refundInWords(part), refundInWords({ ...part, refundedAmount: '0.00' })]).toEqual([
      '25.00 TRY paid back',
      '',
    ]);
  });

  it('say when a cancelled subscription ends', () => {
    const cancelled = { cancelAtPeriodEnd: true, accessUntil: '2026-02-15T00:00:00.000Z' };
    expect(statusOf(cancelled)).toBe('Cancelled, ends on 15 February 2026');
    expect(statusOf({ ...cancelled, subscriptionStatus: 'CANCELLED' })).toBe('Ended');
  });

  it.each([
    ['payment_outcome_unknown', 'x', /do not pay again/],
    ['201601', 'Ödeme formu tamamlanmamış.', /^You left the payment page .* Nothing was paid\.$/],
    ['10051', '', /^The payment did not succeed\.$/],
    ['10051', 'Kart limiti yetersiz', /^The payment did not succeed\. The bank says: Kart limiti yetersiz$/],
  ])('tell who comes back with %s what that means', (errorCode, errorMessage, words) => {
    expect(failureInWords(new URLSearchParams({ status: 'error', errorCode, errorMessage }))).toMatch(words);
  });

  it('name the fields to be corrected as the page does', () => {
    const details = [
      { field: 'gsmNumber', message: 'must be a phone number' },
      { field: 'identityNumber', message: 'must be 11 digits' },
    ];
    const failure = {
      status: 'failure',
      error: 'invalid_request',
      message: 'x',
      errorCode: 'invalid_request',
      errorMessage: 'x',
    } as const;
    const sent = { requestId: undefined, idempotencyKey: undefined };
    expect(refusalInWords(new BillingRefusal(400, { ...failure, details }, sent))).toBe(
      'Phone: must be a phone number; National ID number: must be 11 digits',
    );
    expect(refusalInWords(new BillingRefusal(409, failure, sent))).toBe('x');
  });
});
