import type { HistoryEntry } from '../billing/timeline.ts';
import { LIST_WORDS } from '../pages/console/list-words.ts';
import { language, say } from './say.ts';
import type { RefundDocument, RefundReason, RefundState } from '../billing/refund.ts';
import type { TaskKind } from '../billing/document-task.ts';
import type { Role } from '../table/people/people.ts';
import type { AuditEntry } from '../table/people/audit.ts';

/** Roles as people say them. */
export const ROLE_WORDS = (): Readonly<Record<Role, string>> => say().roles;

/** What each role may, for whoever gives it. */
export const ROLE_MEANINGS = (): Readonly<Record<Role, string>> => say().roleMeanings;

/** A subscription's status: how it is marked, and its words. */
export const STATUS_WORDS = (): Readonly<
  Record<string, readonly ['good' | 'warm' | 'bad' | 'over', string]>
> => ({
  PENDING: ['warm', say().statuses.PENDING],
  ACTIVE: ['good', say().statuses.ACTIVE],
  PAYMENT_FAILED: ['bad', say().statuses.PAYMENT_FAILED],
  CANCELLED: ['over', say().statuses.cancelled],
  EXPIRED: ['over', say().statuses.ended],
});

/** An event's state. */
export const EVENT_WORDS = (): Readonly<
  Record<string, readonly ['good' | 'warm' | 'bad' | 'over', string]>
> => ({
  DELIVERED: ['good', say().eventStates.DELIVERED],
  PENDING: ['warm', say().eventStates.PENDING],
  EXHAUSTED: ['bad', say().eventStates.EXHAUSTED],
  SKIPPED: ['over', say().eventStates.SKIPPED],
});

/** An invoice's status. */
export const INVOICE_WORDS = (): Readonly<
  Record<string, readonly ['good' | 'warm' | 'bad' | 'over', string]>
> => ({
  PAID: ['good', say().invoiceStates.PAID],
  FAILED: ['bad', say().invoiceStates.FAILED],
  REFUNDED: ['over', say().invoiceStates.REFUNDED],
});

/** What a person has to do about a document, in a few words. */
export const TASK_SAID = (): Readonly<Record<TaskKind, string>> => say().taskKinds;

/** What a person has to do about a document, and why. */
export const TASK_TO_DO = (): Readonly<Record<TaskKind, string>> => say().tasksToDo;

/** A refund's state. */
export const REFUND_WORDS = (): Readonly<
  Record<RefundState, readonly ['good' | 'warm' | 'bad', string]>
> => ({
  SUCCEEDED: ['good', say().refundStates.SUCCEEDED],
  PENDING: ['warm', say().refundStates.PENDING],
  FAILED: ['bad', say().refundStates.FAILED],
});

/** Why money is given back. */
export const REFUND_REASON_WORDS = (): Readonly<Record<RefundReason, string>> => say().refundReasons;

/** What becomes of the document of what was given back. */
export const REFUND_DOCUMENT_SAID = (): Readonly<Record<RefundDocument['state'], string>> =>
  say().refundDocuments;

/** What happened, in a timeline. */
export const TIMELINE_SAID = (): Readonly<Record<HistoryEntry['what'], string>> => say().timeline;

/** Who or what brought a change about. */
export function causeSaid({ by, id, who, through }: HistoryEntry['causedBy']): string {
  const words = say().causes;
  const said = {
    request: words.request(id ?? '').trim(),
    notification: words.notification,
    schedule: words.schedule,
    operator: words.operator,
    customer: through === 'person' ? words.customerBy(who ?? words.somebody) : words.customer,
    person: words.person(who ?? words.somebody),
  } as const;
  return said[by];
}

/** What an entry of the audit list tells. */
export const AUDIT_SAID = (): Readonly<Record<AuditEntry['what'], string>> => say().auditEntries;

/** What somebody did or tried to do, by the name of the act; one of an older release is named as it was. */
export const actSaid = (act: string): string =>
  (LIST_WORDS[language()].actNames as Readonly<Record<string, string>>)[act] ?? act;

/** What stands on a page after an act, by the `done` of its address. */
export const DONE_WORDS = (): Readonly<Record<string, string>> => ({
  cancelled: say().done.cancelled,
  'cancelled-here': say().done.cancelledHere,
  ended: say().done.ended,
  undone: say().done.undone,
  changed: say().done.changed,
  refunded: say().done.refunded,
  'refund-pending': say().done.refundPending,
  tried: say().done.tried,
  read: say().done.read,
  closed: say().done.closed,
  imported: say().done.imported,
  'task-done': say().done.taskDone,
  replayed: say().done.replayed,
  set: say().done.set,
  connected: say().done.connected,
  rotated: say().done.rotated,
  removed: say().done.removed,
  revoked: say().done.revoked,
  roles: say().done.roles,
  passkey: say().done.passkey,
  'session-ended': say().done.sessionEnded,
  'sessions-ended': say().done.sessionsEnded,
  saved: say().done.set,
});
