import type { PayAccount } from './pay.ts';

/** A call of a notification address as it arrived: header names in small letters, and the body unread. */
export interface ArrivedNotification {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** Reads a provider's notifications. What they say of charges is never used: each is a hint to read a subscription. */
export interface PayNotifications {
  /** The reference of the subscription that it is about; undefined if it is no notification of one. */
  referenceIn(arrived: ArrivedNotification): string | undefined;
  /** Whether the provider has signed it for this account, in any of the documented forms; constant time. */
  isSigned(arrived: ArrivedNotification, account: PayAccount): boolean;
}
