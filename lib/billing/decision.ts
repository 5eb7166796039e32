import type { EventSubtype, EventType, SubscriptionEvent } from './events.ts';
import type { Invoice } from './invoice.ts';
import type { ProviderOrder } from './provider-snapshot.ts';
import type { Subscription } from './subscription.ts';

/** What a rule decides: how the subscription is to be, and what the tenant hears of it. */
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

/** What an invoice is to become. Its number is given when it is written for the first time. */
export interface InvoiceDraft {
  readonly order: ProviderOrder;
  readonly status: Invoice['status'];
  readonly failures: number;
  readonly date: number;
  readonly known: Invoice | undefined;
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

/** An event, with the subscription as it is after it and was `before`; undefined where it has just begun. */
export function eventOf(
  subscription: Subscription,
  what: { cause: string; type: EventType; subtype?: EventSubtype; at: number; planReference?: string },
  before: Subscription | undefined,
): SubscriptionEvent {
  const { customer } = subscription;
  const planReference = what.planReference ?? subscription.plan.reference;
  const isPlanChange = what.type === 'DID_CHANGE_RENEWAL_PREF';
  return {
    cause: what.cause,
    type: what.type,
    subtype: what.subtype ?? null,
    at: what.at,
    from: (isPlanChange ? before?.plan.reference : before?.status) ?? null,
    to: isPlanChange ? planReference : subscription.status,
    snapshot: {
      subscriptionId: subscription.id,
      payReference: subscription.payReference,
      customerReference: subscription.customerReference,
      planReference,
      planName: subscription.plan.name,
      status: subscription.status,
      graceDays: subscription.plan.graceDays,
      firstStart: subscription.firstStart,
      periodStart: subscription.periodStart,
      periodEnd: subscription.periodEnd,
      customer: { id: customer.id, email: customer.email, name: customer.name, surname: customer.surname },
    },
  };
}
