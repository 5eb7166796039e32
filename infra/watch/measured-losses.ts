import type { MetricName } from '../../lib/runtime/metrics.ts';
import type { Loss } from './alarm-catalogue.ts';
import { DUE_WORK_WAITS } from './due-work-waits.ts';

/** What one of our metrics means, and its alarm threshold. */
export interface Measured extends Loss {
  readonly metric: MetricName;
  /** Counts only this value of the metric's dimension; by default all. */
  readonly of?: string;
  /** Counts all values but these, which have alarms of their own. */
  readonly except?: readonly string[];
  /** In the metric's own unit, over `minutes`. */
  readonly reaches: number;
  /** Default five. A longer period makes a persistent problem page once. */
  readonly minutes?: number;
  /** Uses the maximum, for metrics that are not counts. */
  readonly largest?: true;
}

/** What a tenant's late documents wait for where its own account at the invoicing provider is the cause. */
const TENANTS_WAITS = {
  credentials: {
    id: 'InvoicesWaitForCredentials',
    loss: "The invoicing provider refuses a tenant's account: customers who paid more than a day ago have no invoice document.",
  },
  rateLimited: {
    id: 'InvoicesWaitForTheirTurn',
    loss: 'A tenant sells more than its invoicing provider takes: customers who paid more than a day ago have no invoice document.',
  },
} satisfies Readonly<Record<string, Loss>>;

/** Problems that no retry will solve, and losses by design. */
const LOST: readonly Measured[] = [
  {
    id: 'ChargesAmbiguous',
    metric: 'AmbiguousCharge',
    reaches: 1,
    loss: 'A charge matches more than one purchase; a person has to decide.',
  },
  {
    id: 'ChargesAfterCancellation',
    metric: 'DifferencesFound',
    of: 'charged_after_cancellation',
    reaches: 1,
    loss: 'A customer was charged after cancelling.',
  },
  {
    id: 'RecordsDisagreeWithProvider',
    metric: 'DifferencesFound',
    except: ['charged_after_cancellation'],
    reaches: 1,
    minutes: 60,
    loss: "Our records and the payment provider's do not agree: somebody may pay for nothing, or get what nobody pays for.",
    ofOneTenant: true,
  },
  {
    id: 'OutcomesStayUnknown',
    metric: 'OutcomesUnknown',
    reaches: 1,
    loss: 'The outcome of a charge has been unknown for a quarter of an hour, or that of a payment form for a day.',
  },
  {
    id: 'RecordsOfAnotherAccount',
    metric: 'OtherAccountAsked',
    reaches: 1,
    minutes: 60,
    loss: 'What belongs to a former merchant account of a tenant cannot be read at the present one: what is charged or paid there is not recorded.',
    ofOneTenant: true,
  },
  {
    id: 'NotificationsUnmatched',
    metric: 'NotificationsGivenUp',
    reaches: 1,
    loss: 'A notification named a subscription that stayed unknown for a day.',
    ofOneTenant: true,
  },
  {
    id: 'NotificationsNotKept',
    metric: 'NotificationsNotDeferred',
    reaches: 1,
    minutes: 60,
    loss: "A tenant's notifications are dropped: a thousand about unknown subscriptions are already deferred.",
    ofOneTenant: true,
  },
  {
    id: 'EventsNotAccepted',
    metric: 'EventsExhausted',
    reaches: 1,
    minutes: 60,
    loss: 'All eleven attempts to deliver an event failed; it can be replayed.',
    ofOneTenant: true,
  },
  {
    id: 'ManyEventsNotAccepted',
    page: 'events-not-accepted',
    metric: 'EventsExhausted',
    reaches: 100,
    minutes: 60,
    loss: 'No attempt to deliver a hundred events succeeded: a large tenant does not learn of its sales, or none does.',
  },
  {
    id: 'ReceiversAreSlow',
    metric: 'EndpointsSlow',
    reaches: 5,
    loss: 'Several receivers became slow at once: they time out, or our network does.',
  },
  {
    id: 'MessagesUnknown',
    metric: 'UnknownMessage',
    reaches: 1,
    loss: 'Messages of a kind unknown to the running code are not processed.',
  },
  {
    id: 'DueItemsUnreadable',
    metric: 'SweepUnreadable',
    reaches: 1,
    loss: 'A due item cannot be read or processed; it is retried with delays of up to hours.',
  },
  {
    id: 'RecordsCannotBeRead',
    metric: 'RecordsUnreadable',
    reaches: 1,
    minutes: 60,
    loss: 'A record cannot be read and is not compared with the provider.',
  },
  {
    id: 'DueWorkOutgrowsTheSweep',
    metric: 'SweepOutOfTime',
    reaches: 10,
    loss: 'More is due than the sweep can hand out: charges, ends of access and webhooks are late.',
  },
  {
    id: 'ProviderRefusesTenants',
    metric: 'PayAccountMarked',
    of: 'refused',
    reaches: 1,
    loss: "The payment provider refuses a tenant's account: nobody can buy, and renewals are not recorded.",
    ofOneTenant: true,
  },
  {
    id: 'ProviderRefusesManyTenants',
    page: 'provider-refuses-tenants',
    metric: 'PayAccountMarked',
    of: 'refused',
    reaches: 5,
    loss: 'The payment provider refuses several tenants at once: nobody can buy there, and renewals are not recorded.',
  },
  {
    id: 'ProviderIsSilent',
    metric: 'PayAccountMarked',
    of: 'silent',
    reaches: 1,
    minutes: 60,
    loss: 'The payment provider does not answer for a tenant: nobody can buy there.',
  },
  {
    id: 'InvoicesCannotBeMade',
    metric: 'DocumentsFailed',
    reaches: 1,
    loss: 'A paid invoice cannot get its document until the cause is removed.',
    ofOneTenant: true,
  },
  {
    id: 'ManyInvoicesCannotBeMade',
    page: 'invoices-cannot-be-made',
    metric: 'DocumentsFailed',
    reaches: 50,
    minutes: 60,
    loss: 'Fifty paid invoices cannot get their documents: those of a large tenant, or of all.',
  },
  {
    id: 'InvoicesWaitForDays',
    metric: 'DocumentsLate',
    except: Object.keys(TENANTS_WAITS),
    reaches: 1,
    loss: 'A customer who paid more than a day ago has no invoice document yet.',
  },
  ...Object.entries(TENANTS_WAITS).map(([why, loss]): Measured => ({
    ...loss,
    page: 'invoices-wait-for-days',
    metric: 'DocumentsLate',
    of: why,
    reaches: 1,
    ofOneTenant: true,
  })),
];

/** Every alarm on our own metrics. */
export const MEASURED_LOSSES: readonly Measured[] = [...LOST, ...DUE_WORK_WAITS];
