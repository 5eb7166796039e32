import { DUE_SHARDS } from '../../limits.ts';
import { eventIdIn, invoiceIdIn, partsOf, refundIdIn, subscriberIdIn, tenantIn } from '../key-parts.ts';
import type { Key } from '../table.ts';

/** The name of the index of due things. */
export const DUE_INDEX = 'due';
/** The attributes that put an item into the due index; items without them are not in it. */
export const DUE_ATTRIBUTES = { shard: 'dueShard', at: 'dueAt' } as const;

/** The kind and name of the item that a due key belongs to. */
export type DueRecord =
  | { readonly is: 'checkout'; readonly token: string }
  | { readonly is: 'event'; readonly tenant: string; readonly id: string }
  | { readonly is: 'subscriber'; readonly tenant: string; readonly id: string }
  | { readonly is: 'reference'; readonly tenant: string; readonly reference: string }
  | { readonly is: 'intent'; readonly tenant: string; readonly reference: string }
  | { readonly is: 'notification'; readonly tenant: string; readonly reference: string }
  | { readonly is: 'task'; readonly tenant: string; readonly id: string }
  | { readonly is: 'refund'; readonly tenant: string; readonly subscriberId: string; readonly id: string }
  | { readonly is: 'invoice'; readonly tenant: string; readonly subscriberId: string; readonly id: string };

/** Parses a due key. Throws on a key of a kind that is never due. */
export function dueRecordOf({ pk, sk }: Key): DueRecord {
  const [head, tenant = '', kind = '', rest = ''] = partsOf(pk);
  if (head === 'C' && sk === 'CHECKOUT') return { is: 'checkout', token: pk.slice('C#'.length) };
  if (kind === 'H') return { is: 'event', tenant, id: eventIdIn({ pk, sk }) };
  if (kind === 'C' && sk.startsWith('SUB#'))
    return { is: 'subscriber', tenant, id: subscriberIdIn({ pk, sk }) };
  if (kind === 'R') return { is: 'reference', tenant, reference: rest };
  if (kind === 'O') return { is: 'intent', tenant, reference: rest };
  if (kind === 'N') return { is: 'notification', tenant, reference: rest };
  if (kind === 'TASKS') return { is: 'task', tenant, id: sk };
  if (kind === 'I' && sk.startsWith('RFD#'))
    return { is: 'refund', tenant, subscriberId: rest, id: refundIdIn({ pk, sk }) };
  if (kind === 'I') return { is: 'invoice', tenant, subscriberId: rest, id: invoiceIdIn({ pk, sk }) };
  throw new Error(`a key that is never due: ${pk} ${sk}`);
}

/** Whose a due item is, as far as a log may say: keys also hold tokens, and references of the callers' own making. */
export function ownerIn(at: Key): { tenant?: string; subscriberId?: string; eventId?: string } {
  const tenant = tenantIn(at);
  if (tenant === undefined) return {};
  try {
    const record = dueRecordOf(at);
    if (record.is === 'subscriber') return { tenant, subscriberId: record.id };
    if (record.is === 'invoice' || record.is === 'refund')
      return { tenant, subscriberId: record.subscriberId };
    return record.is === 'event' ? { tenant, eventId: record.id } : { tenant };
  } catch {
    return { tenant };
  }
}

/**
 * The kinds of due items, most urgent first, each with partitions of its own. `ending`: what is held back; `job`: work
 * in steps.
 */
export const DUE_KINDS = [
  'intent',
  'checkout',
  'ending',
  'event',
  'reconciliation',
  'document',
  'notification',
  'job',
] as const;
/** The kind of a due item: it decides which queue the sweep sends it to. */
export type DueKind = (typeof DUE_KINDS)[number];

/** A partition of the index: one shard of a kind. */
export function duePartition(kind: DueKind, shard: number): string {
  return `${kind}#${shard}`;
}

/** All partitions of a kind. */
export function duePartitions(kind: DueKind): string[] {
  return Array.from({ length: DUE_SHARDS }, (_, shard) => duePartition(kind, shard));
}

/** An item's attributes in the due index; `dueAt` is epoch ms. */
export interface DueAttributes {
  readonly dueShard: string;
  readonly dueAt: number;
}

/** Index attributes of an item that is due at `at` (epoch ms). The shard follows from the key. */
export function due(kind: DueKind, at: number, { pk }: Key): DueAttributes {
  let hash = 0;
  for (let i = 0; i < pk.length; i++) hash = (Math.imul(hash, 31) + pk.charCodeAt(i)) >>> 0;
  return { dueShard: duePartition(kind, hash % DUE_SHARDS), dueAt: at };
}

/** When an item that the sweep has handed out was due; whoever processes it writes a new due time and removes this. */
export const DUE_SINCE = 'dueSince';

/** The attributes to remove once nothing is due. */
export const NOT_DUE = [DUE_ATTRIBUTES.shard, DUE_ATTRIBUTES.at] as const;
