import type { CoreApp } from '../app.ts';
import type { Pay } from '../pay/pay.ts';

/** What became of asking for a subscription's activation: a bank that refuses it says why. */
export type Activation =
  | { readonly is: 'runs' | 'waits' }
  | { readonly is: 'refused'; readonly code: string; readonly message: string };

/**
 * Activates a waiting subscription. Where that brings no yes the provider is asked how it stands: the outcome may be
 * unknown, or refused because somebody else has just activated it.
 */
export async function activate(app: CoreApp, pay: Pay, reference: string): Promise<Activation> {
  const answer = await pay.activate(reference);
  if (answer.ok) return { is: 'runs' };
  app.log.warn('activation did not succeed', { reference, outcome: answer.is });
  const read = await pay.readSubscription(reference);
  if (read.ok && read.value.status !== 'PENDING') return { is: 'runs' };
  if (answer.is !== 'refused' && answer.is !== 'declined') return { is: 'waits' };
  return { is: 'refused', code: answer.providerCode, message: answer.message };
}
