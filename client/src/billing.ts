import { accessReader } from './access.ts';
import { OPERATIONS, type Operations } from './generated.ts';
import { eachItem, eachNumbered, eachOfFeed } from './lists.ts';
import type { CallInput, LocalInput, LocalName } from './names.ts';
import { sender, type OperationName, type Send } from './send.ts';
import type { CallOptions, Settings } from './settings.ts';

type Input<Name extends OperationName> = CallInput<Name>;
type Filters<Name extends OperationName> = Input<Name> extends infer Given ? WithoutPage<Given> : never;
type WithoutPage<Given> = Given extends unknown
  ? Omit<Given, 'limit' | 'starting_after' | 'ending_before'>
  : never;

/** An operation as a function. What it takes may be left out where nothing of it is needed. */
type Call<Name extends OperationName> =
  object extends Input<Name>
    ? (input?: Input<Name>, options?: CallOptions) => Promise<Operations[Name]['answer']>
    : (input: Input<Name>, options?: CallOptions) => Promise<Operations[Name]['answer']>;

/** The operations of a part of the API, by their names there: `subscribersChangePlan` is `subscribers.changePlan`. */
type Part<Name extends string> = {
  readonly [
    Operation in OperationName as Operation extends `${Name}${infer Own}`
      ? Own extends Capitalize<Own>
        ? Uncapitalize<Own>
        : never
      : never
  ]: Call<Operation>;
};

/** The client: every operation of the API as a method. */
export type Billing = ReturnType<typeof billing>;

/**
 * A client of the subscription billing API. Inputs and answers have the wire's own names; what a call is about may also be
 * named in a friendly way (`svcId`, `payReference`). Every call throws BillingRefusal where the service says no, and
 * BillingUnreachable where no answer came.
 */
export function billing(settings: Settings) {
  const send = sender(settings);
  return {
    plans: plans(send),
    /** Whether a person may use what was subscribed to; answered from memory while the service does not answer. */
    access: accessReader(send, settings.now ?? Date.now),
    checkout: part(send, 'checkout'),
    subscribers: subscribers(send),
    invoices: invoices(send),
    portal: part(send, 'portal'),
    events: events(send),
    /** What was sent to customers and people, and why something was not. */
    messages: messages(send),
    reports: reports(send),
    account: part(send, 'account'),
  };
}

/** Every operation of a part as a function of what it takes and how it is to be called. */
function part<Name extends string>(send: Send, name: Name): Part<Name> {
  const own = (Object.keys(OPERATIONS) as OperationName[]).filter(
    (operation) => operation.startsWith(name) && /^[A-Z]/.test(operation.slice(name.length)),
  );
  const calls = own.map((operation) => [
    operation.charAt(name.length).toLowerCase() + operation.slice(name.length + 1),
    (input?: object, options?: CallOptions) => send(operation, input, options),
  ]);
  return Object.fromEntries(calls) as Part<Name>;
}

/** A change in our records alone: the payment provider is not told and goes on charging as before. */
const recordsOnly =
  (send: Send) =>
  <Name extends LocalName>(name: Name) =>
  (input: LocalInput<Name>, options?: CallOptions): Promise<Operations[Name]['answer']> =>
    send(name, input, options);

const idOf = ({ id }: { readonly id: string }) => id;

function plans(send: Send) {
  return {
    ...part(send, 'plans'),
    /** Every active plan. */
    each: (filters: Omit<Input<'plansList'>, 'page' | 'pageSize'> = {}) =>
      eachNumbered((page) => send('plansList', { ...filters, ...page })),
  };
}

function subscribers(send: Send) {
  return {
    ...part(send, 'subscribers'),
    /** In our records alone: the payment provider goes on charging for the old plan. */
    changePlanInOurRecordsOnly: recordsOnly(send)('subscribersChangePlan'),
    /** In our records alone: the payment provider goes on charging. */
    cancelInOurRecordsOnly: recordsOnly(send)('subscribersCancel'),
    /** In our records alone. */
    correctCustomerInOurRecordsOnly: recordsOnly(send)('subscribersCorrectCustomer'),
    /** In our records alone. */
    undoCancelInOurRecordsOnly: recordsOnly(send)('subscribersUndoCancel'),
    /** Every subscriber that the filters let through. */
    each: (filters: Filters<'subscribersList'> = {}) =>
      eachItem((page) => send('subscribersList', { ...filters, ...page }), idOf),
    /** Every invoice of a subscriber. */
    eachInvoice: (subscriber: Filters<'subscribersInvoices'>) =>
      eachItem((page) => send('subscribersInvoices', { ...subscriber, ...page }), idOf),
    /** Everything that happened to a subscriber. */
    eachHappening: (subscriber: Filters<'subscribersTimeline'>) =>
      eachItem((page) => send('subscribersTimeline', { ...subscriber, ...page }), idOf),
  };
}

function invoices(send: Send) {
  return {
    ...part(send, 'invoices'),
    /** Every refund that the filters let through. */
    eachRefund: (filters: Filters<'invoicesRefunds'> = {}) =>
      eachItem((page) => send('invoicesRefunds', { ...filters, ...page }), idOf),
  };
}

function events(send: Send) {
  return {
    ...part(send, 'events'),
    /** Every event that the filters let through. */
    each: (filters: Filters<'eventsList'> = {}) =>
      eachItem(
        (page) => send('eventsList', { ...filters, ...page }),
        ({ eventId }) => eventId,
      ),
    /** Every event after the one whose id is given, oldest first, up to now; from the oldest kept without one. */
    eachAfter: (eventId?: string) => eachOfFeed((page) => send('eventsFeed', page), eventId),
  };
}

function messages(send: Send) {
  return {
    ...part(send, 'messages'),
    /** Every message that the filters let through. */
    each: (filters: Filters<'messagesList'> = {}) =>
      eachItem((page) => send('messagesList', { ...filters, ...page }), idOf),
  };
}

function reports(send: Send) {
  return {
    ...part(send, 'reports'),
    /** Everything that we and the payment provider do not agree on. */
    eachDifference: (filters: Filters<'reportsDifferences'> = {}) =>
      eachItem((page) => send('reportsDifferences', { ...filters, ...page }), idOf),
  };
}
