import { Refusal } from '../../../lib/refusal.ts';

/** When a request is read: half a year after which the card has not expired. */
export const NOW = Date.UTC(2026, 5, 15);

export const CARD = {
  cardHolderName: 'Ada Lovelace',
  cardNumber: '5528790000000008',
  expireMonth: '12',
  expireYear: '2030',
  cvc: '123',
};

/** The members that every checkout body must have, but for the plan. */
export const CUSTOMER = {
  name: 'Ada',
  surname: 'Lovelace',
  email: 'ada@example.com',
  gsmNumber: '+905350000000',
  identityNumber: '11111111110',
};

/** How something was refused: what the caller reads of it. */
export function refusalOf(ask: () => unknown) {
  try {
    ask();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return {
      httpStatus: error.status,
      code: error.code,
      message: error.message,
      details: error.more.details,
    };
  }
  throw new Error('It was not refused.');
}

/** The refusal of a request in which one field is wrong. */
export const invalid = (field: string, message: string) => ({
  httpStatus: 400,
  code: 'invalid_request',
  message: `${field}: ${message}`,
  details: [{ field, message }],
});

/** What is said of a text that holds what is no character. */
export const UNCLEAN = 'must not hold control characters or code points that are no characters';
