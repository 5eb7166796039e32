import type { Answer } from '../../support/world/world.ts';
import type { Circumstances } from './invocation.ts';
import type { Occasion } from './purchases.ts';

/** One try and what came of it. */
export interface Case extends Circumstances {
  readonly email: string;
  readonly occasion: Occasion;
  /** Undefined for a message, and where nobody answered. */
  readonly answer: Answer | undefined;
  /** Whether the time was over before there was an answer. */
  readonly died: boolean;
  readonly afterwards: readonly string[];
}

/** What is known of the customer of a case once everything is quiet. */
export interface Account {
  /** Charges at the provider. */
  readonly charges: number;
  /** Invoices that the service calls paid. */
  readonly invoices: number;
}

/** What is wrong with a case, by the provider's ledger and what was answered. */
export function wrongWith(one: Case, { charges, invoices }: Account, chargedElsewhere: number): string[] {
  const { leftMs, delayMs, answer, died, afterwards } = one;
  const wrong = afterwards.map((call) => `${call} after the answer`);
  if (died) wrong.push('no answer in its time');
  if (charges > chargedElsewhere + 1) wrong.push(`charged ${charges} times`);
  if (charges > chargedElsewhere && invitesRepeat(one)) wrong.push('charged, and told to try again');
  if (invoices !== charges) wrong.push(`${invoices} paid invoices for ${charges} charges`);
  const answered = answer
    ? `${answer.status} ${answer.headers.location ?? answer.text.slice(0, 100)}`
    : 'nothing';
  return wrong.map((what) => `${leftMs} ms left, delay ${delayMs} ms, answered ${answered}: ${what}`);
}

/** Whether somebody who is answered so may go and pay again. A message invites nobody. */
function invitesRepeat({ occasion, answer, died }: Case): boolean {
  if ('message' in occasion) return false;
  if (died || !answer) return true;
  if (answer.status === 202) return false; // a page that says so, and looks again by itself
  return errorIn(answer) !== undefined && errorIn(answer) !== 'payment_outcome_unknown';
}

/** The code of a failure, by whichever way it was told; undefined for a success. */
export function errorIn({ status, body, headers }: Answer): string | undefined {
  if (status === 200) return undefined;
  if (status !== 303) return typeof body.error === 'string' ? body.error : `${status}`;
  const parameters = new URL(headers.location ?? '').searchParams;
  return parameters.get('status') === 'success' ? undefined : (parameters.get('errorCode') ?? 'none');
}
