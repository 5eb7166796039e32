import { userAgentOf } from '../../outgoing/user-agent.ts';
import { keysOf } from './account.ts';
import { answerOf } from './answer.ts';
import type { CallKind } from './codes.ts';
import { exchange, type Request } from './exchange.ts';
import { listOf, answerFieldsOf, optionalNumber, UnreadableAnswer, type Fields } from './fields.ts';
import {
  LARGEST_PAGE,
  LEAST_CALL_MS,
  MONEY_DEADLINE_MS,
  MOST_PAGES,
  READ_DEADLINE_MS,
  RECORDING_MS,
} from './limits.ts';
import { authorization } from './sign.ts';
import type { Admission, PayAccount, PayAnswer } from '../pay.ts';

/** What an answer held that the provider's documentation does not lead to expect. */
export type Oddity =
  /** A search by reference returned others' subscriptions: the provider knows the filter by another name. */
  | 'searchTooWide'
  /** An order without what it takes to record it. */
  | 'orderLeftOut'
  /** An attempt that neither says what became of it nor names an error. */
  | 'attemptLeftOut';

/** Counts an oddity. */
export type Observe = (oddity: Oddity) => void;

/** What the client needs from outside. */
export interface IyzicoOutside {
  now(): number;
  /** A fresh nonce. */
  randomKey(): string;
  /** The remaining invocation time in ms; unlimited if absent. */
  readonly timeLeft?: (() => number) | undefined;
  /** Overrides the deadlines of calls that move money and of all others; read at each call. */
  readonly deadlineMs?: { readonly money?: number; readonly read?: number };
  /** How its calls name the service. */
  readonly userAgent?: string | undefined;
  /** Overrides how an HTTP request is made. */
  readonly exchange?: typeof exchange;
  /** Whether a call may go out now; each may if absent. */
  readonly admit?: (() => Promise<Admission>) | undefined;
  /** Is told of oddities; nobody is if absent. */
  readonly observe?: Observe | undefined;
}

/** Query parameters; undefined ones are left out. */
export type Query = Readonly<Record<string, string | undefined>>;

/** A page of a list, the number of pages, and the total, if reported. */
export interface ListPage<T> {
  readonly items: readonly T[];
  readonly pages: number;
  readonly total: number | undefined;
}

/** The connection and the deadline of a call, and what it does. */
type Terms = Pick<Request, 'freshConnection' | 'deadlineMs'> & { readonly kind: CallKind };

/** The language of the provider's messages: which one it takes without being asked, its two documentations disagree on. */
const LOCALE = { locale: 'tr' };

/** The answer of a call that our own pace has kept back: the provider was not asked. */
const OWN_PACE = { ok: false, is: 'rateLimited', providerCode: '', message: '' } as const;

/** The base path of the Subscription API. */
export const BASE = '/v2/subscription';

/** Signs and sends the calls of one merchant account, each once; a failure says whether it may have had an effect. */
export class Caller {
  readonly #account: PayAccount;
  readonly #outside: IyzicoOutside;

  constructor(account: PayAccount, outside: IyzicoOutside) {
    this.#account = account;
    this.#outside = outside;
  }

  readonly observe: Observe = (oddity) => this.#outside.observe?.(oddity);

  /** A GET on a kept-alive connection. */
  get<T>(path: string, query: Query, read: (envelope: Fields) => T): Promise<PayAnswer<T>> {
    return this.#send('GET', withQuery(path, { ...LOCALE, ...query }), '', this.#briefly('reading'), read);
  }

  /** A POST on a kept-alive connection, for calls that move no money. */
  post<T>(path: string, body: object, read: (envelope: Fields) => T): Promise<PayAnswer<T>> {
    return this.#send('POST', path, JSON.stringify({ ...LOCALE, ...body }), this.#briefly('changing'), read);
  }

  /** A POST on a fresh connection with a longer deadline, for calls that move money. */
  postMoney<T>(path: string, body: object, read: (envelope: Fields) => T): Promise<PayAnswer<T>> {
    return this.#send('POST', path, JSON.stringify({ ...LOCALE, ...body }), this.#movingMoney(), read);
  }

