import { expect, it } from 'vitest';
import { notificationInput } from '../../../lib/wire/notification.ts';
import { UNCLEAN, invalid, refusalOf } from './given.ts';

const headers = { 'x-iyz-signature-v3': 'abc', 'content-type': 'application/json' };

it('a notification is read with its token, its headers and its body as it came', () => {
  expect(notificationInput({ token: 'tok' }, headers, ' {"a": 1}')).toStrictEqual({
    token: 'tok',
    headers,
    body: ' {"a": 1}',
  });
});

it.each([undefined, null, { a: 1 }])('a notification without a text has an empty body: %j', (body) => {
  expect(notificationInput({}, {}, body)).toStrictEqual({ token: '', headers: {}, body: '' });
});

it('a notification to a path that holds what is no character is refused', () => {
  expect(refusalOf(() => notificationInput({ token: 'a\ufffe' }, headers, ''))).toEqual(
    invalid('token', UNCLEAN),
  );
});
