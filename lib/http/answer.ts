import type { HttpRequest, HttpResult } from './call.ts';
import { requestIdOf } from './call.ts';

/** An answer that is not JSON: a redirect or a page. */
export class Reply {
  readonly result: HttpResult;

  constructor(result: HttpResult) {
    this.result = result;
  }
}

/** 303, so that a browser that came by POST goes on by GET. */
export function redirectTo(address: string): Reply {
  return new Reply({
    statusCode: 303,
    headers: { location: address, 'cache-control': 'no-store' },
    body: '',
  });
}

/** A page for one browser, with the headers it needs. */
export function page(
  statusCode: number,
  { html, headers }: { readonly html: string; readonly headers: Readonly<Record<string, string>> },
): Reply {
  return new Reply({
    statusCode,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: html,
  });
}

/** A document that is the same for everybody until the next deployment; `policy` is what a browser may do with it. */
export function document(contentType: string, body: string, policy = `default-src 'none'`): Reply {
  return new Reply({
    statusCode: 200,
    headers: {
      'content-type': contentType,
      'cache-control': 'public, max-age=300',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
    },
    body,
  });
}

export function json(statusCode: number, body: unknown, headers: Record<string, string> = {}): HttpResult {
  return {
    statusCode,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(body),
  };
}

/** Puts the request's id, and what the middlewares had to say, on an answer. */
export function answer() {
  return {
    after: (request: HttpRequest): void => {
      request.response = withHeaders(request, request.response ?? {});
    },
  };
}

/** What an endpoint gave back, as an HTTP answer. */
export function resultOf(given: unknown): HttpResult {
  return given instanceof Reply ? given.result : json(200, given);
}

/** Every answer, good or bad, carries its request's id and what the middlewares had to say. */
export function withHeaders(request: HttpRequest, result: HttpResult): HttpResult {
  const headers = {
    ...result.headers,
    ...request.context.found.headers,
    'x-request-id': requestIdOf(request),
  };
  return { ...result, headers };
}
