import { billing } from '../../../client/src/billing.ts';

/** A request as a service sees it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly headers: Headers;
  readonly body: string | undefined;
}

/** An answer: a status with a body, as JSON unless it is text, and headers; or an error in its place. */
export type Answer =
  readonly [status: number, body: object | string, headers?: Record<string, string>] | Error;

/** A client whose service gives these answers, one after the other, and what it saw and waited for meanwhile. */
export function clientOf(
  answers: readonly Answer[],
  settings: { retries?: number; now?: () => number } = {},
) {
  const seen: ReceivedRequest[] = [];
  const waited: number[] = [];
  const client = billing({
    baseUrl: 'https://billing.example/',
    apiKey: 'key',
    apiSecret: 'secret',
    ...settings,
    wait: async (ms) => void waited.push(ms),
    fetch: async (input, init = {}) => {
      const url = new URL(input instanceof Request ? input.url : input);
      seen.push({
        method: init.method ?? '',
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: new Headers(init.headers),
        body: typeof init.body === 'string' ? init.body : undefined,
      });
      const answer = answers[seen.length - 1] ?? new Error('nothing more is answered');
      if (answer instanceof Error) throw answer;
      const [status, body, headers] = answer;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return new Response(text, { status, ...(headers && { headers }) });
    },
  });
  return { client, seen, waited };
}

/** A refusal as the service answers it. */
export function refused(status: number, code: string, headers: Record<string, string> = {}): Answer {
  const words = { error: code, errorCode: code, message: 'no', errorMessage: 'no' };
  return [status, { status: 'failure', ...words }, { 'x-request-id': 'request-1', ...headers }];
}
