import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Request as MiddyRequest } from '@middy/core';
import type { KeyedRequest } from '../table/idempotency.ts';
import type { Tenant } from '../table/tenants.ts';

/** What the middlewares find out about a request before the endpoint's own code runs. */
export interface Findings {
  /** When the request came (epoch ms). */
  startedAt?: number;
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
export type HttpResult = APIGatewayProxyStructuredResultV2;
/** Lambda's context with the findings beside it: the one thing that middlewares and endpoint both see. */
export type HttpContext = Context & { found: Findings };
export type HttpRequest = MiddyRequest<HttpEvent, HttpResult, Error, HttpContext>;
export type HttpHandler = (event: HttpEvent, context: Context) => Promise<HttpResult>;

export function header(event: HttpEvent, name: string): string | undefined {
  return event.headers[name];
}

export function requestIdOf(request: Pick<HttpRequest, 'event' | 'context'>): string {
  return request.event.requestContext.requestId;
}
