import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';

/** An answer with a JSON body. */
export interface JsonAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

const agent = new Agent({ keepAlive: true });

/**
 * Calls somebody on this machine and waits for as long as the answer takes: a move of time over a thousand customers on
 * a busy machine takes minutes, and `fetch` gives up after five.
 */
export function patientCall(
  method: string,
  url: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<JsonAnswer> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const kind = body === undefined ? {} : { 'content-type': 'application/json' };
  const headers = { ...more, ...kind, 'content-length': Buffer.byteLength(text) };
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, method, headers }, (answer) => {
      const read = json(answer) as Promise<Record<string, unknown>>;
      read.then((told) => resolve({ status: answer.statusCode ?? 0, body: told }), reject);
    });
    asked.on('error', reject).end(text);
  });
}
