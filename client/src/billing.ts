import type { Operations } from './generated.ts';
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

/** The client: every operation of the API as a method. */
export type Billing = ReturnType<typeof billing>;

/**
 * A client of the subscription billing API. Inputs and answers have the wire's own names; what a call is about may also be
 * named in a friendly way (`svcId`, `payReference`). Every call throws
 * BillingRefusal where the service says no, and BillingUnreachable where no answer came.
 */
export function billing(settings: Settings) {
  const send = sender(settings);
  return {
    plans: plans(send),
    checkout: checkout(send),
    subscribers: subscribers(send),
    events: events(send),
    reports: reports(send),
    account: account(send),
  };
}

/** An operation as a function of what it takes and how it is to be called. */
const calling =
  (send: Send) =>
  <Name extends OperationName>(name: Name): Call<Name> =>
  (input?: Input<Name>, options?: CallOptions) =>
    send(name, input, options);

/** A change in our records alone: the payment provider is not told and goes on charging as before. */
const recordsOnly =
  (send: Send) =>
  <Name extends LocalName>(name: Name) =>
  (input: LocalInput<Name>, options?: CallOptions): Promise<Operations[Name]['answer']> =>
    send(name, input, options);

function plans(send: Send) {
  const call = calling(send);
  return {
    list: call('plansList'),
    /** Every active plan. */
    each: (filters: Omit<Input<'plansList'>, 'page' | 'pageSize'> = {}) =>
      eachNumbered((page) => send('plansList', { ...filters, ...page })),
    sync: call('plansSync'),
  };
}

function checkout(send: Send) {
  const call = calling(send);
  return {
    initialize: call('checkoutInitialize'),
    initializeDirect: call('checkoutInitializeDirect'),
    updateCard: call('checkoutUpdateCard'),
  };
}

function subscribers(send: Send) {
  const call = calling(send);
  const idOf = ({ id }: { readonly id: string }) => id;
  return {
    check: call('subscribersCheck'),
    get: call('subscribersGet'),
    list: call('subscribersList'),
    /** Every subscriber that the filters let through. */
    each: (filters: Filters<'subscribersList'> = {}) =>
      eachItem((page) => send('subscribersList', { ...filters, ...page }), idOf),
    getCustomer: call('subscribersGetCustomer'),
    correctCustomer: call('subscribersCorrectCustomer'),
    previewChange: call('subscribersPreviewChange'),
    changePlan: call('subscribersChangePlan'),
    cancel: call('subscribersCancel'),
    undoCancel: call('subscribersUndoCancel'),
    /** In our records alone: the payment provider goes on charging for the old plan. */
    changePlanInOurRecordsOnly: recordsOnly(send)('subscribersChangePlan'),
    /** In our records alone: the payment provider goes on charging. */
    cancelInOurRecordsOnly: recordsOnly(send)('subscribersCancel'),
    /** In our records alone. */
    undoCancelInOurRecordsOnly: recordsOnly(send)('subscribersUndoCancel'),
    invoices: call('subscribersInvoices'),
    /** Every invoice of a subscriber. */
    eachInvoice: (subscriber: Filters<'subscribersInvoices'>) =>
      eachItem((page) => send('subscribersInvoices', { ...subscriber, ...page }), idOf),
    timeline: call('subscribersTimeline'),
    /** Everything that happened to a subscriber. */
    eachHappening: (subscriber: Filters<'subscribersTimeline'>) =>
      eachItem((page) => send('subscribersTimeline', { ...subscriber, ...page }), idOf),
  };
}

function events(send: Send) {
  const call = calling(send);
  return {
    list: call('eventsList'),
    /** Every event that the filters let through. */
    each: (filters: Filters<'eventsList'> = {}) =>
      eachItem(
        (page) => send('eventsList', { ...filters, ...page }),
        ({ eventId }) => eventId,
      ),
    get: call('eventsGet'),
    feed: call('eventsFeed'),
    /** Every event after the one whose id is given, oldest first, up to now; from the oldest kept without one. */
    eachAfter: (eventId?: string) => eachOfFeed((page) => send('eventsFeed', page), eventId),
    replay: call('eventsReplay'),
    replayProgress: call('eventsReplayProgress'),
  };
}

function reports(send: Send) {
  return {
    differences: calling(send)('reportsDifferences'),
    /** Everything that we and the payment provider do not agree on. */
    eachDifference: (filters: Filters<'reportsDifferences'> = {}) =>
      eachItem(
        (page) => send('reportsDifferences', { ...filters, ...page }),
        ({ id }) => id,
      ),
  };
}

function account(send: Send) {
  const call = calling(send);
  return {
    get: call('accountGet'),
    setWebhook: call('accountSetWebhook'),
    clearWebhook: call('accountClearWebhook'),
    testWebhook: call('accountTestWebhook'),
    rotateWebhookSecret: call('accountRotateWebhookSecret'),
    finishRotation: call('accountFinishRotation'),
    getBrand: call('accountGetBrand'),
    setBrand: call('accountSetBrand'),
    getPortal: call('accountGetPortal'),
    setPortal: call('accountSetPortal'),
    setChat: call('accountSetChat'),
    clearChat: call('accountClearChat'),
    listKeys: call('accountListKeys'),
    createKey: call('accountCreateKey'),
    rotateKey: call('accountRotateKey'),
    revokeKey: call('accountRevokeKey'),
  };
}
