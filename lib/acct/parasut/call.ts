import type { AcctAccount, AcctAnswer, AcctRefusal, AcctRun } from '../acct.ts';
import type { TokenStore } from '../tokens.ts';
import { invalidResponse, parsed, refusal } from './answer.ts';
import { exchangeAs, type sendOnce, type Exchange } from './http.ts';
import { EMPTY_PAGE, Page, type Rec } from './records.ts';
import { accessTokensOf, DEADLINE_MS, OUT_OF_TIME, type AccessTokens, type Outside } from './tokens.ts';

/** One API call, below the tenant's company. */
export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the company, unescaped. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The provider's maximum page size. */
const PAGE_SIZE = 25;
/** Documents of one line are a few ten kilobytes. */
const FILE_BYTES_MAX = 10 * 1024 * 1024;
const PAGES_MAX = 20;
/** No call is started with less time than this left. */
const CALL_NEEDS_MS = 1_000;

/** Calls for one company; failures are values, never thrown. The token goes only to the account's address: no redirects. */
export class Calls {
  readonly #account: AcctAccount;
  readonly #base: URL;
  readonly #run: AcctRun;
  readonly #token: AccessTokens;
  readonly #deadlineMs: number;
  readonly #exchange: typeof sendOnce;

  constructor(account: AcctAccount, store: TokenStore, outside: Outside, run: AcctRun) {
    this.#account = account;
    this.#base = new URL(account.baseUrl);
    this.#run = run;
    this.#token = accessTokensOf(account, store, outside);
    this.#deadlineMs = outside.deadlineMs ?? DEADLINE_MS;
    this.#exchange = outside.exchange ?? exchangeAs(outside.userAgent);
  }

  /** A valid access token, without a call below the company. */
  async signIn(): Promise<AcctAnswer<undefined>> {
    const bearer = await this.#token(() => this.#limit());
    return bearer.ok ? { ok: true, value: undefined } : bearer;
  }

  /** One call. A refused token is renewed once and the call repeated, which is safe: the refused call did nothing. */
  async call(request: Request): Promise<AcctAnswer<Page>> {
    const limit = () => this.#limit();
    if (limit() === undefined) return OUT_OF_TIME;
    let bearer = await this.#token(limit);
    if (!bearer.ok) return bearer;
    let result = await this.#send(request, bearer.value);
    if (result.is === 'answered' && result.status === 401) {
      bearer = await this.#token(limit, bearer.value);
      if (!bearer.ok) return bearer;
      result = await this.#send(request, bearer.value);
    }
    return 'ok' in result ? result : this.#read(result);
  }

  /** All records of a list, up to 500. */
  async list(resource: string, query: Readonly<Record<string, string>>): Promise<AcctAnswer<Page>> {
    const data: Rec[] = [];
    const included: Rec[] = [];
    for (let number = 1; number <= PAGES_MAX; number++) {
      const paging = { 'page[number]': String(number), 'page[size]': String(PAGE_SIZE) };
      const page = await this.call({ method: 'GET', path: [resource], query: { ...query, ...paging } });
      if (!page.ok) return page;
      data.push(...page.value.data);
      included.push(...page.value.included);
      if (number >= (page.value.meta?.total_pages ?? 1)) break;
    }
    return { ok: true, value: { data, included } };
  }

  /** Fetches a file from an address that the provider named; without the token, as it may be another host. */
  async file(address: string): Promise<AcctAnswer<Uint8Array>> {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url?.protocol !== 'https:' && url?.protocol !== this.#base.protocol) return invalidResponse(200);
    const limit = this.#limit();
    if (limit === undefined) return OUT_OF_TIME;
    const result = await this.#exchange(url, { method: 'GET', headers: {} }, limit, FILE_BYTES_MAX);
    if (result.is !== 'answered') return refusal(result);
    return result.status === 200 ? { ok: true, value: result.body } : invalidResponse(result.status);
  }

  /** The deadline for the next answer; undefined if too little time is left. */
  #limit(): number | undefined {
    const left = Math.min(this.#run.timeLeftMs(), this.#deadlineMs);
    return left < Math.min(CALL_NEEDS_MS, this.#deadlineMs) ? undefined : left;
  }

  /** Sends one request, if time and rate allow. */
  async #send({ method, path, query, body }: Request, bearer: string): Promise<Exchange | AcctRefusal> {
    const waitMs = await this.#run.admit();
    if (waitMs > 0) return { ok: false, is: 'rateLimited', retryAfterMs: waitMs };
    const limit = this.#limit();
    if (limit === undefined) return OUT_OF_TIME;
    const escaped = ['v4', this.#account.companyId, ...path].map(encodeURIComponent).join('/');
    const url = new URL(`/${escaped}`, this.#base);
    url.search = new URLSearchParams(query).toString();
    const headers = {
      Authorization: `Bearer ${bearer}`,
      Accept: 'application/vnd.api+json, application/json',
    };
    const typed = { ...headers, 'Content-Type': 'application/vnd.api+json' };
    const written =
      body === undefined ? { method, headers } : { method, headers: typed, body: JSON.stringify(body) };
    const result = await this.#exchange(url, written, limit);
    await this.#run.ended();
    return result;
  }

  async #read(result: Exchange): Promise<AcctAnswer<Page>> {
    if (result.is !== 'answered' || result.status < 200 || result.status > 299) return this.#refused(result);
    if (result.body.length === 0) return { ok: true, value: EMPTY_PAGE };
    const page = Page.safeParse(parsed(result.body)).data;
    return page ? { ok: true, value: page } : invalidResponse(result.status);
  }

  async #refused(result: Exchange): Promise<AcctRefusal> {
    const answer = refusal(result);
    if (answer.is === 'rateLimited') await this.#run.limited(answer.retryAfterMs);
    return answer;
  }
}
