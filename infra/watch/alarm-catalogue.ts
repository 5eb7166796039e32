import type { QueueName } from '../../lib/footprint.ts';

/** What people lose when a part fails. An alarm is named after the loss, not the part; the sentence is its description. */
export interface Loss {
  readonly id: string;
  readonly loss: string;
  /** The runbook page, if several alarms share one; by default it is named after the alarm. */
  readonly page?: string;
}

/** Messages in dead-letter queues. */
export const DEAD_LETTERS: Readonly<Record<QueueName, Loss>> = {
  deliveries: {
    id: 'TenantsNeverHear',
    loss: 'An event was not delivered to its tenant; the sweep will send it again.',
  },
  reconciliation: {
    id: 'RenewalsGoUnrecorded',
    loss: 'A renewal or a failed charge that the provider told us of was not recorded.',
  },
  invoicing: { id: 'InvoicesNeverIssued', loss: 'A customer who paid gets no e-archive invoice.' },
  'slow-deliveries': {
    id: 'SlowTenantsNeverHear',
    loss: 'An event was not delivered to a tenant whose receiver is slow; the sweep will send it again.',
  },
  sweeps: {
    id: 'DueThingsPassedOver',
    loss: 'A share of what is due was given up for its minute; the next minute takes it up again.',
  },
};

/** Queues with a backlog; `minutes` is how long a message may wait. */
export const BACKLOG: Readonly<Record<QueueName, Loss & { readonly minutes: number }>> = {
  deliveries: { id: 'TenantsHearLate', loss: 'Tenants hear of events minutes late.', minutes: 5 },
  reconciliation: {
    id: 'RenewalsRecordedLate',
    loss: 'Subscribers who renewed still look as if they had not.',
    minutes: 10,
  },
  invoicing: { id: 'InvoicesIssuedLate', loss: 'Customers who paid wait for their invoice.', minutes: 60 },
  'slow-deliveries': {
    id: 'SlowTenantsHearLate',
    loss: 'Tenants whose receivers are slow hear of events half an hour late.',
    minutes: 30,
  },
  sweeps: {
    id: 'DueThingsHappenLate',
    loss: 'Unknown charges, ends of access and missed webhooks are taken up minutes late.',
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
    loss: 'Buyers who paid are not led back to the shop; the sweep records their purchase within minutes.',
  },
  'subscribers/change-plan': {
    id: 'PlanChangesUncertain',
    loss: 'A plan change may be done at the provider and not recorded with us.',
  },
  'subscribers/cancel': {
    id: 'SubscribersCannotCancel',
    loss: 'Subscribers who want to leave go on paying.',
  },
  'subscribers/undo-cancel': {
    id: 'SubscribersCannotStay',
    loss: 'Subscribers who changed their mind lose their subscription.',
  },
  'notifications/receive': {
    id: 'ProviderIsNotHeard',
    loss: "The provider's news of renewals is refused; we learn it by looking, hours later.",
  },
  'reconciliation/run': {
    id: 'RenewalsFailToRecord',
    loss: 'Renewals and failed charges wait to be recorded.',
  },
  'webhooks/deliver': { id: 'DeliveriesFail', loss: 'Tenants wait to hear of events.' },
  'webhooks/deliver-slow': {
    id: 'SlowDeliveriesFail',
    loss: 'Tenants with slow receivers wait to hear of events.',
    page: 'deliveries-fail',
  },
  'invoicing/issue': { id: 'InvoicesFailToIssue', loss: 'Invoices wait to be issued.' },
  'sweep/start': {
    id: 'SweepsNotStarted',
    loss: 'Unfinished purchases and lost messages wait for a sweep that is not started.',
  },
  'sweep/run': {
    id: 'NobodyTidiesUp',
    loss: 'Unfinished purchases and lost messages wait for a sweep that fails.',
  },
  'comparison/start': {
    id: 'ComparisonsNotStarted',
    loss: 'What we and the payment provider do not agree on is not looked for tonight.',
    page: 'nobody-compares',
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
      loss: `Those who call ${name} get errors instead of answers.`,
      page: 'a-function-fails',
    }
  );
}

/** What is not done when a scheduled function does not run. */
export const ROUNDS_ABSENT: Readonly<Record<'schedule' | 'nightly', Loss>> = {
  schedule: {
    id: 'NothingDueHappens',
    loss: 'The sweep has not run: unknown charges, ends of access and missed webhooks are left as they are.',
  },
  nightly: {
    id: 'NobodyCompares',
    loss: 'What we and the payment provider do not agree on was not looked for last night.',
  },
};

/** The API answers too many server errors. */
export const API_FAILS: Loss = { id: 'TenantsGetErrors', loss: 'Tenants get errors instead of answers.' };

/** The table, or one of its indexes, throttles requests. */
export const TABLE_THROTTLES: Readonly<Record<'Read' | 'Write', Loss>> = {
  Read: { id: 'TenantsAreSlowedDown', loss: 'The table turns reads away: answers are slow or fail.' },
  Write: {
    id: 'ChangesAreSlowedDown',
    loss: 'The table turns writes away: purchases and changes are slow or fail.',
    page: 'tenants-are-slowed-down',
  },
};

/** The key was disabled, or its deletion scheduled. */
export const KEY_IN_DANGER: Loss = {
  id: 'SecretsAreLocked',
  loss: "The key that opens every tenant's credentials is being disabled or deleted.",
};
