import type { PayAccount } from './pay.ts';

/** A provider's notification, as much of it as could be read. It is a hint, never a fact. */
export interface PayNotification {
  readonly id: string | undefined;
  readonly kind: 'orderSucceeded' | 'orderFailed';
  readonly orderReference: string | undefined;
  readonly subscriptionReference: string;
  readonly at: number | undefined;
}

/** Reads a provider's notifications. */
export interface PayNotifications {
  /** Undefined where the body is no notification at all. */
  read(body: string): PayNotification | undefined;
  /** Whether the signature header fits one of the provider's documented forms; constant time. */
  verified(body: string, signature: string, account: PayAccount): boolean;
}
