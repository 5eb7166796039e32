import type { SubscriptionEvent } from './events.ts';
import type { InvoiceDraft } from './invoice-draft.ts';
import type { Subscription } from './subscription.ts';

/** What a rule says is to become of a subscription, and what the tenant hears of it. */
export interface Decision {
  readonly subscription: Subscription;
  /** Oldest first. */
  readonly events: readonly SubscriptionEvent[];
  /** Invoices to be written with it, oldest order first. */
  readonly invoices?: readonly InvoiceDraft[];
  /** Provider references that were met for the first time: from now on they lead to it. */
  readonly references?: readonly string[];
  /** When the provider is to be read next (epoch ms), where the rule knows better than the record alone tells. */
  readonly reconcileAt?: number | undefined;
  /** What we and the provider do not agree on, for a person to see. */
  readonly differences?: readonly FoundDifference[];
}

/** Something that we and the payment provider do not agree on. */
export interface FoundDifference {
  readonly kind: 'charged_after_cancellation' | 'plan_differs';
  /** Tells it apart from others of its kind and subscriber; the same thing found again is the same difference. */
  readonly about: string;
  readonly ours: string;
  readonly theirs: string;
  /** Epoch ms. */
  readonly since: number;
}

/** Nothing is to change. */
export const unchanged = (subscription: Subscription): Decision => ({ subscription, events: [] });
