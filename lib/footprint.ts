/** What a function may use: the stack's grants, what is shipped with it and the type of its App come from here. */
export interface Footprint {
  /** `checkouts` is reading, of checkout sessions alone. */
  readonly table: 'none' | 'read' | 'write' | 'checkouts';
  /** Whose lists the handler reads: indexes of the table. */
  readonly lists: 'none' | 'feed' | 'events' | 'statuses' | 'subscribers';
  /** Which queues the handler sends to. */
  readonly sends: readonly QueueName[];
  /** Which of a tenant's secrets the handler may decrypt, and which it may encrypt. */
  readonly decrypts: readonly SecretPurpose[];
  readonly encrypts: readonly SecretPurpose[];
  /** Invoice documents in the bucket; signing a link to one is reading it. */
  readonly documents: 'none' | 'read' | 'write';
  /** Whether it names the service's own address to somebody. */
  readonly publicUrl: boolean;
}

/** Nothing at all: each row says what its function uses beyond that. */
export const NOTHING = {
  table: 'none',
  lists: 'none',
  sends: [],
  decrypts: [],
  encrypts: [],
  documents: 'none',
  publicUrl: false,
} as const satisfies Footprint;

/** Every queue of the service; each has a dead-letter queue of its own. */
export const QUEUE_NAMES = [
  'deliveries',
  'slow-deliveries',
  'reconciliation',
  'invoicing',
  'sweeps',
] as const;
/** The name of a queue. */
export type QueueName = (typeof QUEUE_NAMES)[number];

/** What a tenant's encrypted secrets are for: the key allows each function only the purposes of its row. */
export const SECRET_PURPOSES = ['pay', 'acct', 'webhook'] as const;
/** What an encrypted secret is for; part of its encryption context. */
export type SecretPurpose = (typeof SECRET_PURPOSES)[number];
