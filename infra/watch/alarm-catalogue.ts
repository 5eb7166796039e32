import type { QueueName } from '../../lib/footprint.ts';

/** What people can lose: each family of alarms has a page of the runbook. */
export const FAMILIES = ['money', 'buyers', 'events', 'documents', 'platform'] as const;
/** A family of alarms. */
export type Family = (typeof FAMILIES)[number];

/** What people lose when a part fails. An alarm is named after the loss, not the part; the sentence is its description. */
export interface Loss {
  readonly id: string;
  readonly family: Family;
  readonly loss: string;
  /** One tenant loses it, by its own settings or accounts, and only with that tenant can it be mended. */
  readonly ofOneTenant?: true;
}

/** Messages in dead-letter queues; what becomes of a mail is missed by nobody, and its crashes have their own alarm. */
export const DEAD_LETTERS: readonly (Loss & { readonly queues: readonly QueueName[] })[] = [
  {
    id: 'TenantsMissEvents',
    family: 'events',
    queues: ['deliveries', 'slow-deliveries', 'messages'],
    loss: 'An event was not delivered to its tenant, or a message to its reader; the sweep will send it again.',
  },
  {
    id: 'RenewalsNotRecorded',
    family: 'money',
    queues: ['reconciliation'],
    loss: 'A renewal or failed charge reported by the provider was not recorded.',
  },
  {
    id: 'InvoicesNotIssued',
    family: 'documents',
    queues: ['invoicing'],
    loss: 'A customer who paid gets no e-archive invoice.',
  },
  {
    id: 'DueWorkSkipped',
    family: 'platform',
    queues: ['sweeps'],
    loss: 'A sweep of one kind and shard failed repeatedly; the next minute sweeps it again.',
  },
];

/** Queues with a backlog; `minutes` is how long a message of each may wait. */
export const BACKLOG: readonly (Loss & { readonly minutes: Readonly<Partial<Record<QueueName, number>>> })[] =
  [
    {
      id: 'TenantsGetEventsLate',
      family: 'events',
      minutes: { deliveries: 5, 'slow-deliveries': 30, messages: 60 },
      loss: 'Tenants receive events minutes late, those with slow receivers half an hour late, or messages wait for an hour.',
    },
    {
      id: 'RenewalsRecordedLate',
      family: 'money',
      minutes: { reconciliation: 10 },
      loss: 'Renewals are recorded minutes late.',
    },
    {
      id: 'InvoicesIssuedLate',
      family: 'documents',
      minutes: { invoicing: 60 },
      loss: 'Customers who paid wait for their invoice.',
    },
    {
      id: 'DueWorkIsLate',
      family: 'platform',
      minutes: { sweeps: 5 },
      loss: 'Unknown charges, ends of access and missed webhooks are processed minutes late.',
    },
  ];

/** Our own code failed: a request was answered 500, or a message or a round was not processed. The log line says which. */
export const WORK_CRASHES: Loss = {
  id: 'WorkCrashes',
  family: 'platform',
  loss: 'A request, a message or a round failed by our own fault: a buyer, a tenant or a document waits.',
};

/** Functions end without a result, and so could log nothing: time-outs, memory, code that does not load. */
export const FUNCTIONS_FAIL: Loss = {
  id: 'FunctionsFail',
  family: 'platform',
  loss: 'Functions end without a result: callers get 500, and what is queued or due waits.',
};

/** Either of both: it takes back every function that is being released. */
export const RELEASE_BREAKS: Loss = {
  id: 'ReleaseBreaks',
  family: 'platform',
  loss: 'What is being released fails, and is taken back as a whole.',
};

/** What is not done when a scheduled function does not run. */
export const ROUNDS_ABSENT: Readonly<Record<'schedule' | 'nightly', Loss>> = {
  schedule: {
    id: 'SweepsNotRunning',
    family: 'platform',
    loss: 'The sweep has not run: unknown charges, ends of access and missed webhooks are not processed.',
  },
  nightly: {
    id: 'ComparisonsNotRun',
    family: 'money',
    loss: "Last night's comparison with the payment provider did not run.",
  },
};

/** The API answers too many server errors, whoever is to blame. */
export const API_FAILS: Loss & { readonly requests: number; readonly percent: number } = {
  id: 'TenantsGetErrors',
  family: 'platform',
  loss: 'Tenants get server errors: one request of a hundred, and five or more.',
  requests: 5,
  percent: 1,
};

/** API Gateway refuses requests over the limits of the stage or of its account, before any function sees them. */
export const API_THROTTLES: Loss & { readonly requests: number } = {
  id: 'CallersAreTurnedAway',
  family: 'platform',
  loss: 'More is asked than the stage lets through: API Gateway answers buyers and tenants 429.',
  requests: 100,
};

/** The certificate of the stage's domain was not renewed, which ACM begins 60 days before its end. */
export const CERTIFICATE_EXPIRES: Loss & { readonly days: number } = {
  id: 'CertificateExpires',
  family: 'buyers',
  loss: 'In twenty days or less nobody can reach the API: the certificate of its domain expires.',
  days: 20,
};

/** The other certificate of a stage with a firewall: that of CloudFront, which callers see. */
export const FIREWALL_CERTIFICATE_EXPIRES: Loss & { readonly days: number } = {
  ...CERTIFICATE_EXPIRES,
  id: 'FirewallCertificateExpires',
  loss: 'In twenty days or less nobody can reach the API: the certificate of the firewall expires.',
};

/** The firewall refuses more than a few direct checkouts in five minutes. */
export const FIREWALL_BLOCKS: Loss & { readonly requests: number } = {
  id: 'DirectCheckoutsBlocked',
  family: 'buyers',
  loss: 'The firewall refuses direct checkouts: somebody tests cards, or a shop sells more than an address may.',
  requests: 100,
};

/** The table, or one of its indexes, throttles requests. */
export const TABLE_THROTTLES: Loss = {
  id: 'TenantsAreSlowedDown',
  family: 'platform',
  loss: 'The table throttles: requests, purchases and changes are slow or fail.',
};

/** The key was disabled, or its deletion scheduled. */
export const KEY_IN_DANGER: Loss = {
  id: 'SecretsAreLocked',
  family: 'platform',
  loss: "The key for every tenant's credentials is being disabled or deleted.",
};
