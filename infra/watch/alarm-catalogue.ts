import type { QueueName } from '../../lib/footprint.ts';

/** What people lose when a part fails. An alarm is named after the loss, not the part; the sentence is its description. */
export interface Loss {
  readonly id: string;
  readonly loss: string;
  /** The runbook page, if several alarms share one; by default it is named after the alarm. */
  readonly page?: string;
  /** One tenant loses it, by its own settings or accounts, and only with that tenant can it be mended. */
  readonly ofOneTenant?: true;
}

/** Messages in dead-letter queues. */
export const DEAD_LETTERS: Readonly<Record<QueueName, Loss>> = {
  deliveries: {
    id: 'TenantsMissEvents',
    loss: 'An event was not delivered to its tenant; the sweep will send it again.',
  },
  reconciliation: {
    id: 'RenewalsNotRecorded',
    loss: 'A renewal or failed charge reported by the provider was not recorded.',
  },
  invoicing: { id: 'InvoicesNotIssued', loss: 'A customer who paid gets no e-archive invoice.' },
  'slow-deliveries': {
    id: 'SlowTenantsMissEvents',
    loss: 'An event was not delivered to a tenant whose receiver is slow; the sweep will send it again.',
  },
  sweeps: {
    id: 'DueWorkSkipped',
    loss: 'A sweep of one kind and shard failed repeatedly; the next minute sweeps it again.',
  },
};

/** Queues with a backlog; `minutes` is how long a message may wait. */
export const BACKLOG: Readonly<Record<QueueName, Loss & { readonly minutes: number }>> = {
  deliveries: { id: 'TenantsGetEventsLate', loss: 'Tenants receive events minutes late.', minutes: 5 },
  reconciliation: {
    id: 'RenewalsRecordedLate',
    loss: 'Renewals are recorded minutes late.',
    minutes: 10,
  },
  invoicing: { id: 'InvoicesIssuedLate', loss: 'Customers who paid wait for their invoice.', minutes: 60 },
  'slow-deliveries': {
    id: 'SlowTenantsGetEventsLate',
    loss: 'Tenants with slow receivers receive events half an hour late.',
    minutes: 30,
  },
  sweeps: {
    id: 'DueWorkIsLate',
    loss: 'Unknown charges, ends of access and missed webhooks are processed minutes late.',
    minutes: 5,
  },
};

/**
 * Functions that handle money, consume queues or run on a schedule: a single crash, time-out or throttle pages
 * somebody. A nightly function runs too rarely for an error rate.
 */
const FAILING: Readonly<Record<string, Loss>> = {
  'checkout/initialize': { id: 'BuyersCannotStart', loss: 'Buyers cannot open the payment form.' },
  'checkout/initialize-direct': {
    id: 'DirectPaymentsUncertain',
    loss: 'A buyer may have been charged without an answer; the sweep looks it up.',
  },
  'checkout/callback': {
    id: 'BuyersWhoPaidAreStranded',
    loss: 'Buyers who paid are not redirected to the shop; the sweep records their purchase within minutes.',
  },
  'subscribers/change-plan': {
    id: 'PlanChangesUncertain',
    loss: 'A plan change may be made at the provider but not recorded here.',
  },
  'subscribers/cancel': {
    id: 'SubscribersCannotCancel',
    loss: 'Subscribers cannot cancel and continue to pay.',
  },
  'subscribers/undo-cancel': {
    id: 'SubscribersCannotUndoCancel',
    loss: 'Subscribers cannot undo a cancellation and lose their subscription.',
  },
  'notifications/receive': {
    id: 'NotificationsRefused',
    loss: "The provider's notifications are refused; reconciliation learns of charges hours later.",
  },
  'reconciliation/run': {
    id: 'RenewalsFailToRecord',
    loss: 'Renewals and failed charges wait to be recorded.',
  },
  'webhooks/deliver': { id: 'DeliveriesFail', loss: 'Events wait to be delivered.' },
  'webhooks/deliver-slow': {
    id: 'SlowDeliveriesFail',
    loss: 'Events wait to be delivered to slow receivers.',
    page: 'deliveries-fail',
  },
  'invoicing/issue': { id: 'InvoicesFailToIssue', loss: 'Invoices wait to be issued.' },
  'sweep/start': {
    id: 'SweepsNotStarted',
    loss: 'Sweeps are not started: unfinished purchases and lost messages wait.',
  },
  'sweep/run': {
    id: 'SweepsFail',
    loss: 'Sweeps fail: unfinished purchases and lost messages wait.',
  },
  'comparison/start': {
    id: 'ComparisonsNotStarted',
    loss: "Tonight's comparison with the payment provider does not start.",
    page: 'comparisons-not-run',
  },
};

