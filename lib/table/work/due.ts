import type { QueueName } from '../../footprint.ts';
import { DUE_SHARDS } from '../../limits.ts';
import type { Key } from '../table.ts';

/** The name of the index of due things. */
export const DUE_INDEX = 'due';
/** The attributes that put an item into the due index; items without them are not in it. */
export const DUE_ATTRIBUTES = { shard: 'dueShard', at: 'dueAt' } as const;

/** The message for what is due: the names of what its queue's consumer works on. */
export type DueMessage = Readonly<Record<string, string>> & { readonly tenantId: string };

/** The words for what can be due: a due item carries its own, which with its key makes its message. */
export const DUE_WORDS = [
  'subscriber',
  'notification',
  'intent',
  'checkout',
  'refund',
  'refundDocument',
  'probe',
  'comparison',
  'figures',
  'event',
  'replay',
  'document',
  'task',
  'tokens',
  'message',
] as const;
/** One of `DUE_WORDS`. */
export type DueWord = (typeof DUE_WORDS)[number];

/** What is due: an item by its key, and the message for it with its queue. */
export interface DueWork {
  readonly word: DueWord;
  readonly key: Key;
  readonly queue: WorkQueue;
  readonly message: DueMessage;
}

/** A queue that what is due may be sent to. */
export type WorkQueue = Exclude<QueueName, 'sweeps' | 'message-events'>;

/** The attribute with the word of an item's work, while it is due: the whole message would cost some items a write unit more. */
export const DUE_WORK = 'work';

/** Whose a message is, as far as a log may say: other names in it are tokens, or references of the callers' own making. */
export function ownerIn({ tenantId: tenant, subscriberId, eventId }: Readonly<Record<string, unknown>>) {
  return {
    ...(typeof tenant === 'string' && { tenant }),
    ...(typeof subscriberId === 'string' && { subscriberId }),
    ...(typeof eventId === 'string' && { eventId }),
  };
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

/** The attributes of a due item; `dueAt` is epoch ms. */
export interface DueAttributes {
  readonly dueShard: string;
  readonly dueAt: number;
  readonly work: DueWord;
}

/** The attributes of an item that is due at `at` (epoch ms). Its shard follows from its key. */
export function due(kind: DueKind, at: number, { key: { pk }, word }: DueWork): DueAttributes {
  let hash = 0;
  for (let i = 0; i < pk.length; i++) hash = (Math.imul(hash, 31) + pk.charCodeAt(i)) >>> 0;
  return { dueShard: duePartition(kind, hash % DUE_SHARDS), dueAt: at, work: word };
}

/** When an item that the sweep has handed out was due; whoever processes it writes a new due time and removes this. */
export const DUE_SINCE = 'dueSince';

/** The attributes to remove once nothing is due. */
export const NOT_DUE = [DUE_ATTRIBUTES.shard, DUE_ATTRIBUTES.at, DUE_WORK] as const;
