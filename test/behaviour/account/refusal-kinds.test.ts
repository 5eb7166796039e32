import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../lib/pay/client.ts';
import { againOf, effectOf, isAnswer, neverArrived } from '../../../lib/pay/failure.ts';
import { isAccountRefusal } from '../../../lib/pay/pay.ts';
import type { PayFailure } from '../../../lib/pay/pay.ts';

const reason = { providerCode: '12', message: 'Not so.' };

const answered = (...failed: Parameters<typeof refusalOf>) => {
  const { code, status, message, more } = refusalOf(...failed);
  return { code, status, message, providerErrorCode: more.providerErrorCode, details: more.details };
};

describe('what the payment provider says no to', () => {
  it('is 402 where a bank or a card refused what was to be charged', () => {
    expect(answered({ is: 'declined', ...reason }, { declined: 'payment_refused' })).toEqual({
      code: 'payment_refused',
      status: 402,
      message: 'Not so.',
      providerErrorCode: '12',
      details: undefined,
    });
  });

  it.each([
    ['gsmNumber', 'gsmNumber'],
    ['identityNumber', 'identityNumber'],
    ['callbackUrl', 'callbackUrl'],
    ['cardNumber', 'paymentCard.cardNumber'],
    ['cvc', 'paymentCard.cvc'],
  ] as const)('is 400 and names the field of the request: %s', (field, named) => {
    expect(answered({ is: 'invalidInput', field, ...reason })).toEqual({
      code: 'invalid_request',
      status: 400,
      message: 'Not so.',
      providerErrorCode: '12',
      details: [{ field: named, message: 'Not so.' }],
    });
  });

  it('says nothing about what was asked where it concerns the account', () => {
    const concerning = (['credentials', 'switchedOff', 'declined', 'refused', 'notFound'] as const).filter(
      (is) => isAccountRefusal({ is, ...reason }),
    );
    expect(concerning).toEqual(['credentials', 'switchedOff']);
    expect(isAccountRefusal({ is: 'timeout' })).toBe(false);
  });

  it('leaves it open whether money has moved where an answer was on its way, and only there', () => {
    const answers: PayFailure[] = [
      { is: 'timeout' },
      { is: 'connectionLost' },
      { is: 'invalidResponse', httpStatus: 502 },
      { is: 'unreachable' },
      { is: 'outOfTime' },
      { is: 'rateLimited', ...reason },
      { is: 'declined', ...reason },
      { is: 'refused', ...reason },
      { is: 'notFound', ...reason },
      { is: 'notFinished', ...reason },
      { is: 'credentials', ...reason },
      { is: 'switchedOff', ...reason },
      { is: 'invalidInput', field: undefined, ...reason },
    ];
    const kindsWhere = (holds: (answer: PayFailure) => boolean) => answers.filter(holds).map(({ is }) => is);
    const open = ['timeout', 'connectionLost', 'invalidResponse'];
    const turnedAway = ['unreachable', 'outOfTime', 'rateLimited'];
    expect(kindsWhere((one) => effectOf(one) === 'unknown')).toEqual(open);
    expect(kindsWhere((one) => againOf(one) === 'later')).toEqual([...open, ...turnedAway]);
    expect(kindsWhere(neverArrived)).toEqual([...turnedAway, 'credentials', 'switchedOff']);
    expect(kindsWhere(isAnswer)).toEqual(['declined', 'refused', 'notFound', 'notFinished', 'invalidInput']);
  });

  it('says the same again where an answer could not be read, and nothing of what was done', () => {
    const unreadable = { is: 'invalidResponse', httpStatus: 200 } as const;
    expect([effectOf(unreadable), againOf(unreadable), isAnswer(unreadable)]).toEqual([
      'unknown',
      'same',
      false,
    ]);
  });
});
