import type { ProviderSubscription } from '../../lib/billing/provider-snapshot.ts';
import type { Subscription } from '../../lib/billing/subscription.ts';
import { reconciled, END, NOW, START } from './given.ts';

export const after = (before: Subscription, what: ProviderSubscription, now = NOW) =>
  reconciled(before, what, () => undefined, now);
export const names = ({ events }: ReturnType<typeof after>) =>
  events.map(({ type, subtype }) => [type, subtype].filter(Boolean).join('/'));
export const local = { at: START, accessUntil: END, by: 'svc', progress: 'scheduled' } as const;
