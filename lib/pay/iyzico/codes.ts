import type { PayFailure, PayInputField } from '../pay.ts';

/** The meaning of a provider failure, by code, message and HTTP status. */
export type CodeMeaning =
  | { readonly is: Exclude<RefusalKind, 'invalidInput'> }
  | { readonly is: 'invalidInput'; readonly field: PayInputField | undefined }
  /** The provider's own fault: it may or may not have done the work. */
  | { readonly is: 'systemFault' };

/** What a call does: it reads, it changes something that costs nothing, it may move money, or it gives money back. */
export type CallKind = 'reading' | 'changing' | 'movingMoney' | 'refunding';

type RefusalKind = Extract<PayFailure, { readonly providerCode: string }>['is'];

/** Unknown or missing key, wrong or missing signature, in the general services' numbering. */
const CREDENTIALS = new Set(['1000', '1001', '1002', '1003', '1004', '1006', '1007', '1008', '1009']);

/** Subscription calls use code 8 for a wrong signature and for a missing identity number: only the messages differ. */
const WRONG_SIGNATURE = /Authentication token is not verified|Doğrulama anahtarı geçersiz/i;

/** The account is frozen. */
const FROZEN = '9000';

/** Subscriptions are not enabled, but also: the request is incomplete, or a card has trouble. */
const NOT_ENABLED = '100001';

const SYSTEM_FAULT = new Set(['1', '2']);
const REQUEST_LIMIT = '50000';
const FORM_NOT_COMPLETED = '201601';
const FORM_NOT_FOUND = '201600';

/** Of a subscription: guessed, so it proves nothing where it matters. */
const SUBSCRIPTION_NOT_FOUND = '201400';

/** The block of plans, except a name that is taken (`201051`) and a plan in use (`201053`): guessed, too. */
const PLAN_NOT_FOUND = /^20105[0245-9]$/;

/** Whether a code may say that there is no such plan. */
export const mayMeanPlanGone = (code: string): boolean => PLAN_NOT_FOUND.test(code);

/** What the provider's rules forbid, as recorded: the name is taken, the plan is in use, or the subscription cannot do that. */
const REFUSED = new Set(['201001', '201051', '201053', '201402', '201403', '201406', '200751', '3005']);

/** The documented answers of banks and card schemes, and `5184`, a domestic card for a foreign currency. */
const DECLINED = new Set([
  ...['10005', '10012', '10034', '10041', '10043', '10051', '10054', '10057', '10058', '10084', '10093'],
  ...['10201', '10202', '10204', '10206', '10207', '10208', '10209', '10210', '10211', '10212', '10213'],
  ...['10214', '10215', '10216', '10217', '10218', '10219', '10220', '10221', '10222', '10223', '10224'],
  ...['10225', '10226', '10227', '10228', '10229', '10230', '10232', '10233', '10236', '5184'],
]);

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

/** The meaning of a failure: an unexplained code refuses only where neither money nor a reading is at stake. */
export function meaningOf(code: string, message: string, httpStatus: number, kind: CallKind): CodeMeaning {
  if (httpStatus === 401 || httpStatus === 403) return { is: 'credentials' };
  if (httpStatus === 429) return { is: 'rateLimited' };
  if (CREDENTIALS.has(code) || WRONG_SIGNATURE.test(message)) return { is: 'credentials' };
  if (code === REQUEST_LIMIT) return { is: 'rateLimited' };
  if (code === FORM_NOT_COMPLETED) return { is: 'notFinished' };
  if (code === FORM_NOT_FOUND) return { is: 'notFound' };
  if (code === FROZEN) return { is: 'switchedOff' };
  if (DECLINED.has(code)) return { is: 'declined' };
  if (REFUSED.has(code)) return { is: 'refused' };
  if (INVALID_INPUT.has(code))
    return { is: 'invalidInput', field: INVALID_INPUT.get(code) ?? fieldNamedIn(message) };
  return unexplained(code, httpStatus, kind);
}

/** Of a refund: the bank's day has to end first, so nothing was done. */
const DAY_NOT_ENDED = '10223';

/** Of a refund: trouble on the way to the bank, and refusals that may become successes by themselves. */
const REFUND_UNCERTAIN = new Set([
  ...['1', '2', '100001', '10246'],
  ...['10214', '10219', '10228', '10240', '10241', '10242'],
]);

/** Whether a refund with this code, or none, may still be made. */
export const mayFollow = (code: string | undefined): boolean =>
  code === undefined || REFUND_UNCERTAIN.has(code);

/** The meaning of a refund's failure: any code that leaves no doubt refuses it, as the note of its codes is incomplete. */
export function meaningOfRefund(code: string, message: string, httpStatus: number): CodeMeaning {
  const general = meaningOf(code, message, httpStatus, 'changing');
  if (['credentials', 'rateLimited', 'switchedOff'].includes(general.is) && code !== NOT_ENABLED)
    return general;
  if (code === DAY_NOT_ENDED) return { is: 'notFinished' };
  if (REFUND_UNCERTAIN.has(code)) return { is: 'unclear' };
  return DECLINED.has(code) ? { is: 'declined' } : { is: 'refused' };
}

function unexplained(code: string, httpStatus: number, kind: CallKind): CodeMeaning {
  if (kind === 'movingMoney') return { is: 'unclear' };
  if (code === NOT_ENABLED) return { is: 'switchedOff' };
  if (code === SUBSCRIPTION_NOT_FOUND) return { is: 'notFound' };
  if (kind === 'reading') return SYSTEM_FAULT.has(code) ? { is: 'systemFault' } : { is: 'unclear' };
  if (PLAN_NOT_FOUND.test(code)) return { is: 'planNotFound' };
  if (httpStatus === 404) return { is: 'notFound' };
  return SYSTEM_FAULT.has(code) ? { is: 'systemFault' } : { is: 'refused' };
}

function fieldNamedIn(message: string): PayInputField | undefined {
  return NAMED.find((field) => new RegExp(`\\b${field}\\b`).test(message));
}
