import { number, oneOf, orNull, part, record, text, type TypeOf } from '../record.ts';

/** The kinds of disagreement between us and the payment provider. */
export const DIFFERENCE_KINDS = [
  'charged_after_cancellation',
  'plan_differs',
  'status_differs',
  'charge_without_invoice',
  'unknown_at_provider',
  'unknown_here',
  'second_subscription',
  'refund_unconfirmed',
] as const;
/** One of `DIFFERENCE_KINDS`. */
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

const CLOSING = part({ by: text, because: text });
/** What a person leaves on record with a difference that they close. */
export type Closing = TypeOf<typeof CLOSING>;

/** A recorded disagreement between us and the payment provider. Times are epoch ms. */
export const DIFFERENCE = record('difference', {
  /** A UUIDv7 whose time is `since`; also the cursor of the list. */
  id: text,
  kind: oneOf(DIFFERENCE_KINDS),
  /** Distinguishes it from others of its kind: the same problem found again is the same difference. */
  about: text,
  /** Null if it concerns none of our subscribers. */
  subscriberId: orNull(text),
  /** The provider's reference. */
  reference: text,
  ours: text,
  theirs: text,
  since: number,
  closedAt: orNull(number),
  /** The person who closed it, and why; null if it is open, or a comparison closed it. */
  closing: orNull(CLOSING),
});
/** Such a disagreement. */
export type Difference = TypeOf<typeof DIFFERENCE>;

/** A disagreement that a rule finds; its `about` distinguishes it from others of its kind and subscription. */
export interface FoundDifference extends Pick<Difference, 'about' | 'ours' | 'theirs' | 'since'> {
  readonly kind: Extract<DifferenceKind, 'charged_after_cancellation' | 'plan_differs' | 'status_differs'>;
}

/** What a reading of the subscriber may have missed, so that another one may be all it takes. */
export const mayBeRepaired = (kind: DifferenceKind): boolean =>
  kind === 'status_differs' || kind === 'plan_differs' || kind === 'charge_without_invoice';

/** What a person can do about each kind, in one sentence. */
export const ACTIONS: Readonly<Record<DifferenceKind, string>> = {
  charged_after_cancellation:
    'Cancel the subscription at the payment provider, unless it is cancelled there already, and refund there what was charged after the cancellation.',
  plan_differs: 'Sync the plans, or change the plan with the identifiers of the payment provider.',
  status_differs:
    'Reconcile the subscriber; where a cancellation stands in our records alone, cancel at the payment provider too.',
  charge_without_invoice:
    'Reconcile the subscriber; if the charge stays without an invoice, write one by hand.',
  unknown_at_provider:
    'Look for the subscription in the panel of the payment provider; it may be of another account.',
  unknown_here: 'Import the subscription, or cancel it at the payment provider.',
  refund_unconfirmed:
    'Look for the refund in the panel of the payment provider, by payment and amount, and have the operator settle it as made or never made.',
  second_subscription: 'Ask the customer which of the two subscriptions to keep, and cancel the other one.',
};
