import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { MiddlewareObj, Request as MiddyRequest } from '@middy/core';
import type { CoreApp } from '../app.ts';
import type { KeyedRequest } from '../table/idempotency.ts';
import type { Tenant } from '../table/tenants.ts';

/** What the middlewares find out about a request before the endpoint's own code runs. */
export interface Findings {
  tenant?: Tenant;
  /** The key that the tenant called with. */
  apiKey?: string;
  /** The note of the key's use, while it is being written. */
  noted?: Promise<void> | undefined;
  input?: unknown;
  now?: number;
  /** The try under an Idempotency-Key that this request is. */
  keyed?: KeyedRequest;
  /** Ends when it is known that the request is within its tenant's limit; refused where it is not. */
  admission?: Promise<void>;
  /** Headers that every answer to this request carries. */
  headers?: Record<string, string>;
}

/** An HTTP request as the gateway hands it over; the JSON body parser replaces the text in `body`. */
export type HttpEvent = Omit<APIGatewayProxyEventV2, 'body'> & { body?: unknown };
/** An answer as the gateway takes it. */
export type HttpResult = APIGatewayProxyStructuredResultV2;
/** Lambda's context with the findings beside it: the one thing that middlewares and endpoint both see. */
export type HttpContext = Context & { found: Findings };
/** A request on its way through the middlewares. */
export type HttpRequest = MiddyRequest<HttpEvent, HttpResult, Error, HttpContext>;
/** One hook, or a few, on a request's way. */
export type Middleware = MiddlewareObj<HttpEvent, HttpResult, Error, HttpContext>;
/** An endpoint as Lambda calls it. */
export type HttpHandler = (event: HttpEvent, context: Context) => Promise<HttpResult>;

/** What a request brought along, as an endpoint's `input` may read it. */
export interface Given {
  /** The path as it was asked for. */
  readonly address: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly path: Readonly<Record<string, string | undefined>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
  /** Epoch ms. */
  readonly now: number;
  /** The stack runs on one machine: plain http to loopback may be named. */
  readonly localRun: boolean;
}

/** What an endpoint's own code works with. */
export interface Call<Input, App extends CoreApp> {
  /** What the endpoint's row lets it touch. */
  readonly app: App;
  readonly input: Input;
  /** Epoch ms, the same for the whole request. */
  readonly now: number;
  readonly requestId: string;
  /** Names what this request brings about: fresh, or the same for every try under one Idempotency-Key. */
  readonly reference: string;
}

/** A call of a tenant, known by its key pair. */
export interface TenantCall<Input, App extends CoreApp> extends Call<Input, App> {
  readonly tenant: Tenant;
  /** The key it called with. */
  readonly apiKey: string;
}

/** A call of a browser or of the provider; a tenant's key pair, if sent, was checked. */
export interface AnyonesCall<Input, App extends CoreApp> extends Call<Input, App> {
  readonly caller: Tenant | undefined;
}

/** An endpoint: how it reads a request, in the specification's words, and what it answers. */
export interface Endpoint<Input, OwnCall> {
  readonly input: (given: Given) => Input;
  readonly run: (call: OwnCall) => Promise<unknown>;
}

/** What a request goes through before its input is read, and before it is run. */
export interface Access {
  readonly reading: readonly Middleware[];
  readonly running: readonly Middleware[];
}
