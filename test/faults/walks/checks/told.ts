import type { Shown, ShownSubscription } from '../mailbox.ts';

/** What a message is held against: what was answered of its subscription in the moment it was handed over, and of its text. */
export interface Held {
  readonly one: ShownSubscription;
  readonly at: number;
  /** Its subject and its text, with plain spaces. */
  readonly text: string;
  readonly day: (at: unknown) => string;
  readonly sum: (of: Shown) => string;
}

/** What of a message contradicts the answers of its moment; shares no code with the product. */
type Model = (held: Held) => readonly string[];

const hasEnded = ({ one: { data } }: Held) =>
  ['CANCELLED', 'EXPIRED'].includes(String(data.subscriptionStatus));
const isCancelled = ({ one: { data } }: Held) => data.cancelledAt !== null;
const when = (wrong: boolean, what: string) => (wrong ? [what] : []);
const says = ({ text }: Held, ...words: readonly string[]) =>
  words.flatMap((word) => when(!text.includes(word), `does not say ${word}`));
const timeOf = (at: unknown) => (typeof at === 'string' ? Date.parse(at) : NaN);

/** Something is owed, and nothing that the customer has done makes it pointless. */
const owed: Model = (held) => [
  ...when(
    held.one.data.subscriptionStatus !== 'PAYMENT_FAILED',
    `nothing has failed: ${String(held.one.data.subscriptionStatus)}`,
  ),
  ...when(isCancelled(held), 'it is cancelled'),
];

const recoveryOf = ({ one: { data } }: Held) => (data.recovery ?? {}) as Shown;

const ahead: Model = (held) => {
  const { data } = held.one;
  const next = data.nextPaymentAt;
  return [
    ...when(hasEnded(held), 'it has ended'),
    ...when(isCancelled(held), 'it is cancelled'),
    ...when(!(timeOf(next) > held.at), `nothing is charged from now on: ${String(next)}`),
    ...(next === null ? [] : says(held, held.day(next))),
  ];
};

/** The invoice that a message names by its number. */
const named = ({ one: { invoices }, text }: Held) =>
  invoices.find(({ invoiceNumber }) => text.includes(String(invoiceNumber)));

/** What must be so in the moment a message of a kind is handed over. */
export const MODELS: Readonly<Record<string, Model>> = {
  payment_failed: (held) => {
    const { nextAttemptAt } = recoveryOf(held);
    const { graceEndsAt, inGracePeriod } = held.one.data;
    return [
      ...owed(held),
      ...(typeof nextAttemptAt === 'string' ? says(held, held.day(nextAttemptAt)) : []),
      ...(inGracePeriod === true ? says(held, held.day(graceEndsAt)) : []),
      ...when(
        !held.one.invoices.some(
          (invoice) => invoice.status !== 'PAID' && held.text.includes(held.sum(invoice)),
        ),
        'names no sum that is owed',
      ),
    ];
  },
  last_attempt: (held) => {
    const { nextAttemptAt } = recoveryOf(held);
    return [
      ...owed(held),
      ...when(!(timeOf(nextAttemptAt) > held.at), `no try is to come: ${String(nextAttemptAt)}`),
      ...(typeof nextAttemptAt === 'string' ? says(held, held.day(nextAttemptAt)) : []),
    ];
  },
  payment_recovered: (held) => {
    const paid = held.one.invoices.filter(({ status }) => status !== 'PENDING' && status !== 'FAILED');
    return [
      ...when(hasEnded(held), 'it has ended'),
      ...when(held.one.data.subscriptionStatus === 'PAYMENT_FAILED', 'it is unpaid'),
      ...when(
        !paid.some(
          (invoice) => held.text.includes(held.sum(invoice)) && held.text.includes(held.day(invoice.date)),
        ),
        'names nothing that was paid',
      ),
    ];
  },
  renewal_ahead: ahead,
  trial_ending: ahead,
  cancelled: (held) => {
    const { accessUntil, providerTold } = held.one.data;
    return [
      ...when(!isCancelled(held), 'it is not cancelled'),
      ...(typeof accessUntil === 'string' && isCancelled(held) ? says(held, held.day(accessUntil)) : []),
      ...when(
        providerTold === true && /henüz durdurulmadı|have not been stopped/.test(held.text),
        'the provider was told',
      ),
    ];
  },
  undone: (held) => {
    const { nextPaymentAt } = held.one.data;
    return [
      ...when(isCancelled(held), 'it is cancelled'),
      ...when(hasEnded(held), 'it has ended'),
      ...(typeof nextPaymentAt === 'string' ? says(held, held.day(nextPaymentAt)) : []),
    ];
  },
  invoice_ready: (held) => {
    const invoice = named(held);
    if (!invoice) return ['names no invoice'];
    return [
      ...when(
        !['PAID', 'REFUNDED'].includes(String(invoice.status)),
        `its invoice is ${String(invoice.status)}`,
      ),
      ...when(invoice.pdfStatus !== 'ready', `its document is ${String(invoice.pdfStatus)}`),
      ...says(held, held.sum(invoice)),
    ];
  },
  refunded: (held) => {
    const made = held.one.refunds.filter(
      ({ state, invoice }) =>
        state === 'SUCCEEDED' && held.text.includes(String((invoice as Shown).invoiceNumber)),
    );
    return when(
      !made.some((refund) => held.text.includes(held.sum(refund))),
      'names no money that was given back',
    );
  },
};
