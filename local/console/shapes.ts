import type { DemoTenant } from '../demo-tenant.ts';

/** Where things are, as the console links to them. */
export interface ConsoleUrls {
  readonly api: string;
  readonly control: string;
  readonly pay: string;
  readonly acct: string;
  readonly rates: string;
  /** The pages of the documentation, where the API serves them. */
  readonly docs: string | null;
  /** The API's OpenAPI description, where the API serves it. */
  readonly description: string | null;
}

/** A charge in the provider's ledger, successful or not. */
export interface Charge {
  readonly paymentId: number;
  readonly kind: 'order' | 'verification';
  readonly subscriptionReferenceCode: string | null;
  /** The order that was charged; null for the check of a card. */
  readonly orderReferenceCode: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly status: 'SUCCESS' | 'FAILED';
  readonly errorCode: string | null;
  readonly customerEmail: string;
  /** Epoch ms. */
  readonly time: number;
}

/** Money given back of a charge, in the provider's books. */
export interface GivenBack {
  readonly paymentId: number;
  readonly amount: string;
  readonly currency: string;
  /** 1 where it was made. */
  readonly status: 0 | 1;
  readonly errorCode: string | null;
  readonly by: 'api' | 'panel';
  /** Epoch ms. */
  readonly createdDate: number;
}

/** What can be switched for a tenant. */
export const SWITCH_NAMES = [
  'declineNextRenewal',
  'receiverFails',
  'providerSilent',
  'providerDown',
] as const;

/** The name of a switch of the console. */
export type SwitchName = (typeof SWITCH_NAMES)[number];

/** The state of each switch; null if there is nothing to act on. */
export type SwitchStates = Readonly<Record<SwitchName, boolean | null>>;

/** A test card of the sandbox provider, and its result. */
export interface TestCard {
  readonly number: string;
  readonly outcome: string;
}

/** What stays the same while the cloud runs. */
export interface ConsoleState {
  readonly urls: ConsoleUrls;
  readonly tenants: readonly DemoTenant[];
  readonly cards: readonly TestCard[];
}
