import { answerOf } from './answer.ts';
import { exchange, type Request } from './exchange.ts';
import { listOf, fieldsOf, optionalNumber, type Fields } from './fields.ts';
import { LEAST_CALL_MS, MONEY_DEADLINE_MS, MOST_PAGES, READ_DEADLINE_MS, RECORDING_MS } from './limits.ts';
import { authorization } from './sign.ts';
import type { PayAccount, PayAnswer } from '../pay.ts';

/** What the client needs from outside. */
export interface IyzicoOutside {
  now(): number;
  /** A text that has not been used before. */
  randomKey(): string;
  /** What is left of the invocation, in ms; without it there is no end. */
  readonly timeLeft?: (() => number) | undefined;
  /** Other deadlines than the usual ones, for calls that move money and for all others; read at each call. */
  readonly deadlineMs?: { readonly money?: number; readonly read?: number };
  /** How one HTTP request is made; the usual way unless given. */
  readonly exchange?: typeof exchange;
}

/** Query parameters; undefined ones are left out. */
export type Query = Readonly<Record<string, string | undefined>>;

/** Some of many, how many pages of them there are, and how many of them on all pages where that is told. */
export interface ListPage<T> {
  readonly items: readonly T[];
  readonly pages: number;
  readonly total: number | undefined;
}

/** How a call is made: on which connection, and how long it may take. */
type Terms = Pick<Request, 'freshConnection' | 'deadlineMs'>;

/** Where the Subscription API is. */
export const BASE = '/v2/subscription';

/**
 * Signs and sends calls for one merchant account, each once. Nothing is thrown: every failure is a `PayFailure` that
 * says whether the call can have had an effect.
 */
export class Caller {
  readonly #account: PayAccount;
  readonly #outside: IyzicoOutside;

  constructor(account: PayAccount, outside: IyzicoOutside) {
    this.#account = account;
    this.#outside = outside;
  }

  /** Sends nothing but the path and query, on a connection that may be kept. */
  get<T>(path: string, query: Query, read: (envelope: Fields) => T): Promise<PayAnswer<T>> {
    return this.#send('GET', withQuery(path, query), '', this.#reading(), read);
  }

  /** Sends a body on a connection that may be kept, for calls that move no money. */
  post<T>(path: string, body: object, read: (envelope: Fields) => T): Promise<PayAnswer<T>> {
    return this.#send('POST', path, JSON.stringify(body), this.#reading(), read);
  }

  /** Sends a body on a fresh connection and waits longer, for calls that move money. */
  postMoney<T>(path: string, body: object, read: (envelope: Fields) => T): Promise<PayAnswer<T>> {
    return this.#send('POST', path, JSON.stringify(body), this.#movingMoney(), read);
  }

  /** Sends an empty object, as the provider wants it, on a connection that may be kept. */
  delete<T>(path: string, read: (envelope: Fields) => T): Promise<PayAnswer<T>> {
    return this.#send('DELETE', path, '{}', this.#reading(), read);
  }

  /** One page of a list; pages count from 1. */
  getPage<T>(
    path: string,
    query: Query,
    { page, size }: { readonly page: number; readonly size: number },
    read: (item: Fields) => T,
  ): Promise<PayAnswer<ListPage<T>>> {
    return this.get(path, { ...query, page: String(page), count: String(size) }, (envelope) => {
      const data = fieldsOf(envelope['data']);
      const [pages = 1, total] = [optionalNumber(data, 'pageCount'), optionalNumber(data, 'totalCount')];
      return { pages, total, items: listOf(data, 'items').map(read) };
    });
  }

  /** All items of a list, page after page; the first page that fails is the answer. */
  async getAll<T>(
    path: string,
    query: Query,
    size: number,
    read: (item: Fields) => T,
  ): Promise<PayAnswer<readonly T[]>> {
    const all: T[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      // Cut short it would look like all there is, and "not found" is believed.
      if (page > MOST_PAGES) return { ok: false, is: 'invalidResponse', httpStatus: 200 };
      const answer = await this.getPage(path, query, { page, size }, read);
      if (!answer.ok) return answer;
      all.push(...answer.value.items);
      pages = answer.value.pages;
    }
    return { ok: true, value: all };
  }

  async #send<T>(
    method: Request['method'],
    pathAndQuery: string,
    body: string,
    terms: Terms,
    read: (envelope: Fields) => T,
  ): Promise<PayAnswer<T>> {
    if (!URL.canParse(pathAndQuery, this.#account.baseUrl)) return { ok: false, is: 'unreachable' };
    const timeLeft = (this.#outside.timeLeft?.() ?? Infinity) - RECORDING_MS;
    if (timeLeft < LEAST_CALL_MS) return { ok: false, is: 'outOfTime' };
    const url = new URL(pathAndQuery, this.#account.baseUrl);
    const headers = this.#headers(url, body);
    const deadlineMs = Math.min(terms.deadlineMs, timeLeft);
    const once = this.#outside.exchange ?? exchange;
    return answerOf(await once({ method, url, headers, body, ...terms, deadlineMs }), read);
  }

  #headers({ pathname }: URL, body: string): Request['headers'] {
    const { apiKey, secretKey } = this.#account;
    const randomKey = `${this.#outside.now()}${this.#outside.randomKey()}`;
    return {
      Accept: 'application/json',
      Authorization: authorization(apiKey, { secretKey, randomKey, path: pathname, body }),
      'x-iyzi-rnd': randomKey,
      ...(body !== '' && {
        'Content-Type': 'application/json',
        'Content-Length': String(Buffer.byteLength(body)),
      }),
    };
  }

  #reading(): Terms {
    return { freshConnection: false, deadlineMs: this.#outside.deadlineMs?.read ?? READ_DEADLINE_MS };
  }

  #movingMoney(): Terms {
    return { freshConnection: true, deadlineMs: this.#outside.deadlineMs?.money ?? MONEY_DEADLINE_MS };
  }
}

function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}
