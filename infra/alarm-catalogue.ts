import type { FunctionName } from './functions.ts';
import type { QueueName } from '../lib/routes.ts';

/**
 * What people lose when a part stands still. An alarm is named after the loss, not after the part; CloudFormation
 * makes its name from the id, the sentence is its description.
 */
interface Loss {
  readonly id: string;
  readonly loss: string;
}

/** Messages that nobody will try again. */
export const DEAD_LETTERS: Readonly<Record<QueueName, Loss>> = {
  deliveries: {
    id: 'TenantsNeverHear',
    loss: 'A tenant was never told of an event; the sweep will send it again.',
  },
  reconciliation: {
    id: 'RenewalsGoUnrecorded',
    loss: 'A renewal or a failed charge that the provider told us of was not recorded.',
  },
  invoicing: { id: 'InvoicesNeverIssued', loss: 'A customer who paid gets no e-archive invoice.' },
  'slow-deliveries': {
    id: 'SlowTenantsNeverHear',
    loss: 'A tenant with a slow receiver was never told of an event; the sweep will send it again.',
  },
  sweeps: { id: 'DueThingsPassedOver', loss: 'A part of what is due cannot be read; it waits for a person.' },
};

/** Messages that wait; minutes are how long one may. */
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
    loss: 'Tenants with slow receivers hear of events later than their own slowness explains.',
    minutes: 30,
  },
  sweeps: {
    id: 'DueThingsHappenLate',
    loss: 'Unknown charges, ends of access and missed webhooks wait minutes for their turn.',
    minutes: 3,
  },
};

/** Functions that handle money: one crash, time-out or throttle of these is worth waking somebody. */
export const FAILING = {
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
  'invoicing/issue': { id: 'InvoicesFailToIssue', loss: 'Invoices wait to be issued.' },
  'sweep/start': {
    id: 'SweepsNotStarted',
    loss: 'Unfinished purchases and lost messages wait for a sweep that is not started.',
  },
  'sweep/run': {
    id: 'NobodyTidiesUp',
    loss: 'Unfinished purchases and lost messages wait for a sweep that fails.',
  },
} as const satisfies Readonly<Partial<Record<FunctionName, Loss>>>;

/** Error lines in the logs of work that nobody waits for: things that no further try will settle. */
export const MANUAL_ACTION = {
  'sweep/run': {
    id: 'DueThingsNobodyCanRead',
    loss: 'Something that is due makes no sense to the sweep, or a queue did not take its message.',
  },
  'reconciliation/run': {
    id: 'RenewalsNobodyCanPlace',
    loss: "The provider's news is about a subscription or a plan that we do not know.",
  },
} as const satisfies Readonly<Partial<Record<FunctionName, Loss>>>;

export const SWEEP_ABSENT: Loss = {
  id: 'NothingDueHappens',
  loss: 'The sweep has not run: unknown charges, ends of access and missed webhooks are left as they are.',
};

export const API_FAILS: Loss = { id: 'TenantsGetErrors', loss: 'Tenants get errors instead of answers.' };

export const TABLE_THROTTLES: Loss = {
  id: 'TenantsAreSlowedDown',
  loss: 'The table turns requests away: answers are slow or fail.',
};
