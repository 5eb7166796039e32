import { withoutLongNumbers } from '../../card-number.ts';
import { fieldsOf, optionalText, Unreadable, type Fields } from './fields.ts';
import type { Exchange } from './exchange.ts';
import { LONGEST_MESSAGE } from './limits.ts';
import type { PayAnswer, PayFailure } from '../pay.ts';

/** Missing or unknown key, missing or wrong signature, in the numbering of the general services. */
const CREDENTIAL_CODES: readonly string[] = [
  '1000',
  '1001',
  '1002',
  '1003',
  '1004',
  '1006',
  '1007',
  '1008',
  '1009',
];

/** Subscription calls use code 8 for a wrong signature and for a missing identity number: only the words differ. */
const WRONG_SIGNATURE = /Authentication token is not verified|Doğrulama anahtarı geçersiz/i;

const UNKNOWN_FORM = '201600';
const UNKNOWN_SUBSCRIPTION = '201400';
const FORM_NOT_COMPLETED = '201601';
const REQUEST_LIMIT = '50000';

/** What a call means in our words; `read` takes the envelope of a success. */
export function answerOf<T>(exchange: Exchange, read: (envelope: Fields) => T): PayAnswer<T> {
  if (exchange.is === 'tooLarge') return invalidResponse(exchange.httpStatus);
  if (exchange.is !== 'answered') return { ok: false, is: exchange.is };
  const { httpStatus } = exchange;
  const envelope = envelopeOf(exchange.body);
  if (httpStatus >= 500) return invalidResponse(httpStatus);
  if (httpStatus === 401) return { ok: false, is: 'credentials', ...reasonOf(envelope, httpStatus) };
  if (httpStatus === 429) return { ok: false, is: 'rateLimited', ...reasonOf(envelope, httpStatus) };
  if (envelope['status'] === 'failure') return { ok: false, ...failureOf(envelope, httpStatus) };
  if (envelope['status'] !== 'success' || httpStatus >= 300) return invalidResponse(httpStatus);
  try {
    return { ok: true, value: read(envelope) };
  } catch (error) {
    if (error instanceof Unreadable) return invalidResponse(httpStatus);
    throw error;
  }
}

function failureOf(envelope: Fields, httpStatus: number): PayFailure {
  const reason = reasonOf(envelope, httpStatus);
  const code = reason.providerCode;
  if (CREDENTIAL_CODES.includes(code) || WRONG_SIGNATURE.test(reason.message))
    return { is: 'credentials', ...reason };
  if (code === REQUEST_LIMIT) return { is: 'rateLimited', ...reason };
  if (code === FORM_NOT_COMPLETED) return { is: 'notFinished', ...reason };
  if (code === UNKNOWN_FORM || code === UNKNOWN_SUBSCRIPTION || httpStatus === 404)
    return { is: 'notFound', ...reason };
  return { is: 'refused', ...reason };
}

/** The provider's code and words, in which it may have quoted a card; the HTTP status stands in for a code that is missing. */
function reasonOf(envelope: Fields, httpStatus: number): { providerCode: string; message: string } {
  return {
    providerCode: optionalText(envelope, 'errorCode') ?? String(httpStatus),
    message: withoutLongNumbers(optionalText(envelope, 'errorMessage') ?? '').slice(0, LONGEST_MESSAGE),
  };
}

function envelopeOf(body: string): Fields {
  try {
    return fieldsOf(JSON.parse(body));
  } catch {
    return {};
  }
}

function invalidResponse(httpStatus: number): { ok: false; is: 'invalidResponse'; httpStatus: number } {
  return { ok: false, is: 'invalidResponse', httpStatus };
}
