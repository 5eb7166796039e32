import { withoutLongNumbers } from '../../text/card-number.ts';
import { shortLine } from '../../text/clean-text.ts';
import { meaningOf } from './codes.ts';
import { fieldsOf, optionalText, Unreadable, type Fields } from './fields.ts';
import type { Exchange } from './exchange.ts';
import { LONGEST_CODE, LONGEST_MESSAGE } from './limits.ts';
import type { PayAnswer, PayFailure } from '../pay.ts';

/** Translates a response; `read` parses the envelope of a success. */
export function answerOf<T>(exchange: Exchange, read: (envelope: Fields) => T): PayAnswer<T> {
  if (exchange.is === 'tooLarge') return invalidResponse(exchange.httpStatus);
  if (exchange.is !== 'answered') return { ok: false, is: exchange.is };
  const { httpStatus } = exchange;
  const envelope = envelopeOf(exchange.body);
  if (httpStatus >= 500) return invalidResponse(httpStatus);
  if (envelope['status'] === 'failure' || httpStatus === 401 || httpStatus === 429)
    return { ok: false, ...failureOf(envelope, httpStatus) };
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
  const meaning = meaningOf(reason.providerCode, reason.message, httpStatus);
  return meaning.is === 'systemFault' ? { is: 'invalidResponse', httpStatus } : { ...meaning, ...reason };
}

/** The provider's code, or else the HTTP status, and its message: short, and without any card number they may quote. */
function reasonOf(envelope: Fields, httpStatus: number): { providerCode: string; message: string } {
  const code = optionalText(envelope, 'errorCode') ?? String(httpStatus);
  const message = optionalText(envelope, 'errorMessage') ?? '';
  return {
    providerCode: shortLine(withoutLongNumbers(code), LONGEST_CODE),
    message: shortLine(withoutLongNumbers(message), LONGEST_MESSAGE),
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
