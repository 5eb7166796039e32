import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { OPERATIONS, type Failure, type Operations } from './generated.ts';
import { onTheWire } from './names.ts';
import { BillingRefusal, BillingUnreachable } from './refusals.ts';
import { mayRepeat, pauseBefore } from './retries.ts';
import { connectionOf, type OwnCallOptions, type Settings } from './settings.ts';

const RETRIES = 3;
const TIMEOUT_MS = 35_000;
/** How long a try may take where another answer is at hand: somebody waits at a door. */
const BRIEF_TIMEOUT_MS = 2_000;

/** The name of an operation of the API. */
export type OperationName = keyof Operations;

/** Calls an operation with what its method's type allows. Throws BillingRefusal or BillingUnreachable. */
export type Send = <Name extends OperationName>(
  name: Name,
  input?: object,
  options?: OwnCallOptions,
) => Promise<Operations[Name]['answer']>;

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/**
 * How the client calls the service. A read is tried again after anything that may pass; a write is sent with an
 * Idempotency-Key, and tried again with the same key where the answer was lost, the service busy, or the first try still
 * running.
 */
export function sender(settings: Settings): Send {
  const { retries = RETRIES, wait: pause = waitUnlessAborted } = settings;
  const connection = connectionOf(settings);
  return async (name, input = {}, options = {}) => {
    const { method, path } = OPERATIONS[name];
    const isRead = method === 'GET';
    const idempotencyKey = isRead ? undefined : (options.idempotencyKey ?? randomUUID());
    const asked = onTheWire(name, input);
    const request = requestOf(connection, { method, path, input: asked, idempotencyKey });
    for (let nextTry = 1; ; nextTry++) {
      const answer = await tried(settings, request, options);
      const isLast = nextTry > retries || options.isTriedOnce === true;
      if (answer instanceof Error) {
        if (isLast || options.signal?.aborted)
          throw new BillingUnreachable(`${method} ${path} got no answer`, answer, idempotencyKey);
        await pause(pauseBefore(nextTry, null) ?? 0, options.signal);
        continue;
      }
      if (answer.status < 300 && !isPage(answer)) return answer.body as Operations[typeof name]['answer'];
      const refusal = refusalIn(answer, idempotencyKey);
      const ms = pauseBefore(nextTry, answer.headers.get('retry-after'));
      if (isLast || ms === undefined || !mayRepeat(isRead, answer.status, refusal.code)) throw refusal;
      await pause(ms, options.signal);
    }
  };
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly input: object;
  readonly idempotencyKey: string | undefined;
}

/** A call that is given up stops waiting; its next try then fails at once. */
const waitUnlessAborted = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  wait(ms, undefined, signal && { signal }).catch(() => undefined);

function requestOf(
  connection: ReturnType<typeof connectionOf>,
  { method, path, input, idempotencyKey }: Asked,
) {
  const url = new URL(connection.address + path);
  const headers = new Headers(connection.headers);
  if (idempotencyKey === undefined) {
    for (const [name, value] of Object.entries(input))
      if (value !== undefined) url.searchParams.set(name, String(value));
    return { url, init: { method, headers } };
  }
  headers.set('Content-Type', 'application/json');
  headers.set('Idempotency-Key', idempotencyKey);
  return { url, init: { method, headers, body: JSON.stringify(input) } };
}

/**
 * One try: what was answered, or why nothing was. A failure that is no JSON, a redirect or a page came from something in
 * between; any other success that is no JSON was cut off.
 */
async function tried(
  { fetch: given = fetch, timeoutMs = TIMEOUT_MS }: Settings,
  { url, init }: { readonly url: URL; readonly init: RequestInit },
  { signal, isTriedOnce = false }: OwnCallOptions,
): Promise<Answered | Error> {
  const deadline = AbortSignal.timeout(isTriedOnce ? Math.min(timeoutMs, BRIEF_TIMEOUT_MS) : timeoutMs);
  try {
    const answer = await given(url, {
      ...init,
      redirect: 'manual',
      signal: signal ? either(signal, deadline) : deadline,
    });
    const { status, headers } = answer;
    const text = await answer.text();
    const isWhole = status >= 300 || isPage({ headers });
    return { status, headers, body: isWhole ? jsonOrNothing(text) : JSON.parse(text) };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Aborted with the first of two; Node 18 has no `AbortSignal.any`. */
function either(one: AbortSignal, other: AbortSignal): AbortSignal {
  const both = new AbortController();
  for (const signal of [one, other]) {
    if (signal.aborted) both.abort(signal.reason);
    signal.addEventListener('abort', () => both.abort(signal.reason), { once: true, signal: both.signal });
  }
  return both.signal;
}

const isPage = ({ headers }: Pick<Answered, 'headers'>) =>
  headers.get('content-type')?.startsWith('text/html') === true;

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusalIn({ status, headers, body }: Answered, idempotencyKey: string | undefined): BillingRefusal {
  const requestId = headers.get('x-request-id') ?? undefined;
  return new BillingRefusal(status, failureIn(status, body), { requestId, idempotencyKey });
}

/** The failure body; what came from something in between, such as a proxy, has none. */
function failureIn(status: number, body: unknown): Failure {
  if (typeof body === 'object' && body !== null && 'errorCode' in body) return body as Failure;
  const [code, message] = ['unexpected_answer', `HTTP ${status}, and no answer of this service`];
  return { status: 'failure', error: code, message, errorCode: code, errorMessage: message };
}
