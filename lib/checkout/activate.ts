import type { CoreApp } from '../runtime/app.ts';
import { makeCall } from '../reconciliation/make-call.ts';
import type { Pay, PayFailure } from '../pay/pay.ts';

/** The result of an activation: the subscription runs, still waits, or was refused for good. */
export type Activation =
  | { readonly is: 'runs' | 'waits' }
  | { readonly is: 'refused'; readonly code: string; readonly message: string };

/**
 * Activates a pending subscription that is not on record yet. Without a success the provider's state is read: the outcome may be unknown, or the
 * call was refused because the subscription had just been activated.
 */
export async function activate(app: CoreApp, pay: Pay, reference: string): Promise<Activation> {
  const answer = await makeCall(app, pay, { call: 'activate', reference });
  if (answer.ok) return { is: 'runs' };
  const read = await pay.readSubscription(reference);
  if (read.ok && read.value.status !== 'PENDING') return { is: 'runs' };
  if (!isRefusedForGood(answer)) return { is: 'waits' };
  return { is: 'refused', code: answer.providerCode, message: answer.message };
}

/** Refusals by the bank or by the provider's rules. */
const FINAL = ['declined', 'refused', 'planNotFound'] as const;
type FinalRefusal = Extract<PayFailure, { readonly is: (typeof FINAL)[number] }>;

/** Whether a purchase was refused for good, also because its plan was deleted at the provider meanwhile. */
export const isRefusedForGood = (failure: PayFailure): failure is FinalRefusal =>
  FINAL.some((is) => is === failure.is);
