import { NOTHING, type Footprint, type QueueName } from './footprint.ts';

/** A function that no HTTP route leads to: what triggers it, and what it may use. */
export interface Background extends Footprint {
  readonly name: string;
  /** A queue, each minute, or each night. */
  readonly triggeredBy: QueueName | 'schedule' | 'nightly';
  /** Whether it asks the `due` index what is due, over all tenants. */
  readonly due: boolean;
  readonly timeoutSeconds: number;
}

const background = {
  ...NOTHING,
  table: 'write',
  due: false,
} as const;

/**
 * Every function that no HTTP request reaches: what triggers it, and its footprint. The stack, the local cloud and
 * the type of each function's App come from here.
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
    lists: 'statuses',
    sends: ['deliveries', 'reconciliation', 'invoicing'],
    decrypts: ['pay'],
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
    table: 'none',
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
    sends: ['sweeps', 'deliveries', 'slow-deliveries', 'reconciliation', 'invoicing'],
    timeoutSeconds: 50,
  },
] as const satisfies readonly Background[];

/** The name of a background function: also the path of its handler below `functions/`. */
export type BackgroundName = (typeof BACKGROUND)[number]['name'];

/** The row of a background function, with its own literal types. */
export type BackgroundRow<Name extends BackgroundName> = Extract<
  (typeof BACKGROUND)[number],
  { readonly name: Name }
>;
