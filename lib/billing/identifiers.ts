import { createHash } from 'node:crypto';

const PREFIXES = {
  plan: 'pln_',
  customer: 'cus_',
  subscription: 'sub_',
  invoice: 'inv_',
  refund: 'rfd_',
} as const;

declare const parsed: unique symbol;

/**
 * An id or a cursor that a parser has read: lower case, of its form, and so short. What somebody sent becomes part of a
 * key only as one.
 */
export type ParsedId = string & { readonly [parsed]: true };

/** An id that one of our own records or messages holds, or that we have just made: it needs no parser. */
export const storedId = (id: string): ParsedId => id as ParsedId;

/** The kinds of object that have an internal identifier (`svcId`). */
export type Identified = keyof typeof PREFIXES;

/** The identifier on the wire: a typed prefix and the UUID without dashes. */
export function svcIdOf(kind: Identified, id: string): string {
  return PREFIXES[kind] + id.replaceAll('-', '');
}

const DASHED = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const BARE = /^[0-9a-f]{32}$/;

/** The UUID of a prefixed or legacy identifier; undefined for anything else. */
export function idFrom(kind: Identified, given: string): ParsedId | undefined {
  const text = given.trim().toLowerCase();
  const dashed = uuidIn(text);
  if (dashed !== undefined) return dashed;
  const prefix = PREFIXES[kind];
  const hex = text.startsWith(prefix) ? text.slice(prefix.length) : text;
  if (!BARE.test(hex)) return undefined;
  return uuidIn(
    [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-'),
  );
}

/** The UUID that somebody sent, with dashes; undefined for anything else. */
export function uuidIn(given: string | undefined): ParsedId | undefined {
  const text = given?.trim().toLowerCase();
  return text !== undefined && DASHED.test(text) ? (text as ParsedId) : undefined;
}

/** Hex digits at the end of a subscriber's id and of its events' ids; they name the history both belong to. */
const HISTORY_DIGITS = 10;

/** The history of a subscriber, from its id or from the id of one of its events. */
export function historyOf(id: string): string {
  return id.slice(-HISTORY_DIGITS);
}

/** How every UUIDv7 of a time (epoch ms) begins: with its 48 bits. */
export function uuidBeginning(time: number): string {
  const hex = Math.max(0, Math.floor(time)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/** The deterministic UUIDv7 of a time (epoch ms) and a hash (hex); `end` are its last twelve digits. */
export function uuidFrom(time: number, hash: string, end = hash.slice(7, 19)): string {
  const variant = ((parseInt(hash.slice(3, 4), 16) & 0x3) | 0x8).toString(16);
  return `${uuidBeginning(time)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${end}`;
}

/**
 * The deterministic id of a subscriber's event: the same for the same cause. A UUIDv7 of the event's time (epoch ms),
 * 34 bits of SHA-256 over tenant and cause, and the subscriber's history, so that events sort by time and can be found
 * by id alone.
 */
export function eventIdOf(of: { tenant: string; subscriberId: string; cause: string; at: number }): string {
  const hash = createHash('sha256').update(`${of.tenant}\n${of.cause}`).digest('hex');
  return uuidFrom(of.at, hash, hash.slice(7, 9) + historyOf(of.subscriberId));
}

/** The UUIDv7 `id` with another time (epoch ms), so that imported records sort by their original creation. */
export function idAt(time: number, id: string): string {
  return uuidBeginning(time) + id.slice(13);
}

/** A caller's identifier of a subscriber. It decides whether a change is also made at the payment provider. */
export type SubscriberRef =
  { readonly by: 'pay'; readonly reference: string } | { readonly by: 'svc'; readonly id: ParsedId };

/** A caller's identifier of a person: of one of their subscriptions, their e-mail address, or the caller's own id. */
export type PersonRef =
  | SubscriberRef
  | { readonly by: 'email'; readonly email: string }
  | { readonly by: 'externalId'; readonly externalId: string };

/** Whose portal it is: by one of their subscriptions, or the tenant's own id of the person. */
export type PortalCustomerRef = Exclude<PersonRef, { readonly by: 'email' }>;

/** The identifiers of a reading request: `ref` finds the subscriber, and `expectedReference`, if given, must be its own. */
export interface SubscriberIdentifiers {
  readonly ref: SubscriberRef;
  readonly expectedReference: string | undefined;
}

/** A caller's identifier of a plan: the provider's reference or our id. */
export type PlanRef =
  { readonly by: 'pay'; readonly reference: string } | { readonly by: 'svc'; readonly id: string };
