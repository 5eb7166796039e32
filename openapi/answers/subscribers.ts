import * as z from 'zod';
import { CANCEL_REASONS } from '../../lib/billing/subscription.ts';
import { invoice } from './invoices.ts';
import { component, list, searchOn, success, SVC_IDS, time, uuid, open } from './shared.ts';
import { namedSubscriber, payReference, recovery, statusWord } from './subscription-words.ts';

const planReference = z
  .string()
  .describe("The payment provider's reference of the plan that is enjoyed now.");
const person = { email: z.string(), name: z.string(), surname: z.string() };

export const checkAnswer = component(
  'CheckAnswer',
  z.strictObject({
    status: success,
    exists: z.boolean().describe('Whether there is a customer with this e-mail.'),
    hasActiveSubscription: z.boolean().describe('ACTIVE, or PAYMENT_FAILED within grace.'),
    activeSubscriptions: z
      .number()
      .describe(
        'How many of the customer’s subscriptions have not ended: ACTIVE, PAYMENT_FAILED or PENDING.',
      ),
    data: z
      .strictObject({
        customer: z.strictObject({
          id: uuid('the customer'),
          svcId: SVC_IDS.cus,
          ...person,
        }),
        subscription: z
          .strictObject({
            id: uuid('the subscription'),
            svcId: SVC_IDS.sub,
            payReference,
            planReference,
            status: statusWord,
            createdAt: time('When it was made.'),
            graceEndsAt: time('End of the days of grace.').nullable(),
            inGracePeriod: z.boolean(),
          })
          .nullable()
          .describe(
            'Of several the one that has been live longest: active, then payment failed, then a trial that nobody has paid for, then pending; else the newest that ended.',
          ),
      })
      .nullable(),
  }),
);

export const subscriber = component(
  'Subscriber',
  z.strictObject({
    id: uuid('the subscription'),
    svcId: SVC_IDS.sub,
    payReference,
    customerReference: z.string(),
    planReference,
    nextPlanReference: z.string().nullable().describe('The plan that follows with the next period, or null.'),
    clientReferenceId: z
      .string()
      .nullable()
      .describe('The reference of the checkout that it was bought by; null where that is not known.'),
    subscriptionStatus: statusWord,
    createdAt: time('When it was made.'),
    cancelAtPeriodEnd: z.boolean(),
    cancelledAt: time('When the cancellation was requested.').nullable(),
    cancelReason: open(z.enum(CANCEL_REASONS)).nullable(),
    cancelComment: z.string().nullable(),
    accessUntil: time('Until when it is paid for.').nullable(),
    currentPeriodStart: time('Beginning of the period that is paid for.').nullable(),
    currentPeriodEnd: time('Its end.').nullable(),
    nextPaymentAt: time('When the next payment is tried; null where none will be.').nullable(),
    graceEndsAt: time('End of the days of grace.').nullable(),
    inGracePeriod: z.boolean(),
    providerTold: z
      .boolean()
      .describe(
        'False if a cancellation or plan change is in our records alone: the payment provider continues to charge as before.',
      ),
    recovery,
  }),
);

const subscriberCustomer = component(
  'Customer',
  z.strictObject({
    id: uuid('the customer'),
    ...person,
    gsmNumber: z.string().nullable().describe('E.164.'),
    externalId: z.string().nullable().describe('Your own id of the person, where you gave one.'),
  }),
);

export const subscriberAnswer = component(
  'SubscriberAnswer',
  z.strictObject({
    status: success,
    data: subscriber,
    customer: subscriberCustomer.nullable(),
    latestInvoice: invoice.nullable(),
  }),
);

export const subscribersAnswer = component(
  'SubscribersAnswer',
  z.strictObject({
    ...list(
      '/subscribers/list',
      component(
        'ListedSubscriber',
        z.strictObject({
          ...subscriber.shape,
          customer: subscriberCustomer.nullable(),
          latestInvoice: invoice.nullable(),
        }),
      ),
    ),
    next: searchOn('by e-mail'),
  }),
);

const address = z.strictObject({
  contactName: z.string(),
  country: z.string(),
  city: z.string(),
  district: z.string().optional(),
  address: z.string(),
  zipCode: z.string().optional(),
});

export const customerAnswer = component(
  'CustomerAnswer',
  z.strictObject({
    status: success,
    message: z.string().optional(),
    data: z.strictObject({
      id: uuid('the customer'),
      svcId: SVC_IDS.cus,
      subscriber: SVC_IDS.sub,
      email: z.string(),
      name: z.string(),
      surname: z.string(),
      gsmNumber: z.string().nullable(),
      externalId: z.string().nullable(),
      billingAddress: address.nullable(),
      company: z
        .strictObject({
          title: z.string(),
          taxNumber: z.string(),
          taxOffice: z.string(),
          eInvoiceAddress: z.string().optional(),
        })
        .nullable(),
    }),
  }),
);

export const eraseAnswer = component(
  'EraseAnswer',
  z.strictObject({
    status: success,
    message: z.string(),
    data: z.strictObject({
      id: uuid('the customer'),
      svcId: SVC_IDS.cus,
      subscriptions: z.number().int().describe('How many subscriptions named them.'),
      events: z.number().int().describe('How many events named them.'),
      paymentProvider: z
        .enum(['deleted', 'kept', 'none'])
        .describe(
          "What became of the payment provider's record: `kept` unless it said so, `none` where it had none.",
        ),
    }),
  }),
);

const timelineEntry = component(
  'TimelineEntry',
  z.strictObject({
    id: z.string().describe('Also the cursor.'),
    at: time('When it happened.'),
    what: z
      .string()
      .describe(
        'Such as `subscribed`, `renewed`, `payment_failed`, `plan_changed`, `cancelled`, `undone`, `ended`, `refunded`.',
      ),
    from: z.string().nullable().describe('The state before the change, if it can be named in a word.'),
    to: z.string().nullable().describe('How it stood then.'),
    reason: z.string().nullable(),
    comment: z.string().nullable(),
    cause: z.strictObject({
      by: open(
        z
          .enum(['request', 'notification', 'schedule', 'operator', 'customer', 'person'])
          .describe('`customer`: in the customer portal. `person`: one of your people, in the console.'),
      ),
      id: z.string().nullable().describe('The request id where it was one.'),
      through: open(z.enum(['key', 'person']))
        .optional()
        .describe('Of a customer: whether a key or one of your people made the link.'),
      who: z.string().optional().describe('Which of your people or keys it was, or came through.'),
    }),
    eventId: z.string().nullable().describe('The event that announced it, or null.'),
  }),
);

export const timelineAnswer = component(
  'TimelineAnswer',
  z.strictObject({
    ...list('/subscribers/timeline', timelineEntry),
    subscriber: namedSubscriber.extend({
      externalId: z.string().nullable().describe('Your own id of the person, where you gave one.'),
    }),
    next: searchOn('beside changes of other subscriptions'),
  }),
);