  /** A POST on a fresh connection that gives money back: its codes mean other things than those of charges. */
  postRefund<T>(path: string, body: object, read: (envelope: Fields) => T): Promise<PayAnswer<T>> {
    const terms: Terms = { ...this.#movingMoney(), kind: 'refunding' };
    return this.#send('POST', path, JSON.stringify({ ...LOCALE, ...body }), terms, read);
  }

  /** One page of a list; pages count from 1. */
  getPage<T>(
    path: string,
    query: Query,
    { page, size }: { readonly page: number; readonly size: number },
    read: (item: Fields) => T,
  ): Promise<PayAnswer<ListPage<T>>> {
    return this.get(path, { ...query, page: String(page), count: String(size) }, (envelope) => {
      const data = answerFieldsOf(envelope['data']);
      const [pages = 1, total] = [optionalNumber(data, 'pageCount'), optionalNumber(data, 'totalCount')];
      return { pages, total, items: itemsOf(data, total).map(read) };
    });
  }

  /** All items of a list, across pages, and the total, if reported; fails with the first page that fails. */
  async getAll<T>(
    path: string,
    query: Query,
    size: number,
    read: (item: Fields) => T,
  ): Promise<PayAnswer<Omit<ListPage<T>, 'pages'>>> {
    const items: T[] = [];
    let total: number | undefined;
    for (let page = 1, pages = 1; page <= pages; page++) {
      // A truncated list would look complete, and "not found" is believed.
      if (page > MOST_PAGES) return { ok: false, is: 'invalidResponse', httpStatus: 200 };
      const answer = await this.getPage(path, query, { page, size }, read);
      if (!answer.ok) return answer;
      items.push(...answer.value.items);
      ({ pages, total } = answer.value);
    }
    return { ok: true, value: { items, total } };
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
    const pass = await this.#outside.admit?.();
    if (pass?.isGranted === false) return OWN_PACE;
    const url = new URL(pathAndQuery, this.#account.baseUrl);
    const headers = this.#headers(url, body);
    const { freshConnection, kind } = terms;
    const deadlineMs = Math.min(terms.deadlineMs, timeLeft);
    const once = this.#outside.exchange ?? exchange;
    const call = once({ method, url, headers, body, freshConnection, deadlineMs });
    const [ended] = await Promise.all([call, pass?.counted]);
    return answerOf(ended, { method, kind }, read);
  }

  #headers({ pathname }: URL, body: string): Request['headers'] {
    const { apiKey, secretKey } = keysOf(this.#account);
    const randomKey = `${this.#outside.now()}${this.#outside.randomKey()}`;
    return {
      Accept: 'application/json',
      'User-Agent': this.#outside.userAgent ?? userAgentOf(),
      Authorization: authorization(apiKey, { secretKey, randomKey, path: pathname, body }),
      'x-iyzi-rnd': randomKey,
      ...(body !== '' && {
        'Content-Type': 'application/json',
        'Content-Length': String(Buffer.byteLength(body)),
      }),
    };
  }

  #briefly(kind: CallKind): Terms {
    return { freshConnection: false, deadlineMs: this.#outside.deadlineMs?.read ?? READ_DEADLINE_MS, kind };
  }

  #movingMoney(): Terms {
    const deadlineMs = this.#outside.deadlineMs?.money ?? MONEY_DEADLINE_MS;
    return { freshConnection: true, deadlineMs, kind: 'movingMoney' };
  }
}

/** A page's items. Throws `UnreadableAnswer` where there is no list, or one longer than any page: "not found" is believed. */
function itemsOf(data: Fields, total: number | undefined): readonly Fields[] {
  if (total !== 0 && !Array.isArray(data['items'])) throw new UnreadableAnswer('items');
  const items = listOf(data, 'items');
  if (items.length > LARGEST_PAGE) throw new UnreadableAnswer('items');
  return items;
}

function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}
