import { withoutLongNumbers } from '../../text/card-number.ts';
import { shortLine } from '../../text/clean-text.ts';
import { meaningOf, meaningOfRefund, type CallKind, type CodeMeaning } from './codes.ts';
import { answerFieldsOf, optionalText, UnreadableAnswer, type Fields } from './fields.ts';
import type { Exchange } from './exchange.ts';
import { LONGEST_CODE, LONGEST_MESSAGE } from './limits.ts';
import type { PayAnswer, PayFailure } from '../pay.ts';

/** How a call was made, as far as it decides what its answer means. */
export interface Asked {
  readonly method: 'GET' | 'POST';
  readonly kind: CallKind;
}

/** Translates a response; `read` parses the envelope of a success. */
export function answerOf<T>(
  exchange: Exchange,
  { method, kind }: Asked,
  read: (envelope: Fields) => T,
): PayAnswer<T> {
  if (exchange.is === 'tooLarge') return invalidResponse(exchange.httpStatus);
  if (exchange.is !== 'answered') return { ok: false, is: exchange.is };
  const envelope = envelopeOf(exchange.body);
  const { httpStatus } = exchange;
  if (httpStatus >= 500) return invalidResponse(httpStatus);
  if (method === 'GET' && isWrongAddress(envelope)) return { ok: false, is: 'unreachable' };
  if (envelope['status'] === 'failure' || [401, 429].includes(httpStatus))
    return { ok: false, ...failureOf(envelope, httpStatus, kind) };
  if (envelope['status'] !== 'success' || httpStatus >= 300) return invalidResponse(httpStatus);
  return readable(envelope, httpStatus, read);
}

function readable<T>(envelope: Fields, httpStatus: number, read: (envelope: Fields) => T): PayAnswer<T> {
  try {
    return { ok: true, value: read(envelope) };
  } catch (error) {
    if (error instanceof UnreadableAnswer) return invalidResponse(httpStatus);
    throw error;
  }
}

/** The error page of a server that has nothing at this path: whatever was asked for is neither there nor gone. */
const isWrongAddress = ({ status }: Fields) => status === 404 || status === 405;

function failureOf(envelope: Fields, httpStatus: number, kind: CallKind): PayFailure {
  const reason = reasonOf(envelope, httpStatus);
  const meaning =
    kind === 'refunding'
      ? refundMeaning(envelope, reason, httpStatus)
      : meaningOf(reason.providerCode, reason.message, httpStatus, kind);
  return meaning.is === 'systemFault' ? { is: 'invalidResponse', httpStatus } : { ...meaning, ...reason };
}

/** A refund that the provider may try again by itself, or refuses without a code, may still be made. */
function refundMeaning(
  envelope: Fields,
  { providerCode, message }: { readonly providerCode: string; readonly message: string },
  httpStatus: number,
): CodeMeaning {
  const meaning = meaningOfRefund(providerCode, message, httpStatus);
  const isOpen = envelope['retryable'] === true || optionalText(envelope, 'errorCode') === undefined;
  return isOpen && (meaning.is === 'declined' || meaning.is === 'refused') ? { is: 'unclear' } : meaning;
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
    return answerFieldsOf(JSON.parse(body));
  } catch {
    return {};
  }
}

function invalidResponse(httpStatus: number): { ok: false; is: 'invalidResponse'; httpStatus: number } {
  return { ok: false, is: 'invalidResponse', httpStatus };
}
