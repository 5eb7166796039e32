import { NOTHING, type Footprint, type QueueName } from './footprint.ts';

/** A function without an HTTP route: what triggers it, and what it may use. */
export interface Background extends Footprint {
  readonly name: string;
  /** A queue, every minute, or every night. */
  readonly triggeredBy: QueueName | 'schedule' | 'nightly';
  /** Whether it queries the `due` index, across all tenants. */
  readonly due: boolean;
  readonly timeoutSeconds: number;
}

const background = {
  ...NOTHING,
  table: 'write',
  due: false,
} as const;

/**
 * Every function without an HTTP route: its trigger and its footprint. The stack, the local cloud and the type of each
 * function's App are derived from this list.
 */
export const BACKGROUND = [
  {
    ...background,
    name: 'webhooks/deliver',
    triggeredBy: 'deliveries',
    sends: ['deliveries', 'slow-deliveries'],
    decrypts: ['webhook'],
    timeoutSeconds: 30,
  },
  {
    ...background,
    name: 'webhooks/deliver-slow',
    lists: 'events',
    triggeredBy: 'slow-deliveries',
    sends: ['deliveries', 'slow-deliveries'],
    decrypts: ['webhook'],
    timeoutSeconds: 30,
  },
  {
    ...background,
    name: 'reconciliation/run',
    triggeredBy: 'reconciliation',
    lists: 'account',
    sends: ['deliveries', 'reconciliation', 'invoicing'],
    decrypts: ['pay'],
    refunds: true,
    timeoutSeconds: 30,
  },
  {
    ...background,
    name: 'invoicing/issue',
    triggeredBy: 'invoicing',
    sends: ['invoicing'],
    decrypts: ['acct'],
    encrypts: ['acct'],
    documents: 'write',
    timeoutSeconds: 60,
  },
  {
    ...background,
    name: 'sweep/start',
    triggeredBy: 'schedule',
    table: 'keys',
    due: true,
    sends: ['sweeps'],
    timeoutSeconds: 20,
  },
  {
    ...background,
    name: 'comparison/start',
    triggeredBy: 'nightly',
    sends: ['reconciliation'],
    timeoutSeconds: 60,
  },
  {
    ...background,
    name: 'sweep/run',
    triggeredBy: 'sweeps',
    due: true,
    sends: ['sweeps', 'deliveries', 'slow-deliveries', 'reconciliation', 'invoicing', 'messages'],
    timeoutSeconds: 50,
  },
  {
    ...background,
    name: 'messages/send',
    triggeredBy: 'messages',
    people: 'read',
    mails: true,
    publicUrl: true,
    timeoutSeconds: 30,
  },
  {
    ...background,
    name: 'messages/events',
    triggeredBy: 'message-events',
    timeoutSeconds: 30,
  },
] as const satisfies readonly Background[];

/** The name of a background function: also the path of its handler below `functions/`. */
export type BackgroundName = (typeof BACKGROUND)[number]['name'];

/** The row of a background function, with its literal types. */
export type BackgroundRow<Name extends BackgroundName> = Extract<
  (typeof BACKGROUND)[number],
  { readonly name: Name }
>;
