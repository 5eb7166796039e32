import { authenticationMessage, message, type Locale } from './messages.ts';

/** What a call of the provider's API answers: nothing, `data`, or fields at the root of the envelope. */
export type Answer =
  undefined | { readonly data: unknown } | { readonly root: Readonly<Record<string, unknown>> };

/** A business failure: the provider's code, with a message in the request's language. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;
  readonly httpStatus: number;
  /** What the answer tells besides. */
  readonly more: Readonly<Record<string, unknown>> = {};

  constructor(code: string, httpStatus = 422) {
    super(`refused with ${code}`);
    this.code = code;
    this.httpStatus = httpStatus;
  }
}

/** A request whose signature does not fit: code 8 with HTTP 401, unlike the 8 of a missing identity number. */
export class BadSignature extends Refusal {
  constructor() {
    super('8', 401);
  }
}

/** The observed key order; undefined members are omitted, as by the provider. */
export function success(answer: Answer, systemTime: number, locale: Locale): string {
  if (answer === undefined) return JSON.stringify({ status: 'success', systemTime });
  if ('data' in answer) return JSON.stringify({ status: 'success', systemTime, data: answer.data });
  return JSON.stringify({ status: 'success', locale, systemTime, ...answer.root });
}

/** The body of a refusal, in the language of the request. */
export function failure(refusal: Refusal, systemTime: number, locale: Locale): string {
  const errorMessage =
    refusal instanceof BadSignature ? authenticationMessage(locale) : message(refusal.code, locale);
  return JSON.stringify({
    status: 'failure',
    errorCode: refusal.code,
    errorMessage,
    systemTime,
    ...refusal.more,
  });
}

/** One page of a list, `page` from 1. */
export function list<T>(
  records: readonly T[],
  page: number,
  count: number,
  view: (record: T) => unknown,
): Answer {
  return {
    data: {
      totalCount: records.length,
      currentPage: page,
      pageCount: Math.ceil(records.length / count),
      items: records.slice((page - 1) * count, page * count).map(view),
    },
  };
}
