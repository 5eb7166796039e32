import { describe, expect, it } from 'vitest';
import type { Subscriber } from '../../../client/src/generated.ts';
import {
  failureInWords,
  invoiceStatusInWords,
  refundInWords,
  statusInWords,
} from '../../../examples/shop/words.ts';
import recorded from '../../../openapi/examples.json' with { type: 'json' };

const SUBSCRIBER: Subscriber = recorded['subscribers/get'].data;

const statusOf = (data: Partial<Subscriber>) => statusInWords({ ...SUBSCRIBER, ...data });

describe('the example shop’s words', () => {
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

  it.each([
    ['payment_outcome_unknown', 'x', /do not pay again/],
    ['201601', 'Ödeme formu tamamlanmamış.', /^You left the payment page .* Nothing was paid\.$/],
    ['10051', '', /^The payment did not succeed\.$/],
    ['10051', 'Kart limiti yetersiz', /^The payment did not succeed\. The bank says: Kart limiti yetersiz$/],
  ])('tell who comes back with %s what that means', (errorCode, errorMessage, words) => {
    expect(failureInWords(new URLSearchParams({ status: 'error', errorCode, errorMessage }))).toMatch(words);
  });
});
