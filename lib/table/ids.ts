import { createHash, createHmac } from 'node:crypto';
import { uuidBeginning, uuidFrom } from '../billing/identifiers.ts';

const CUSTOMER_HASH_DIGITS = 15;

/**
 * The hash that identifies a customer: the last 15 hex digits of its id and of its subscriptions' ids, from SHA-256
 * over tenant and normalised e-mail, keyed by a secret of the tenant: who sees an id cannot try e-mails on it. Without a
 * secret it is not keyed, as customers of earlier releases are. Two customers with the same hash (2⁻⁶⁰ per pair) only share
 * a partition.
 */
export function customerHash(tenant: string, email: string, secret?: string): string {
  const hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret);
  return hash.update(`${tenant}\n${email}`).digest('hex').slice(0, CUSTOMER_HASH_DIGITS);
}

/** A UUIDv7 with its last digits replaced by a customer's hash. */
export function withCustomerHash(id: string, hash: string): string {
  return `${id.slice(0, 20)}${hash.slice(0, 3)}-${hash.slice(3)}`;
}

/** The hash in the id of a customer or of one of its subscriptions. */
export function customerHashIn(id: string): string {
  return id.slice(20).replace('-', '');
}

/**
 * The deterministic UUIDv7 of an order's invoice: the time is the period's start, the random part a hash of the
 * reference. The same order always gets the same id, so a second invoice is impossible.
 */
export function invoiceIdOf(orderReference: string, periodStart: number): string {
  return idOf(orderReference, periodStart);
}

/** The deterministic UUIDv7 of a difference: the time is `since` (epoch ms), the random part a hash of `about`. */
export function differenceIdOf(about: string, since: number): string {
  return idOf(about, since);
}

/** The deterministic UUIDv7 of a refund that others made at `at` (epoch ms), by what it is called at the provider. */
export function foundRefundIdOf(name: string, at: number): string {
  return idOf(name, at);
}

function idOf(name: string, at: number): string {
  return uuidFrom(at, createHash('sha256').update(name).digest('hex'));
}

/** The time (epoch ms) of a UUIDv7. */
export function timeOfId(id: string): number {
  return parseInt(id.slice(0, 13).replace('-', ''), 16);
}

/** Query bounds for UUIDv7 ids between two times (epoch ms), both inclusive; undefined for no bound. */
export function idsBetween(
  from: number | undefined,
  to: number | undefined,
): { after?: string; before?: string } {
  return {
    ...(from !== undefined && { after: uuidBeginning(from) }),
    ...(to !== undefined && { before: uuidBeginning(to + 1) }),
  };
}
