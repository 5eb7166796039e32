import type { ServerResponse } from 'node:http';
import type { Refusal } from '../../lib/refusal.ts';

interface Shaped {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string | number | boolean>>;
  readonly cookies?: readonly string[];
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

/** Sends a function's answer as payload format 2.0 reads it: without a status, all of it is a JSON body. */
export function sendResult(response: ServerResponse, result: unknown): void {
  const shaped: Shaped = isShaped(result)
    ? result
    : {
        statusCode: 200,
        headers: { 'content-type': 'application/json' },
        body: typeof result === 'string' ? result : JSON.stringify(result),
      };
  const { statusCode, headers = {}, cookies = [], body = '', isBase64Encoded = false } = shaped;
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
  if (!response.hasHeader('content-type')) response.setHeader('content-type', 'text/plain;charset=UTF-8');
  if (cookies.length > 0) response.setHeader('set-cookie', [...cookies]);
  // An answer to `HEAD` tells the length of a body that it does not have.
  if (!response.hasHeader('content-length')) response.setHeader('content-length', bytes.length);
  response.writeHead(statusCode).end(bytes);
}

/** Sends a refusal of the gateway itself, in the service's one failure body. */
export function sendRefusal(response: ServerResponse, refusal: Refusal, requestId: string): void {
  response
    .writeHead(refusal.status, {
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': requestId,
    })
    .end(JSON.stringify(refusal.body));
}

/** Sends the gateway's own message if a function failed or no route exists, in AWS's words. */
export function sendMessage(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
}

function isShaped(result: unknown): result is Shaped {
  return typeof result === 'object' && result !== null && 'statusCode' in result;
}
