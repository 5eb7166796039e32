import { shownEmail } from './buyer.ts';
import type { FoundDifference } from './difference.ts';
import type { EventSnapshot, EventSubtype, EventType, SubscriptionEvent } from './events.ts';
import type { Invoice } from './invoice.ts';
import type { ProviderOrder } from './provider-snapshot.ts';
import type { Subscription } from './subscription.ts';

/** What a rule decides: the new subscription and the events to emit. */
export interface Decision {
  readonly subscription: Subscription;
  /** Oldest first. */
  readonly events: readonly SubscriptionEvent[];
  /** Invoices to write with it, oldest order first. */
  readonly invoices?: readonly InvoiceDraft[];
  /** Provider references seen for the first time: look-ups by them find this subscription from now on. */
  readonly references?: readonly string[];
  /** When to reconcile next (epoch ms), if the provider was read for it; otherwise that follows from the record. */
  readonly reconcileAt?: number | 'never';
  /** Disagreements with the provider, for a person to see. */
  readonly differences?: readonly FoundDifference[];
}

/** The intended state of an invoice. Its number is assigned when it is first written. */
export interface InvoiceDraft {
  readonly order: ProviderOrder;
  readonly status: Invoice['status'];
  readonly failures: number;
  readonly date: number;
  readonly known: Invoice | undefined;
}

/** A decision that changes nothing. */
export const unchanged = (subscription: Subscription): Decision => ({ subscription, events: [] });

/** An event of the change from `before` (undefined if it is new) to the subscription; `plan`: if not the one in force. */
export function eventOf(
  subscription: Subscription,
  what: { cause: string; type: EventType; subtype?: EventSubtype; at: number; plan?: Subscription['plan'] },
  before: Subscription | undefined,
): SubscriptionEvent {
  const { customer } = subscription;
  const plan = what.plan ?? subscription.plan;
  const isPlanChange = what.type === 'DID_CHANGE_RENEWAL_PREF';
  return {
    cause: what.cause,
    type: what.type,
    subtype: what.subtype ?? null,
    at: what.at,
    from: (isPlanChange ? before?.plan.reference : before?.status) ?? null,
    to: isPlanChange ? plan.reference : subscription.status,
    snapshot: {
      subscriptionId: subscription.id,
      payReference: subscription.payReference,
      customerReference: subscription.customerReference,
      planReference: plan.reference,
      planName: plan.name,
      status: subscription.status,
      graceDays: plan.graceDays,
      firstStart: subscription.firstStart,
      periodStart: subscription.periodStart,
      periodEnd: subscription.periodEnd,
      ...(what.subtype === 'AUTO_RENEW_DISABLED' && whyIn(subscription)),
      customer: {
        id: customer.id,
        email: shownEmail(customer),
        name: customer.name,
        surname: customer.surname,
        ...(customer.externalId !== undefined && { externalId: customer.externalId }),
      },
    },
  };
}

/** Why it was cancelled, where somebody said so. */
function whyIn({ cancellation }: Subscription): Pick<EventSnapshot, 'why'> {
  const { reason, comment } = cancellation ?? {};
  const why = { ...(reason !== undefined && { reason }), ...(comment !== undefined && { comment }) };
  return Object.keys(why).length === 0 ? {} : { why };
}
