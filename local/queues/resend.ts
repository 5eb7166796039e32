import { BadControl } from '../../sandbox/switches.ts';
import type { Arrival } from '../operator/arrival.ts';

/** Hop-by-hop headers. */
const OF_CONNECTION = new Set([
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
]);
const LOOPBACK = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?(\/|$)/;
const ANSWER_MS = 10_000;

/** The result of sending a request again; `status` 0 if there was no answer. */
export interface SentAgain {
  readonly to: string;
  readonly status: number;
  readonly error: string | null;
}

/**
 * Sends a request again exactly as it arrived, with the same headers and bytes, to an address on this machine: the
 * inbox, or another receiver. Throws `BadControl` for an address elsewhere.
 */
export async function sendAgain(arrival: Arrival, to: string): Promise<SentAgain> {
  if (!LOOPBACK.test(to))
    throw new BadControl(`"to" takes an address on this machine, not ${JSON.stringify(to)}.`);
  const headers = Object.entries(arrival.headers).filter(([name]) => !OF_CONNECTION.has(name));
  try {
    const answer = await fetch(to, {
      method: arrival.method,
      headers,
      body: arrival.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await answer.arrayBuffer();
    return { to, status: answer.status, error: null };
  } catch (error) {
    return { to, status: 0, error: reasonOf(error) };
  }
}

/** Why there was no answer: `fetch` itself says only that it failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return 'code' in cause && cause.code === 'ECONNREFUSED' ? 'nothing listens there' : cause.message;
}
