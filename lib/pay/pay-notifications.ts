import type { PayAccount } from './pay.ts';

/** A provider's notification, as far as it could be read. It is a hint, never a fact. */
export interface PayNotification {
  readonly id: string | undefined;
  readonly kind: 'orderSucceeded' | 'orderFailed';
  readonly orderReference: string | undefined;
  readonly subscriptionReference: string;
  readonly at: number | undefined;
}

/** Parses a provider's notifications. */
export interface PayNotifications {
  /** Undefined if the body is not a notification. */
  read(body: string): PayNotification | undefined;
  /** Whether the signature matches one of the provider's documented forms; constant time. */
  verified(body: string, signature: string, account: PayAccount): boolean;
}
