import type { Key } from './table.ts';

/** The id of an event or other history entry, from its key. */
export function eventIdIn({ sk }: Key): string {
  return sk.slice('E#'.length);
}

/** The id of a message, from its key. */
export function messageIdIn({ sk }: Key): string {
  return sk.slice('M#'.length);
}

/** The id of a replay, from its key. */
export function replayIdIn({ sk }: Key): string {
  return sk.slice('REPLAY#'.length);
}

/** The id of a subscriber, from its key. */
export function subscriberIdIn({ sk }: Key): string {
  return sk.slice('SUB#'.length);
}

/** The id of an invoice, from its key. */
export function invoiceIdIn({ sk }: Key): string {
  return sk.slice('INV#'.length);
}

/** The id of a refund, from its key. */
export function refundIdIn({ sk }: Key): string {
  return sk.slice('RFD#'.length);
}

/** The id of a tenant, from its key in the list of all tenants. */
export function listedTenantIn({ sk }: Key): string {
  return sk.slice('T#'.length);
}

/** The tenant of a key; undefined for keys outside tenants' partitions. */
export function tenantIn({ pk }: Key): string | undefined {
  const [head, tenant] = partsOf(pk);
  return head === 'T' && tenant !== '' ? tenant : undefined;
}

/** The parts of a partition key; the last part may contain `#`. */
export function partsOf(pk: string): string[] {
  const [head = '', second = '', third = '', ...rest] = pk.split('#');
  return [head, second, third, rest.join('#')];
}
