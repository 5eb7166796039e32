import { describe, expect, it } from 'vitest';
import { againQuery, errorRedirect, timesAsked } from '../../../lib/wire/checkout.ts';

describe('where a browser is sent', () => {
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
});
