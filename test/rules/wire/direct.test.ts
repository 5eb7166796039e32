import { describe, expect, it } from 'vitest';
import { directInput } from '../../../lib/wire/direct.ts';
import { CARD, CUSTOMER, invalid, refusalOf } from './given.ts';

const BODY = { ...CUSTOMER, pricingPlanReferenceCode: 'basic', paymentCard: CARD };

describe('the Idempotency-Key of a direct checkout', () => {
  const withKey = (key: string) => directInput(BODY, () => false, key);

  it('must not hold the number of the card, as it is stored', () => {
    const refused = refusalOf(() => withKey('pay-5528-7900-0000-0008'));
    expect(refused).toEqual(invalid('Idempotency-Key', 'must not hold the card number'));
  });

  it('may hold any other number', () => {
    expect(withKey('5528790000000016').clientReferenceId).toBeUndefined();
  });
});
