import type { IssueMessage } from '../queue/messages.ts';
import type { Pause } from './idempotent-step.ts';

/** What a provider's silence is called; each in a row doubles the wait. */
const SILENCE: readonly Pause[] = [
  'unreachable',
  'timeout',
  'connectionLost',
  'invalidResponse',
  'credentials',
];
/** Our choice: a provider that was out for hours is back at work within a quarter of an hour. */
const SILENCE_WAIT_MAX_MS = 15 * 60_000;
/** Documents that met the provider's limit together come back spread over this time. */
const SPREAD_MS = 5_000;

/** Whether the wait is because the provider does not answer: such waits are counted, and grow. */
export function isSilence(why: Pause): boolean {
  return SILENCE.includes(why);
}

/** Whether it says something of the whole account, so that the tenant's other documents need not try. */
export function isOfAccount(why: Pause): boolean {
  return why === 'unreachable' || why === 'credentials';
}

/** How long a document really waits, given how often in a row the provider has been silent to it before. */
export function waitMs(name: IssueMessage, why: Pause, afterMs: number, silences: number): number {
  if (why === 'rateLimited') return afterMs + spreadOf(name);
  if (!isSilence(why)) return afterMs;
  return Math.min(afterMs * 2 ** Math.min(silences, 10), SILENCE_WAIT_MAX_MS);
}

/** The same for the same invoice, evenly spread over different ones. */
function spreadOf({ invoiceId }: IssueMessage): number {
  return Math.round((parseInt(invoiceId.slice(-6), 16) / 0xffffff) * SPREAD_MS);
}
