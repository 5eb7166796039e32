import { describe, expect, it } from 'vitest';
import { checkInput } from '../../../lib/wire/check.ts';
import { subscribersInput } from '../../../lib/wire/subscriber-list.ts';
import { UNCLEAN, invalid, refusalOf } from './given.ts';

describe('the query of a check', () => {
  it.each(['ada+shop@example.com', 'ada shop@example.com', ' ada shop@example.com '])(
    'understands a plus that was not encoded and so arrives as a space: «%s»',
    (email) => {
      expect(checkInput({ email })).toStrictEqual({ by: 'email', email: 'ada+shop@example.com' });
    },
  );

  it.each(['ada@example..com', 'ada@.example.com'])(
    'may be %s, which no checkout takes and an import may have recorded',
    (email) => {
      expect(checkInput({ email })).toStrictEqual({ by: 'email', email });
      expect(subscribersInput({ email })).toMatchObject({ email });
    },
  );

  it.each([
    [{}, 'is required'],
    [{ email: ' ' }, 'must be an e-mail address'],
    [{ email: 'ada' }, 'must be an e-mail address'],
    [{ email: 'ada@example' }, 'must be an e-mail address'],
    [{ email: 'ada@example.com,bob@example.com' }, 'must be an e-mail address'],
    [{ email: 'ada@example.com\uffff' }, UNCLEAN],
  ])('must be one: %j', (query, message) => {
    expect(refusalOf(() => checkInput(query))).toEqual(invalid('email', message));
  });
});
