import type { MetricName } from '../../lib/runtime/metrics.ts';
import type { Loss } from './alarm-catalogue.ts';

/** What one of our metrics means, and its alarm threshold. */
export interface Measured extends Loss {
  readonly metric: MetricName;
  /** In the metric's own unit, over `minutes`. */
  readonly reaches: number;
  /** Default five. A longer period makes a persistent problem page once. */
  readonly minutes?: number;
  /** Uses the maximum, for metrics that are not counts. */
  readonly largest?: true;
}

/** The oldest permitted due item, ms. */
const OLDEST_MAX = 10 * 60_000;

const MONEY: readonly Omit<Measured, 'family'>[] = [
  {
    id: 'ChargesAmbiguous',
    metric: 'AmbiguousCharge',
    reaches: 1,
    loss: 'A charge matches more than one purchase; a person has to decide.',
  },
  {
    id: 'ChargesAfterCancellation',
    metric: 'ChargesAfterCancellation',
    reaches: 1,
    loss: 'A customer was charged after cancelling.',
  },
  {
    id: 'RecordsDisagreeWithProvider',
    metric: 'DifferencesFound',
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
    metric: 'NotificationsDropped',
    reaches: 1,
    minutes: 60,
    loss: 'Notifications named subscriptions that stayed unknown for a day, or a thousand of them wait already.',
    ofOneTenant: true,
  },
  {
    id: 'MoneyWaits',
    metric: 'OldestMoneyDueAge',
    reaches: OLDEST_MAX,
    largest: true,
    loss: 'Charges of unknown outcome, purchases, ends of access, renewals or comparisons have been due for ten minutes.',
  },
];

const BUYERS: readonly Omit<Measured, 'family'>[] = [
  {
    id: 'ProviderRefusesTenants',
    metric: 'PayAccountRefused',
    reaches: 1,
    loss: "The payment provider refuses a tenant's account: nobody can buy, and renewals are not recorded.",
    ofOneTenant: true,
  },
  {
    id: 'ProviderRefusesManyTenants',
    metric: 'PayAccountRefused',
    reaches: 5,
    loss: 'The payment provider refuses several tenants at once: nobody can buy there, and renewals are not recorded.',
  },
  {
    id: 'ProviderIsSilent',
    metric: 'PayAccountSilent',
    reaches: 1,
    minutes: 60,
    loss: 'The payment provider does not answer for a tenant: nobody can buy there.',
  },
  {
    id: 'CardsAreTried',
    metric: 'CardFormsExhausted',
    reaches: 10,
    minutes: 60,
    loss: "Ten more card forms were asked for than a subscription may have: somebody tries cards at a tenant's, or its page asks in a loop.",
    ofOneTenant: true,
  },
];

const EVENTS: readonly Omit<Measured, 'family'>[] = [
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
    metric: 'EventsExhausted',
    reaches: 100,
    minutes: 60,
    loss: 'No attempt to deliver a hundred events succeeded: a large tenant does not learn of its sales, or none does.',
  },
  {
    id: 'EventsWait',
    metric: 'OldestEventDueAge',
    reaches: OLDEST_MAX,
    largest: true,
    loss: 'Events that need another attempt have been due for ten minutes.',
  },
];

const DOCUMENTS: readonly Omit<Measured, 'family'>[] = [
  {
    id: 'InvoicesCannotBeMade',
    metric: 'DocumentsFailed',
    reaches: 1,
    loss: 'A paid invoice cannot get its document until the cause is removed.',
    ofOneTenant: true,
  },
  {
    id: 'ManyInvoicesCannotBeMade',
    metric: 'DocumentsFailed',
    reaches: 50,
    minutes: 60,
    loss: 'Fifty paid invoices cannot get their documents: those of a large tenant, or of all.',
  },
  {
    id: 'InvoicesWaitForDays',
    metric: 'DocumentsLate',
    reaches: 1,
    loss: 'A customer who paid more than a day ago has no invoice document yet.',
  },
  {
    id: 'InvoicesWaitForTheirTenant',
    metric: 'DocumentsLateByTenant',
    reaches: 1,
    loss: "The invoicing provider refuses a tenant's account, or takes less than the tenant sells: customers who paid more than a day ago have no invoice document.",
    ofOneTenant: true,
  },
  {
    id: 'DocumentsWait',
    metric: 'OldestDocumentDueAge',
    reaches: OLDEST_MAX,
    largest: true,
    loss: 'Paid invoices have waited for their documents ten minutes longer than they should.',
  },
];

const PLATFORM: readonly Omit<Measured, 'family'>[] = [
  {
    id: 'WorkCannotBeRead',
    metric: 'Unreadable',
    reaches: 1,
    minutes: 60,
    loss: 'A record, a due item or a message is of a form that the running code does not know, and is passed over.',
  },
  {
    id: 'DueWorkOutgrowsTheSweep',
    metric: 'SweepOutOfTime',
    reaches: 10,
    loss: 'More is due than the sweep can hand out: charges, ends of access and webhooks are late.',
  },
];

/** Every alarm on our own metrics, but that on crashes, which a release watches. */
export const MEASURED_LOSSES: readonly Measured[] = [
  ...MONEY.map((loss) => ({ ...loss, family: 'money' as const })),
  ...BUYERS.map((loss) => ({ ...loss, family: 'buyers' as const })),
  ...EVENTS.map((loss) => ({ ...loss, family: 'events' as const })),
  ...DOCUMENTS.map((loss) => ({ ...loss, family: 'documents' as const })),
  ...PLATFORM.map((loss) => ({ ...loss, family: 'platform' as const })),
];