/** Whether a single failure of the function pages somebody. */
export function isUrgent(name: string): boolean {
  return name in FAILING;
}

/** What people lose when a function's code fails. */
export function failing(name: string): Loss {
  const title = name.replaceAll(/(^|[/-])(\w)/g, (_, _mark, letter: string) => letter.toUpperCase());
  return (
    FAILING[name] ?? {
      id: `${title}Fails`,
      loss: `Callers of ${name} get errors.`,
      page: 'a-function-fails',
    }
  );
}

/** What is not done when a scheduled function does not run. */
export const ROUNDS_ABSENT: Readonly<Record<'schedule' | 'nightly', Loss>> = {
  schedule: {
    id: 'SweepsNotRunning',
    loss: 'The sweep has not run: unknown charges, ends of access and missed webhooks are not processed.',
  },
  nightly: {
    id: 'ComparisonsNotRun',
    loss: "Last night's comparison with the payment provider did not run.",
  },
};

/** The API answers too many server errors. */
export const API_FAILS: Loss = { id: 'TenantsGetErrors', loss: 'Tenants get server errors.' };

/** API Gateway refuses requests over the limits of the stage or of its account, before any function sees them. */
export const API_THROTTLES: Loss & { readonly requests: number } = {
  id: 'CallersAreTurnedAway',
  loss: 'More is asked than the stage lets through: API Gateway answers buyers and tenants 429.',
  requests: 100,
};

/** The certificate of the stage's domain was not renewed, which ACM begins 60 days before its end. */
export const CERTIFICATE_EXPIRES: Loss & { readonly days: number } = {
  id: 'CertificateExpires',
  loss: 'In twenty days or less nobody can reach the API: the certificate of its domain expires.',
  days: 20,
};

/** The other certificate of a stage with a firewall: that of CloudFront, which callers see. */
export const FIREWALL_CERTIFICATE_EXPIRES: Loss & { readonly days: number } = {
  ...CERTIFICATE_EXPIRES,
  id: 'FirewallCertificateExpires',
  loss: 'In twenty days or less nobody can reach the API: the certificate of the firewall expires.',
  page: 'certificate-expires',
};

/** The firewall refuses more than a few direct checkouts in five minutes. */
export const FIREWALL_BLOCKS: Loss & { readonly requests: number } = {
  id: 'DirectCheckoutsBlocked',
  loss: 'The firewall refuses direct checkouts: somebody tests cards, or a shop sells more than an address may.',
  requests: 100,
};

/** The table, or one of its indexes, throttles requests. */
export const TABLE_THROTTLES: Readonly<Record<'Read' | 'Write', Loss>> = {
  Read: { id: 'TenantsAreSlowedDown', loss: 'The table throttles reads: requests are slow or fail.' },
  Write: {
    id: 'ChangesAreSlowedDown',
    loss: 'The table throttles writes: purchases and changes are slow or fail.',
    page: 'tenants-are-slowed-down',
  },
};

/** The key was disabled, or its deletion scheduled. */
export const KEY_IN_DANGER: Loss = {
  id: 'SecretsAreLocked',
  loss: "The key for every tenant's credentials is being disabled or deleted.",
};
