import { viewAt } from '../../../lib/billing/current-state.ts';
import { describe, expect, it } from 'vitest';
import {
  againQuery,
  cardRedirect,
  errorRedirect,
  redirectAfter,
  successRedirect,
  timesAsked,
} from '../../../lib/wire/checkout.ts';
import { PLAN, subscription } from '../billing/given.ts';
import { HEX, OTHER_HEX, OTHER_UUID, UUID } from './given.ts';

const OUTCOME = {
  subscriberId: UUID,
  reference: 'pay sub',
  customerReference: 'pay&cus',
  planReference: 'plan',
  customerId: OTHER_UUID,
};
const SUCCESS =
  'status=success&subscriptionReference=pay+sub&customerReference=pay%26cus&planReference=plan' +
  `&svcSubscriptionId=sub_${HEX}&svcCustomerId=cus_${OTHER_HEX}&clientReferenceId=order+1`;
const TO = { callbackUrl: 'https://shop.example/done', clientReferenceId: 'order 1' };

describe('where a browser is sent', () => {
  it('after success it is told what was bought', () => {
    expect(successRedirect(TO, OUTCOME)).toBe(`https://shop.example/done?${SUCCESS}`);
  });

  it('after a new card it is told the same of the subscription as it is', () => {
    const given = subscription({
      id: UUID,
      payReference: 'pay sub',
      customerReference: 'pay&cus',
      plan: { ...PLAN, reference: 'plan' },
      customer: { ...subscription().customer, id: OTHER_UUID },
    });
    expect(cardRedirect(TO, viewAt(given, given.toldAt))).toBe(`https://shop.example/done?${SUCCESS}`);
  });

  it('after a failure it is told the code and the words, encoded', () => {
    const error = { code: '10051', message: 'Yetersiz bakiye & more' };
    expect(errorRedirect(TO, error)).toBe(
      'https://shop.example/done?status=error&errorCode=10051&errorMessage=Yetersiz+bakiye+%26+more',
    );
  });

  const OURS = 'status=error&errorCode=c&errorMessage=m';

  it.each([
    ['https://shop.example', `https://shop.example?${OURS}`],
    ['https://shop.example/?', `https://shop.example/?${OURS}`],
    ['https://shop.example/?a=1', `https://shop.example/?a=1&${OURS}`],
    ['https://shop.example/?a=1&', `https://shop.example/?a=1&${OURS}`],
    ['https://shop.example/?a=1?', `https://shop.example/?a=1?${OURS}`],
    ['https://shop.example/?a=%20&b=ö+', `https://shop.example/?a=%20&b=ö+&${OURS}`],
    ['https://shop.example/?a=&b=1', `https://shop.example/?a=&b=1&${OURS}`],
    ['https://shop.example/#top', `https://shop.example/?${OURS}#top`],
    ['https://shop.example/#', `https://shop.example/?${OURS}#`],
    ['https://shop.example/?a=1#top', `https://shop.example/?a=1&${OURS}#top`],
    ['https://shop.example/#/done?a=1', `https://shop.example/?${OURS}#/done?a=1`],
    ['https://shop.example/?a=1#one#two', `https://shop.example/?a=1&${OURS}#one#two`],
  ])('ours are added to the address as it stands: %s', (to, expected) => {
    expect(errorRedirect({ callbackUrl: to }, { code: 'c', message: 'm' })).toBe(expected);
  });
});

describe('a browser that is asked to come back', () => {
  it('comes with its token, and is known by its query', () => {
    const query = againQuery('a&b=c+d"<', 1, undefined);
    const brought = Object.fromEntries(new URLSearchParams(query));
    expect(brought).toEqual({ token: 'a&b=c+d"<', again: '1' });
    expect(query).toMatch(/^\?[\w%&=+*.-]*$/);
    const more = Object.fromEntries(new URLSearchParams(againQuery('a', 2, 'en')));
    expect(more).toEqual({ token: 'a', again: '2', lang: 'en' });
    expect([brought, more, { token: 'a' }, { again: '-1' }, { again: '10' }].map(timesAsked)).toEqual([
      1, 2, 0, 0, 0,
    ]);
  });

  it.each([
    [{ is: 'success', outcome: OUTCOME } as const, 'status=success'],
    [{ is: 'failed', code: 'c', message: 'm' } as const, 'status=error&errorCode=c&errorMessage=m'],
  ])('is sent on by how it ended: %j', (end, expected) => {
    expect(redirectAfter(TO, end)).toContain(`https://shop.example/done?${expected}`);
  });
});
