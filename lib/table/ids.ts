import { createHash } from 'node:crypto';

const CUSTOMER_HASH_DIGITS = 15;

/**
 * The hash that names a customer: the last 15 hex digits of the id of the customer and of each of its subscriptions, taken
 * from SHA-256 over tenant and normalised e-mail. Two customers sharing one (2⁻⁶⁰ a pair) merely share a partition.
 */
export function customerHash(tenant: string, email: string): string {
  return createHash('sha256').update(`${tenant}\n${email}`).digest('hex').slice(0, CUSTOMER_HASH_DIGITS);
}

/** A UUIDv7 whose random part ends in a customer's hash. */
export function withCustomerHash(id: string, hash: string): string {
  return `${id.slice(0, 20)}${hash.slice(0, 3)}-${hash.slice(3)}`;
}

/** The hash in the id of a customer, or of one of its subscriptions. */
export function customerHashIn(id: string): string {
  return id.slice(20).replace('-', '');
}

/**
 * The UUIDv7 of the invoice of a provider's order: the period's start as its time, the reference's hash as its random
 * part. The same order always makes the same invoice, so a second one cannot come to be.
 */
export function invoiceIdOf(orderReference: string, periodStart: number): string {
  const time = periodStart.toString(16).padStart(12, '0');
  const hash = createHash('sha256').update(orderReference).digest('hex');
  const variant = ((parseInt(hash.slice(3, 4), 16) & 0x3) | 0x8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`;
}

/** The UUIDv7 of a difference: since when it is as its time (epoch ms), and what it is about as its random part. */
export function differenceIdOf(about: string, since: number): string {
  return invoiceIdOf(about, since);
}

/** The time (epoch ms) in a UUIDv7. */
export function timeOfId(id: string): number {
  return parseInt(id.slice(0, 13).replace('-', ''), 16);
}

/** Bounds of a query for ids (UUIDv7) of a time between two instants (epoch ms), both inclusive; undefined for no bound. */
export function idsBetween(
  from: number | undefined,
  to: number | undefined,
): { after?: string; before?: string } {
  const beginning = (time: number) => {
    const hex = Math.max(0, time).toString(16).padStart(12, '0');
    return `${hex.slice(0, 8)}-${hex.slice(8)}`;
  };
  return {
    ...(from !== undefined && { after: beginning(from) }),
    ...(to !== undefined && { before: beginning(to + 1) }),
  };
}
