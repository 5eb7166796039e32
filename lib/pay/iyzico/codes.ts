import type { PayFailure, PayInputField } from '../pay.ts';

/** The meaning of a provider failure, by code, message and HTTP status. */
export type CodeMeaning =
  | { readonly is: Exclude<RefusalKind, 'invalidInput'> }
  | { readonly is: 'invalidInput'; readonly field: PayInputField | undefined }
  /** The provider's own fault: it may or may not have done the work. */
  | { readonly is: 'systemFault' };

type RefusalKind = Extract<PayFailure, { readonly providerCode: string }>['is'];

/** Unknown or missing key, wrong or missing signature, in the general services' numbering. */
const CREDENTIALS = new Set(['1000', '1001', '1002', '1003', '1004', '1006', '1007', '1008', '1009']);

/** Subscription calls use code 8 for a wrong signature and for a missing identity number: only the messages differ. */
const WRONG_SIGNATURE = /Authentication token is not verified|Doğrulama anahtarı geçersiz/i;

/** `100001`: subscriptions are not enabled for this account. `9000`: the account is frozen. */
const SWITCHED_OFF = new Set(['100001', '9000']);

const SYSTEM_FAULT = new Set(['1', '2']);
const REQUEST_LIMIT = '50000';
const FORM_NOT_COMPLETED = '201601';
const NOT_FOUND = new Set(['201400', '201600']);

/** The block of plans, except a name that is taken (`201051`) and a plan in use (`201053`); which of it is not documented. */
const PLAN_NOT_FOUND = /^20105[0245-9]$/;

/** Answers of banks and card schemes; `5184` is a domestic card for a foreign currency. */
const DECLINED = /^(10[0-9]{3}|5184)$/;

/** Codes of an invalid request, with the field if the code implies one. */
const INVALID_INPUT: ReadonlyMap<string, PayInputField | undefined> = new Map([
  ['3', 'email'],
  ['4', 'email'],
  ['5', 'email'],
  ['6', undefined],
  ['7', undefined],
  ['8', 'identityNumber'],
  ['9', 'identityNumber'],
  ['10', 'identityNumber'],
  ['11', undefined],
  ['12', 'cardNumber'],
  ['13', 'expireMonth'],
  ['14', 'expireYear'],
  ['15', 'cvc'],
  ['16', 'cardHolderName'],
  ['17', 'expireYear'],
  ['18', 'identityNumber'],
  ['19', 'cardHolderName'],
  ['20', undefined],
  ['23', 'callbackUrl'],
  ['24', undefined],
  ['25', 'gsmNumber'],
  ['26', 'gsmNumber'],
  ['27', 'gsmNumber'],
  ['200310', 'gsmNumber'],
]);

/** Fields that a failure's message may name, longer names before names they contain. */
const NAMED = ['callbackUrl', 'gsmNumber', 'identityNumber', 'surname', 'email', 'name'] as const;

/** The meaning of a failure. Undocumented codes are `refused`. */
export function meaningOf(code: string, message: string, httpStatus: number): CodeMeaning {
  if (httpStatus === 401 || httpStatus === 403) return { is: 'credentials' };
  if (httpStatus === 429) return { is: 'rateLimited' };
  if (CREDENTIALS.has(code) || WRONG_SIGNATURE.test(message)) return { is: 'credentials' };
  if (code === REQUEST_LIMIT) return { is: 'rateLimited' };
  if (code === FORM_NOT_COMPLETED) return { is: 'notFinished' };
  if (PLAN_NOT_FOUND.test(code)) return { is: 'planNotFound' };
  if (NOT_FOUND.has(code) || httpStatus === 404) return { is: 'notFound' };
  if (SWITCHED_OFF.has(code)) return { is: 'switchedOff' };
  if (SYSTEM_FAULT.has(code)) return { is: 'systemFault' };
  if (DECLINED.test(code)) return { is: 'declined' };
  if (INVALID_INPUT.has(code))
    return { is: 'invalidInput', field: INVALID_INPUT.get(code) ?? fieldNamedIn(message) };
  return { is: 'refused' };
}

function fieldNamedIn(message: string): PayInputField | undefined {
  return NAMED.find((field) => new RegExp(`\\b${field}\\b`).test(message));
}
