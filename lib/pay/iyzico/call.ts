import { answerOf } from './answer.ts';
import { exchange } from './exchange.ts';
import { listOf, fieldsOf, optionalNumber, type Fields } from './fields.ts';
import { LEAST_CALL_MS, MONEY_DEADLINE_MS, MOST_PAGES, READ_DEADLINE_MS, RECORDING_MS } from './limits.ts';
import { authorization } from './sign.ts';
import type { PayAccount, PayAnswer } from '../pay.ts';
import type { PayPage } from '../provider-records.ts';

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

/** One account's signed calls, each made once. */
export interface Caller {
  /** Sends nothing but the path and query, on a connection that may be kept. */
  get<T>(path: string, query: Query, read: (envelope: Fields) => T): Promise<PayAnswer<T>>;
  /** Sends a body on a connection that may be kept, for calls that move no money. */
  post<T>(path: string, body: object, read: (envelope: Fields) => T): Promise<PayAnswer<T>>;
  /** Sends a body on a fresh connection and waits longer, for calls that move money. */
  postMoney<T>(path: string, body: object, read: (envelope: Fields) => T): Promise<PayAnswer<T>>;
  /** Sends an empty object, as the provider wants it, on a connection that may be kept. */
  delete<T>(path: string, read: (envelope: Fields) => T): Promise<PayAnswer<T>>;
  /** One page of a list; pages count from 1. */
  getPage<T>(
    path: string,
    query: Query,
    which: { readonly page: number; readonly size: number },
    read: (item: Fields) => T,
  ): Promise<PayAnswer<PayPage<T>>>;
  /** All items of a list, page after page; the first page that fails is the answer. */
  getAll<T>(
    path: string,
    query: Query,
    pageSize: number,
    read: (item: Fields) => T,
  ): Promise<PayAnswer<readonly T[]>>;
}

/**
 * Signs and sends calls for one merchant account. Nothing is thrown: every failure is a `PayFailure` that says
 * whether the call can have had an effect.
 */
export function caller(account: PayAccount, outside: IyzicoOutside): Caller {
  async function send<T>(
    method: 'GET' | 'POST' | 'DELETE',
    pathAndQuery: string,
    body: string,
    way: { freshConnection: boolean; deadlineMs: number },
    read: (envelope: Fields) => T,
  ): Promise<PayAnswer<T>> {
    if (!URL.canParse(pathAndQuery, account.baseUrl)) return { ok: false, is: 'unreachable' };
    const timeLeft = (outside.timeLeft?.() ?? Infinity) - RECORDING_MS;
    const deadlineMs = Math.min(way.deadlineMs, timeLeft);
    if (timeLeft < LEAST_CALL_MS) return { ok: false, is: 'outOfTime' };
    const url = new URL(pathAndQuery, account.baseUrl);
    const randomKey = `${outside.now()}${outside.randomKey()}`;
    const signed = { secretKey: account.secretKey, randomKey, path: url.pathname, body };
    const headers = {
      Accept: 'application/json',
      Authorization: authorization(account.apiKey, signed),
      'x-iyzi-rnd': randomKey,
      ...(body === ''
        ? {}
        : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
    };
    return answerOf(
      await (outside.exchange ?? exchange)({ method, url, headers, body, ...way, deadlineMs }),
      read,
    );
  }

  const reading = () => ({
    freshConnection: false,
    deadlineMs: outside.deadlineMs?.read ?? READ_DEADLINE_MS,
  });
  const moving = () => ({
    freshConnection: true,
    deadlineMs: outside.deadlineMs?.money ?? MONEY_DEADLINE_MS,
  });
  const get: Caller['get'] = (path, query, read) => send('GET', withQuery(path, query), '', reading(), read);

  const getPage: Caller['getPage'] = (path, query, { page, size }, read) =>
    get(path, { ...query, page: String(page), count: String(size) }, (envelope) => {
      const data = fieldsOf(envelope['data']);
      return { pages: optionalNumber(data, 'pageCount') ?? 1, items: listOf(data, 'items').map(read) };
    });

  return {
    get,
    getPage,
    delete: (path, read) => send('DELETE', path, '{}', reading(), read),
    post: (path, body, read) => send('POST', path, JSON.stringify(body), reading(), read),
    postMoney: (path, body, read) => send('POST', path, JSON.stringify(body), moving(), read),
    getAll: async <T>(path: string, query: Query, pageSize: number, read: (item: Fields) => T) => {
      const all: T[] = [];
      for (let page = 1, pages = 1; page <= pages; page++) {
        // Cut short it would look like all there is, and "not found" is believed.
        if (page > MOST_PAGES) return { ok: false, is: 'invalidResponse', httpStatus: 200 };
        const answer = await getPage(path, query, { page, size: pageSize }, read);
        if (!answer.ok) return answer;
        all.push(...answer.value.items);
        pages = answer.value.pages;
      }
      return { ok: true, value: all };
    },
  };
}

function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}
