import { RIGHTS } from '../../lib/billing/rights.ts';
import { ACCT_ENVIRONMENTS } from '../../lib/billing/mode.ts';
import * as z from 'zod';
import { EVENT_TYPES } from '../../lib/billing/events.ts';
import { DOCUMENT_CURRENCIES } from '../../lib/billing/invoice.ts';
import { component, list, success, time, open, url } from './shared.ts';

const webhook = component(
  'Webhook',
  z.strictObject({
    url: z.string(),
    createdAt: time('When a webhook was first set.'),
    secretCreatedAt: time('When the secret that signs was made.'),
    rotation: z
      .strictObject({ startedAt: time('When it began.'), endsAt: time('When the new secret signs alone.') })
      .nullable()
      .describe('While a rotation runs, `X-Svc-Signature-Next` carries the signature by the new secret.'),
    health: open(
      z
        .enum(['healthy', 'slow', 'failing'])
        .describe(
          '`slow` after three time-outs, or answers after more than four seconds, in a row, `failing` once an event was exhausted, `healthy` again with the next delivery.',
        ),
    ),
    lastDeliveredAt: time('Of the last delivery.').nullable(),
    lastFailure: z
      .strictObject({
        at: time('When.'),
        httpStatus: z.number().int().nullable(),
        error: z.string().nullable(),
      })
      .nullable(),
    secret: z
      .string()
      .nullable()
      .optional()
      .describe(
        '`whsec_…`, in the answer that made it and nowhere else (null where that answer is given again): it signs what we send.',
      ),
  }),
);

export const webhookAnswer = component('WebhookAnswer', z.strictObject({ status: success, data: webhook }));

export const webhookSetAnswer = component(
  'WebhookSetAnswer',
  z.strictObject({
    status: success,
    message: z.string().optional().describe('How to get a new secret, where the webhook has one already.'),
    data: webhook,
  }),
);

export const nothingAnswer = component(
  'NothingAnswer',
  z.strictObject({ status: success, data: z.strictObject({}).nullable() }),
);

export const addressAnswer = component(
  'AddressAnswer',
  z.strictObject({ status: success, data: z.strictObject({ url }) }),
);

export const webhookTestAnswer = component(
  'WebhookTestAnswer',
  z.strictObject({
    status: success,
    data: z.strictObject({
      notificationType: z.enum(EVENT_TYPES).describe('Which example was sent.'),
      delivered: z.boolean(),
      httpStatus: z.number().int().nullable(),
      tookMs: z.number(),
      answer: z.string().nullable().describe('What the receiver answered, up to 1 KB.'),
      error: z.string().nullable(),
    }),
  }),
);

const payment = component(
  'Payment',
  z.strictObject({
    configured: z.boolean(),
    notificationUrl: url
      .nullable()
      .describe('To be entered at the payment provider, so that it notifies us.'),
    notificationsSigned: z.boolean(),
    lastNotificationAt: time('Of its last news.').nullable(),
    notificationsVerifiedAt: time(
      'When one last had a signature that is right; null if none ever had. Only after the first one are those refused that have not.',
    ).nullable(),
    health: open(
      z
        .enum(['healthy', 'refused', 'silent'])
        .describe('`refused`: the provider refuses the account or its credentials, and its work waits.'),
    ),
    healthSince: time('Since when it is so.').nullable(),
  }),
);

const invoicing = component(
  'Invoicing',
  z.strictObject({
    configured: z.boolean(),
    moneyAccounts: z
      .array(z.enum(DOCUMENT_CURRENCIES))
      .nullable()
      .describe(
        'The currencies with a money account at the invoicing provider. Documents in another currency are made, and stay open in its books. Null: not known.',
      ),
    defaultAddress: z
      .boolean()
      .nullable()
      .describe(
        'Whether documents of purchases without a billing address have one to bear; without it they end in `error`. Null: not known.',
      ),
    carrier: z
      .boolean()
      .nullable()
      .describe(
        'Whether a carrier is set; without one documents of physical plans end in `error`. Null: not known.',
      ),
    environment: open(z.enum(ACCT_ENVIRONMENTS))
      .nullable()
      .describe('Where documents are made: `live` ones are real. Null: nowhere.'),
    trialCompany: z
      .string()
      .nullable()
      .describe('The company that was confirmed to be a trial one; null where none was.'),
  }),
);

export const paymentAnswer = component('PaymentAnswer', z.strictObject({ status: success, data: payment }));

export const invoicingAnswer = component(
  'InvoicingAnswer',
  z.strictObject({ status: success, data: invoicing }),
);

const perMinute = z.number().int();

export const accountAnswer = component(
  'AccountAnswer',
  z.strictObject({
    status: success,
    data: z.strictObject({
      tenantId: z.string(),
      name: z.string(),
      mode: z
        .enum(['live', 'test'])
        .describe('Whether cards are charged (`live`) or only the sandbox is (`test`).'),
      createdAt: time('When the account was made.'),
      webhook: webhook.nullable(),
      chat: z
        .strictObject({ url: z.string() })
        .nullable()
        .describe(
          'Without the right `connections`: origin and last characters of addresses, and no notification address.',
        ),
      payment,
      invoicing,
      limits: z
        .strictObject({
          reads: perMinute,
          writes: perMinute,
          hostedCheckouts: perMinute,
          directCheckouts: perMinute,
        })
        .describe('Requests a minute.'),
    }),
  }),
);

const actor = component(
  'Actor',
  z.strictObject({
    by: open(z.enum(['key', 'person', 'operator'])),
    who: z.string().nullable().describe('The key, or which person.'),
  }),
).nullable();

const apiKey = component(
  'ApiKey',
  z.strictObject({
    apiKey: z.string(),
    label: z.string(),
    rights: z.array(open(z.enum(RIGHTS))).describe('Every right includes `read`.'),
    scope: z.enum(['all', 'read']).nullable().describe('The short form of `rights`, if they have one.'),
    state: open(z.enum(['ACTIVE', 'EXPIRING', 'REVOKED'])),
    createdAt: time('When it was made.'),
    expiresAt: time('Until when it works.').nullable(),
    lastUsedAt: time('Exact to the hour.').nullable(),
    createdBy: actor.describe('Who made it, by creating or rotating.'),
    endedBy: actor.describe('Who ended it, by rotating or revoking.'),
    apiSecret: z
      .string()
      .nullable()
      .optional()
      .describe('`svcs_…`, in the answer that made it and nowhere else; null where that is given again.'),
  }),
);

export const keysAnswer = component('KeysAnswer', z.strictObject(list('/account/keys', apiKey)));

export const keyAnswer = component('KeyAnswer', z.strictObject({ status: success, data: apiKey }));

export const recoveryAnswer = component(
  'RecoveryAnswer',
  z.strictObject({
    status: success,
    data: z.strictObject({
      retryDays: z.array(z.number().int()).describe('Days after the failure; none where nothing is retried.'),
      then: z.enum(['cancel', 'keep']).describe('What follows the last retry, not before grace ends.'),
    }),
  }),
);
