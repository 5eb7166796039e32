/** What a function may use: the source of its grants, of its bundle's content and of its App's type. */
export interface Footprint {
  /** `keys`: no item, only keys in the indexes that its row names. */
  readonly table: 'none' | 'keys' | 'read' | 'write';
  /** The list indexes of the table that it reads. */
  readonly lists: 'none' | 'feed' | 'events' | 'open' | 'account' | 'subscribers' | 'console';
  /** The queues it sends to. */
  readonly sends: readonly QueueName[];
  /** The purposes of tenants' secrets that it may decrypt, and encrypt. */
  readonly decrypts: readonly SecretPurpose[];
  readonly encrypts: readonly SecretPurpose[];
  /** The people of tenants and their sessions. */
  readonly people: GuardedUse;
  /** The audit list, of which nobody deletes an entry. */
  readonly audit: GuardedUse;
  /** Whether it makes or verifies challenges of passkeys. */
  readonly challenges: boolean;
  /** The list of a tenant's key pairs; a pair that somebody sends is looked up by every route. */
  readonly keyPairs: GuardedUse;
  /** Invoice documents in the bucket, or tenants' logos and nothing else; signing a link is reading. */
  readonly documents: 'none' | 'read' | 'write' | 'readLogos' | 'writeLogos';
  /** Whether it gives money back at the payment provider, or reads what was given back. */
  readonly refunds: boolean;
  /** Whether it notes what a restore must repeat. */
  readonly restoreNotes: boolean;
  /** Whether it sends e-mail. */
  readonly mails: boolean;
  /** Whether its answers or calls contain the service's own address. */
  readonly publicUrl: boolean;
}

/** What few functions may do: all others are denied it, whatever their grants on the table say. */
export type GuardedUse = 'none' | 'read' | 'write';

/** An empty footprint; each row adds what its function uses. */
export const NOTHING = {
  table: 'none',
  lists: 'none',
  sends: [],
  decrypts: [],
  encrypts: [],
  people: 'none',
  audit: 'none',
  challenges: false,
  keyPairs: 'none',
  documents: 'none',
  refunds: false,
  restoreNotes: false,
  mails: false,
  publicUrl: false,
} as const satisfies Footprint;

/** Every queue of the service; each has a dead-letter queue of its own. */
export const QUEUE_NAMES = [
  'deliveries',
  'slow-deliveries',
  'reconciliation',
  'invoicing',
  'sweeps',
  'messages',
  'message-events',
] as const;
/** The name of a queue. */
export type QueueName = (typeof QUEUE_NAMES)[number];

/** The queues that only a stage has which sends e-mail. */
export const MAIL_QUEUES: readonly QueueName[] = ['messages', 'message-events'];

/** The purposes of tenants' encrypted secrets: KMS allows each function only the purposes of its row. */
export const SECRET_PURPOSES = ['pay', 'acct', 'webhook'] as const;
/** The purpose of an encrypted secret; part of its encryption context. */
export type SecretPurpose = (typeof SECRET_PURPOSES)[number];
