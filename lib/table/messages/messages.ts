import { MESSAGES } from '../../limits.ts';
import {
  DROP_REASONS,
  MESSAGE_KINDS,
  MESSAGE_STATES,
  type DropReason,
  type MessageState,
} from '../../messages/kinds.ts';
import {
  inKey,
  number,
  oneOf,
  optional,
  orElse,
  orNull,
  part,
  record,
  text,
  type TypeOf,
} from '../../record.ts';
import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { eventIdOf } from '../../billing/identifiers.ts';
import { messageIdIn } from '../key-parts.ts';
import { LIST_INDEXES } from '../list-indexes.ts';
import { list, listAttributes } from '../lists.ts';
import { key } from '../schema.ts';
import type { Clause, Item, Put, Update } from '../table.ts';
import { due, NOT_DUE } from '../work/due.ts';
import { messageWork } from '../work/works.ts';

const OWED_MESSAGE = part({
  kind: oneOf(MESSAGE_KINDS),
  cause: text,
  /** What it tells of, such as the order that failed: the record is asked about it when the message is sent. */
  about: text,
  /** When it happened, or when the message is to be sent if that is later (epoch ms). */
  at: number,
  /** Whom it is for: a subscriber of the tenant, or one of the tenant's people; both null for those who have its role when it is due. */
  subscriberId: orNull(text),
  personId: orNull(text),
  /** The event with the same cause. */
  eventId: optional(text),
});
/** A message that is owed to somebody, by what caused it: the same cause never makes a second one. */
export type OwedMessage = TypeOf<typeof OWED_MESSAGE>;

/** A message on record. Times are epoch ms. */
export const MESSAGE = record('message', {
  ...OWED_MESSAGE.members,
  id: inKey,
  tenant: inKey,
  state: oneOf(MESSAGE_STATES),
  because: orNull(oneOf(DROP_REASONS)),
  /** The address that it was sent to; null before, and once its customer's data was erased. */
  to: orNull(text),
  sentAt: orNull(number),
  /** When it was handed to SES last, whose answer is not on record. */
  handedAt: orNull(number),
  /** How often SES did not take it. */
  tries: orElse(number, 0),
  /** When it was to be sent first. */
  since: number,
  /** When it is due. */
  dueAt: orNull(number),
  /** Raised with each change. */
  revision: number,
});
/** A stored message. */
export type StoredMessage = TypeOf<typeof MESSAGE>;

/** The id of a message. It ends as that of whom it is for, whose history it belongs to, and its time is that of the message. */
export function messageIdOf(
  tenant: string,
  { cause, at, subscriberId, personId }: Pick<OwedMessage, 'cause' | 'at' | 'subscriberId' | 'personId'>,
): string {
  const whose = subscriberId ?? personId ?? tenant;
  return eventIdOf({ tenant, subscriberId: whose, cause: `message:${cause}`, at });
}

/** The item of a message that has just come to be owed: due at once, or at its own time. */
export function messagePut(tenant: string, owed: OwedMessage, now: number): Put {
  const id = messageIdOf(tenant, owed);
  const at = key.message(tenant, id);
  const dueAt = Math.max(now, owed.at);
  const begun = { because: null, to: null, sentAt: null, handedAt: null, tries: 0, since: dueAt };
  const message = { ...owed, id, tenant, state: 'PENDING', ...begun, dueAt, revision: 1 } as const;
  const put = {
    ...MESSAGE.write(message),
    ttl: Math.ceil((dueAt + MESSAGES.retentionMs) / 1000),
    ...listAttributes(list.messages(tenant)),
    position: id,
    ...due('job', dueAt, messageWork(tenant, id)),
    ...at,
  };
  return { put, if: [{ absent: true }] };
}

/** Parses a message. Throws Unreadable. */
export const messageFrom = (tenant: string, item: Item): StoredMessage =>
  MESSAGE.read(item, { id: messageIdIn(item), tenant });

/** A message; undefined if it is not there, or no longer kept. */
export async function lookUpMessage(app: CoreApp & OfTenant, id: string): Promise<StoredMessage | undefined> {
  const item = await app.table.get(key.message(app.tenantId, id), { consistent: true });
  return item && messageFrom(app.tenantId, item);
}

const unchanged = ({ revision }: StoredMessage): Clause[] => [{ attribute: 'revision', is: revision }];

const change = (
  message: StoredMessage,
  { set, remove = [] }: { readonly set?: Update['set']; readonly remove?: readonly string[] },
): Update => ({
  update: key.message(message.tenant, message.id),
  ...(set && { set }),
  remove,
  add: { revision: 1 },
  if: unchanged(message),
});

/** It is handed to SES: until its outcome is on record it is due again once its events would have been here. */
export const messageHanded = (message: StoredMessage, to: string, now: number): Update =>
  change(message, {
    set: {
      to,
      handedAt: now,
      ...due('job', now + MESSAGES.unansweredMs, messageWork(message.tenant, message.id)),
    },
  });

/** It is not sent now, and due again at `at` (epoch ms): SES certainly has not got it. */
export const messagePostponed = (message: StoredMessage, at: number, tries: number): Update =>
  change(message, {
    set: { ...MESSAGE.change({ tries }).set, ...due('job', at, messageWork(message.tenant, message.id)) },
    remove: ['handedAt', 'to'],
  });

/** It waits on for its events, until `at` (epoch ms). */
export const messageWaits = (message: StoredMessage, at: number): Update =>
  change(message, { set: { ...due('job', at, messageWork(message.tenant, message.id)) } });

/** It will not be sent. */
export const messageDropped = (message: StoredMessage, because: DropReason): Update =>
  change(message, { set: { state: 'DROPPED', because }, remove: [...NOT_DUE, 'handedAt', 'to'] });

/** It has left, or what became of it since is known. */
export const messageInState = (message: StoredMessage, state: MessageState, sentAt: number): Update =>
  change(message, { set: { state, sentAt }, remove: [...NOT_DUE, 'handedAt'] });

/** It has become one message for each of those who have its role; it is listed no longer. */
export const messageHandedOn = (message: StoredMessage): Update =>
  change(message, {
    set: { state: 'SENT' },
    remove: [...NOT_DUE, LIST_INDEXES.feed.list, LIST_INDEXES.feed.sort],
  });

/** It bears no address any more. */
export const messageErased = (message: StoredMessage): Update => change(message, { remove: ['to'] });

/** The same whatever became of it meanwhile, where nothing is handed over any more. */
export const addressErased = (tenant: string, id: string): Update => ({
  update: key.message(tenant, id),
  remove: ['to'],
  add: { revision: 1 },
  if: [{ present: true }],
});
