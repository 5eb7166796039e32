import { MINUTE_MS, SECOND_MS } from '../limits.ts';
import type { IssueMessage } from '../queue/messages.ts';
import type { Pause } from './idempotent-step.ts';

/** The waits caused by a silent provider; consecutive ones double the wait. */
const SILENCE: readonly Pause[] = [
  'unreachable',
  'timeout',
  'connectionLost',
  'invalidResponse',
  'credentials',
];
/** Our choice: after an outage of hours, work resumes within a quarter of an hour. */
const SILENCE_WAIT_MAX_MS = 15 * MINUTE_MS;
/** Documents that were rate-limited together come back spread over this time. */
const SPREAD_MS = 5 * SECOND_MS;

/** Whether a wait is due to a silent provider: such waits are counted, and grow. */
export function isSilence(why: Pause): boolean {
  return SILENCE.includes(why);
}

/** Whether a wait concerns the whole account, so that the tenant's other documents need not try. */
export function concernsAccount(why: Pause): boolean {
  return why === 'unreachable' || why === 'credentials';
}

/** How long a document waits, given the consecutive silences before. */
export function waitMs(name: IssueMessage, why: Pause, afterMs: number, silences: number): number {
  if (why === 'rateLimited') return afterMs + spreadOf(name);
  if (!isSilence(why)) return afterMs;
  return Math.min(afterMs * 2 ** Math.min(silences, 10), SILENCE_WAIT_MAX_MS);
}

/** Deterministic per invoice, evenly spread over different invoices. */
function spreadOf({ invoiceId }: IssueMessage): number {
  return Math.round((parseInt(invoiceId.slice(-6), 16) / 0xffffff) * SPREAD_MS);
}
