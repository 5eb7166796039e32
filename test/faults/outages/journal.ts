import type { LedgerEntry } from '../../../sandbox/pay/records.ts';
import type { PanelOrder, PanelSubscription } from '../panel.ts';

/** What the payment provider itself remembers, in its own words. Times are epoch milliseconds. */
export interface Journal {
  readonly subscriptions: readonly PanelSubscription[];
  readonly notifications: readonly ProviderNotification[];
  readonly ledger: readonly LedgerEntry[];
}

export interface ProviderNotification {
  readonly subscriptionReferenceCode: string;
  readonly orderReferenceCode: string;
  readonly iyziEventTime: number;
  readonly attempts: readonly { readonly at: number; readonly status: number | null }[];
}

/** One customer's subscription through all its changes of plan: at the provider a family under one parent. */
export interface Family {
  readonly who: string;
  /** Oldest first; never empty. */
  readonly members: readonly PanelSubscription[];
}

export function familiesOf({ subscriptions }: Journal): Family[] {
  const parents = new Set(subscriptions.map(({ parentReferenceCode }) => parentReferenceCode));
  return [...parents].map((parent) => {
    const members = subscriptions
      .filter(({ parentReferenceCode }) => parentReferenceCode === parent)
      .sort((a, b) => a.createdDate - b.createdDate);
    return { who: members[0]!.customerEmail, members };
  });
}

/** An attempt to take money: of which subscription and order, and the how manieth. */
export interface Charge {
  readonly of: PanelSubscription;
  readonly order: PanelOrder;
  readonly nth: number;
  readonly at: number;
  readonly succeeded: boolean;
}

export function chargesOf({ members }: Family): Charge[] {
  return members.flatMap((of) =>
    [...of.orders].reverse().flatMap((order) =>
      order.paymentAttempts.map(({ createdDate, paymentStatus }, nth) => ({
        of,
        order,
        nth,
        at: createdDate,
        succeeded: paymentStatus === 'SUCCESS',
      })),
    ),
  );
}
