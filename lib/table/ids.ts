import { createHash, createHmac } from 'node:crypto';
import { uuidBeginning, uuidFrom } from '../billing/identifiers.ts';

const CUSTOMER_HASH_DIGITS = 15;

/**
 * The hash that identifies a customer: 15 hex digits of SHA-256 over tenant and e-mail, keyed by the tenant's secret
 * where it has one.
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

/** The id of an order's invoice, a UUIDv7 made of the period's start and the reference: so an order never has two. */
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
