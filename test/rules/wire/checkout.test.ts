import { describe, expect, it } from 'vitest';
import { callbackInput } from '../../../lib/wire/checkout.ts';

describe('the token that a browser brings', () => {
  it.each([
    [{ token: ' tok ' }, undefined, 'tok'],
    [{}, 'a=1&token=t%2Bok', 't+ok'],
    [{ token: 'query' }, 'token=form', 'query'],
    [{}, undefined, undefined],
    [{}, null, undefined],
    [{}, { token: 'tok' }, undefined],
    [{}, 'a=1', undefined],
    [{ token: '' }, undefined, undefined],
    [{ token: '  ' }, undefined, undefined],
    [{ token: 'x'.repeat(255) }, undefined, 'x'.repeat(255)],
    [{ token: 'x'.repeat(256) }, undefined, undefined],
    [{ token: 'tok\r\n' }, undefined, 'tok'],
    [{ token: 'to\u0000k' }, undefined, undefined],
    [{}, 'token=%EF%BF%BF', undefined],
  ])('is in the query or in a form: %j and %j', (query, body, token) => {
    expect(callbackInput(query, body)).toStrictEqual({ token });
  });
});
