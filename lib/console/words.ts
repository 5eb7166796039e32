import type { RefundDocument, RefundReason, RefundState } from '../billing/refund.ts';
import type { TaskKind } from '../billing/document-task.ts';
import type { Role } from '../table/people/people.ts';
import type { HistoryEntry } from '../table/subscribers/history.ts';
import type { AuditEntry } from '../table/people/audit.ts';

/** Roles as people say them. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  support: 'Support',
  finance: 'Finance',
  developer: 'Developer',
  read: 'Reader',
};

/** What each role may, for whoever gives it. */
export const ROLE_MEANINGS: Readonly<Record<Role, string>> = {
  owner: 'Everything, and people.',
  support: 'Portal links, cancelling and undoing, plan changes, payments tried again.',
  finance: 'Refunds, tasks, and differences settled.',
  developer: 'Events sent again, webhook, keys, providers, plans taken over. Moves no money.',
  read: 'Sees everything that is not secret, changes nothing.',
};

/** A subscription's status: how it is marked, and its words. */
export const STATUS_WORDS: Readonly<Record<string, readonly ['good' | 'warm' | 'bad' | 'over', string]>> = {
  PENDING: ['warm', 'Waiting for bank'],
  ACTIVE: ['good', 'Active'],
  PAYMENT_FAILED: ['bad', 'Payment failed'],
  CANCELLED: ['over', 'Ended'],
  EXPIRED: ['over', 'Ended'],
};

/** An event's state. */
export const EVENT_WORDS: Readonly<Record<string, readonly ['good' | 'warm' | 'bad' | 'over', string]>> = {
  DELIVERED: ['good', 'Delivered'],
  PENDING: ['warm', 'Waiting'],
  EXHAUSTED: ['bad', 'Not delivered'],
  SKIPPED: ['over', 'Skipped'],
};

/** An invoice's status. */
export const INVOICE_WORDS: Readonly<Record<string, readonly ['good' | 'warm' | 'bad' | 'over', string]>> = {
  PAID: ['good', 'Paid'],
  FAILED: ['bad', 'Failed'],
  REFUNDED: ['over', 'Refunded'],
};

/** What a person has to do about a document, in a few words. */
export const TASK_SAID: Readonly<Record<TaskKind, string>> = {
  cancel_document: 'cancel the document',
  cancel_and_reissue: 'cancel the document and make a new one',
  await_return_invoice: 'wait for the buyer’s return invoice',
  expense_note: 'make out an expense note',
};

/** What a person has to do about a document, and why. */
export const TASK_TO_DO: Readonly<Record<TaskKind, string>> = {
  cancel_document:
    'Cancel this document at Paraşüt before the deadline: nothing is left of its invoice. After that it cannot be cancelled any more.',
  cancel_and_reissue:
    'Cancel this document at Paraşüt before the deadline and make out a new one for what was kept. Or settle the part by an expense note or a return invoice.',
  await_return_invoice:
    'The buyer makes out a return invoice for what was given back. Remind them if it has not come after a week.',
  expense_note:
    'Make out an expense note for what was given back and have the customer sign it: the document is too old to be cancelled.',
};

/** A refund's state. */
export const REFUND_WORDS: Readonly<Record<RefundState, readonly ['good' | 'warm' | 'bad', string]>> = {
  SUCCEEDED: ['good', 'Given back'],
  PENDING: ['warm', 'Being looked up'],
  FAILED: ['bad', 'Not made'],
};

/** Why money is given back. */
export const REFUND_REASON_WORDS: Readonly<Record<RefundReason, string>> = {
  BUYER_REQUEST: 'The customer asked',
  DOUBLE_PAYMENT: 'Paid twice',
  FRAUD: 'Fraud',
  OTHER: 'Other',
};

/** What becomes of the document of what was given back. */
export const REFUND_DOCUMENT_SAID: Readonly<Record<RefundDocument['state'], string>> = {
  pending: 'Being seen to',
  none_needed: 'None has to be corrected',
  adjusted: 'Made for what was kept',
  cancelled: 'Cancelled before it became official',
  task: 'A person has to see to it',
};

/** What happened, in a timeline. */
export const TIMELINE_SAID: Readonly<Record<HistoryEntry['what'], string>> = {
  subscribed: 'Subscribed',
  renewed: 'Renewed',
  payment_failed: 'Payment failed',
  payment_retried: 'Payment tried again',
  refunded: 'Money given back',
  plan_changed: 'Plan changed',
  cancelled: 'Cancelled',
  undone: 'Cancellation undone',
  ended: 'Ended',
  card_replaced: 'Card replaced',
  card_form_returned: 'Back from the card form',
  customer_corrected: 'Customer corrected',
  status_taken_over: 'Status taken over from iyzico',
};

/** Who or what brought a change about. */
export function causeSaid({ by, id, who }: HistoryEntry['causedBy']): string {
  const said = {
    request: `API request ${id ?? ''}`.trim(),
    notification: 'iyzico’s notification',
    schedule: 'our schedule',
    operator: 'an operator of the service',
    customer: 'the customer, in the portal',
    person: `${who ?? 'somebody'}, in the console`,
  } as const;
  return said[by];
}

/** What an entry of the audit list tells. */
export const AUDIT_SAID: Readonly<Record<AuditEntry['what'], string>> = {
  signed_in: 'Signed in',
  sign_in_refused: 'Sign-in refused',
  signed_out: 'Signed out',
  session_ended: 'Ended a session',
  invited: 'Invited',
  invitation_withdrawn: 'Withdrew an invitation',
  passkey_added: 'Added a passkey',
  passkey_removed: 'Removed a passkey',
  roles_changed: 'Changed roles',
  removed: 'Removed',
  acted: 'Did',
  refused: 'Refused',
};

/** What stands on a page after an act, by the `done` of its address. */
export const DONE_WORDS: Readonly<Record<string, string>> = {
  cancelled: 'Cancelled. It ends with the paid period, and can be undone until shortly before.',
  'cancelled-here': 'Cancelled in our records alone. iyzico goes on charging.',
  ended: 'Cancelled. It has ended.',
  undone: 'The cancellation is undone. It renews as before.',
  changed: 'The plan is changed.',
  refunded: 'The money is given back. The customer sees it within some days.',
  'refund-pending': 'The refund is under way; its outcome is being looked up. Do not make it again.',
  tried: 'The payment is being tried. What comes of it is here in a moment: load the page again.',
  read: 'Read again from iyzico. What it knows is on this page.',
  closed: 'Closed.',
  'task-done': 'Noted as done.',
  replayed: 'It is sent again now.',
  set: 'Saved.',
  connected: 'Connected. The credentials work.',
  rotated: 'Finished. The new secret signs alone.',
  removed: 'Removed.',
  revoked: 'Revoked. It is refused everywhere within a minute.',
  roles: 'The roles are changed. They count from now on.',
  passkey: 'The passkey is added. It signs in from now on.',
  'session-ended': 'The session is ended.',
  saved: 'Saved.',
};
