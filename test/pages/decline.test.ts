import { describe, expect, it } from 'vitest';
import { payProvider } from '../../lib/pay/provider.ts';

describe('why a payment failed, in the customer’s words', () => {
  it.each([
    ['10051', 'funds'],
    ['10054', 'expired'],
    ['10084', 'details'],
    ['10093', 'closed'],
    ['10058', 'shop'],
    ['10219', 'unreachable'],
    ['10005', 'unstated'],
    ['99999', 'unstated'],
    [null, 'unstated'],
  ])('is by the code %s: %s', (code, reason) => {
    expect(payProvider.declineReason(code)).toBe(reason);
  });

  it('is the same of a lost, a stolen, a blocked and a suspected card, none of which is named', () => {
    const codes = ['10041', '10043', '10209', '10034'];
    expect(new Set(codes.map((code) => payProvider.declineReason(code)))).toEqual(new Set(['unusable']));
  });
});
