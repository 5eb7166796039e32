import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { MiddlewareObj, Request as MiddyRequest } from '@middy/core';
import type { ApiKey } from '../billing/api-key.ts';
import type { BrowserHosts } from '../billing/browser-address.ts';
import type { Right } from '../billing/rights.ts';
import type { ActorBy, ActsAs, CoreApp, WithTenant } from '../runtime/app.ts';
import type { KeyedRequest } from '../table/purchases/idempotency.ts';
import type { Tenant } from '../table/tenants/tenant.ts';

/** What the middlewares learn about a request before the endpoint runs. */
export interface Findings {
  tenant?: Tenant;
  key?: ApiKey;
  lastUseWrite?: Promise<void> | undefined;
  input?: unknown;
  keyed?: KeyedRequest;
  /** Headers that every answer to this request carries. */
  headers?: Record<string, string>;
  /** The random parts of secrets that this request has made. */
  secrets?: string[];
}

/** An HTTP request as the gateway passes it; the JSON body parser replaces the text in `body`. */
export type HttpEvent = Omit<APIGatewayProxyEventV2, 'body'> & { body?: unknown };
/** An answer as the gateway accepts it. */
export type HttpResult = APIGatewayProxyStructuredResultV2;
/** Lambda's context with the findings: the one object that middlewares and endpoint share. */
export type HttpContext = Context & { found: Findings };
/** A request in the middleware chain. */
export type HttpRequest = MiddyRequest<HttpEvent, HttpResult, Error, HttpContext>;
/** One or more hooks of the chain. */
export type Middleware = MiddlewareObj<HttpEvent, HttpResult, Error, HttpContext>;
/** An endpoint as Lambda calls it. */
export type HttpHandler = (event: HttpEvent, context: Context) => Promise<HttpResult>;

/** Acts for a tenant's key pair. */
export type ByKey = ActsAs<ActorBy<'key'>>;

/** The parts of a request that an endpoint's `input` may read. */
export interface RequestParts {
  readonly address: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly path: Readonly<Record<string, string | undefined>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** The address it came from. */
  readonly from: string;
  readonly body: unknown;
  /** Whether a moment (epoch ms) is over. No input holds the time itself, so that a repeated request reads the same. */
  readonly isPast: (at: number) => boolean;
  /** The stack runs on one machine: plain http to loopback is allowed. */
  readonly localRun: boolean;
  /** Where the browsers of the calling tenant's customers may be sent. */
  readonly mayLeadTo: BrowserHosts;
}

/** What an endpoint's `run` receives. */
export interface Call<Input, App extends CoreApp> {
  readonly app: App;
  readonly input: Input;
  /** Epoch ms, the same for the whole request. */
  readonly now: number;
  /** When it was first made (epoch ms): with an Idempotency-Key the beginning of the key's first attempt. */
  readonly since: number;
  readonly requestId: string;
  /** Identifies what this request creates: fresh, or the same for every attempt under one Idempotency-Key. */
  readonly reference: string;
  /** The key under which its answer is stored, so that erasing a customer finds it. */
  readonly idempotencyKey: string | undefined;
}

/** A call authenticated by a tenant's key pair, which acts. */
export interface TenantCall<Input, App extends CoreApp> extends Call<Input, App & ByKey & WithTenant> {
  /** What the key pair may do. */
  readonly rights: readonly Right[];
}

/** A call by a browser or the provider; a key pair, if sent, has been checked. */
export interface OpenCall<Input, App extends CoreApp> extends Call<Input, App> {
  readonly caller: Tenant | undefined;
}

/** An endpoint: how it reads a request, in the specification's words, and what it answers. */
export interface Endpoint<Input, OwnCall, Answer = unknown> {
  readonly input: (given: RequestParts) => Input;
  readonly run: (call: OwnCall) => Promise<Answer>;
  /** Whether its answer is a secret and kept nowhere: repeated under its Idempotency-Key the request makes another. */
  readonly answersAnew?: boolean;
  /** Whether what was asked and answered is a change in our records alone, which the answer's headers then say. */
  readonly recordsOnly?: (body: string, input: Input) => boolean;
}

/** The middlewares before the input is read, and before the endpoint runs. */
export interface Access {
  readonly reading: readonly Middleware[];
  readonly running: readonly Middleware[];
}
