import { listOf, oneOf, orNull, part, text, type TypeOf } from '../record.ts';

/** The kinds of message that a customer gets. */
export const CUSTOMER_KINDS = [
  'payment_failed',
  'last_attempt',
  'payment_recovered',
  'renewal_ahead',
  'trial_ending',
  'cancelled',
  'undone',
  'invoice_ready',
  'refunded',
] as const;
/** A kind of message that a customer gets. */
export type CustomerKind = (typeof CUSTOMER_KINDS)[number];

/** The kinds of message that a tenant's people get. */
export const PEOPLE_KINDS = [
  'webhook_failing',
  'credentials_refused',
  'task_due',
  'difference_found',
  'invited',
] as const;
/** A kind of message that a tenant's people get. */
export type PeopleKind = (typeof PEOPLE_KINDS)[number];

/** Every kind of message. */
export const MESSAGE_KINDS = [...CUSTOMER_KINDS, ...PEOPLE_KINDS] as const;
/** A kind of message. */
export type MessageKind = CustomerKind | PeopleKind;

/** Whether customers get messages of this kind; a tenant's people get the others. */
export const isCustomerKind = (kind: MessageKind): kind is CustomerKind =>
  CUSTOMER_KINDS.some((one) => one === kind);

/** Which of a tenant's people get a message, by their roles; `invited` goes to who is invited alone. */
export const KIND_ROLES = {
  webhook_failing: ['developer'],
  credentials_refused: ['owner', 'developer'],
  task_due: ['finance'],
  difference_found: ['support', 'owner'],
  invited: [],
} as const satisfies Readonly<Record<PeopleKind, readonly ('owner' | 'support' | 'finance' | 'developer')[]>>;

/** How far a message has come. */
export const MESSAGE_STATES = ['PENDING', 'SENT', 'DELIVERED', 'BOUNCED', 'COMPLAINED', 'DROPPED'] as const;
/** How far a message has come. */
export type MessageState = (typeof MESSAGE_STATES)[number];

/** Why a message was not sent. */
export const DROP_REASONS = [
  /** The tenant has switched its kind off since. */
  'switched_off',
  /** What was owed has been paid since. */
  'paid',
  /** The subscription was cancelled since. */
  'cancelled',
  /** The subscription goes on after all. */
  'undone',
  /** The subscription has ended. */
  'ended',
  /** The record says something else now. */
  'no_longer_true',
  /** Its time has passed. */
  'too_late',
  /** The person's data was erased. */
  'erased',
  /** The address has bounced for good. */
  'bounced_before',
  /** Whoever has the address complained about an earlier message. */
  'complained_before',
  /** Another message of its kind went to the person that day. */
  'one_a_day',
  /** Nobody has the role, or an address. */
  'nobody',
  /** The sending service refuses the address or the message. */
  'refused',
] as const;
/** Why a message was not sent. */
export type DropReason = (typeof DROP_REASONS)[number];

/** The languages in which messages may be set: one of ours, or the customer's own where it is known. */
export const MESSAGE_LANGUAGES = ['tr', 'en', 'customer'] as const;

/** What a tenant has set of its messages. */
export const MESSAGE_SETTINGS = part({
  /** Who a message is from, in one line; the shop's name where it is null. */
  senderName: orNull(text),
  /** Where answers go to. */
  replyTo: orNull(text),
  language: oneOf(MESSAGE_LANGUAGES),
  /** The kinds that are sent. */
  on: listOf(oneOf(MESSAGE_KINDS)),
});
/** Such settings. */
export type MessageSettings = TypeOf<typeof MESSAGE_SETTINGS>;

/** What a tenant has that has set nothing: no message is sent. */
export const NO_MESSAGES: MessageSettings = { senderName: null, replyTo: null, language: 'customer', on: [] };

/** In place of a message's id, of one that is sent to be looked at and is not kept. */
export const TEST = 'test';
