import * as z from 'zod/mini';
import { type PostOutcome, isSuccess } from '../billing/delivery.ts';
import { NO_DELIVERIES, type EndpointHealth } from '../billing/endpoint-health.ts';
import { EVENT_TYPES, type EventType } from '../billing/events.ts';
import { OVERLAP_HOURS, URL_CHARACTERS_MAX } from '../limits.ts';
import { overlapHours } from './keys.ts';
import { optional, read, text } from './read.ts';
import { iso } from './time.ts';
import { named, timeOf, said, open, success, wholeUrl, type Told } from './shape.ts';

/** The shape of webhook. */
export const webhookShape = named(
  'Webhook',
  z.strictObject({
    url: z.string(),
    createdAt: timeOf('When a webhook was first set.'),
    secretCreatedAt: timeOf('When the secret that signs was made.'),
    rotation: said(
      z.nullable(
        z.strictObject({
          startedAt: timeOf('When it began.'),
          endsAt: timeOf('When the new secret signs alone.'),
        }),
      ),
      'While a rotation runs, `X-Svc-Signature-Next` carries the signature by the new secret.',
    ),
    health: open(
      said(
        z.enum(['healthy', 'slow', 'failing']),
        '`slow` after three time-outs, or answers after more than four seconds, in a row, `failing` once an event was exhausted, `healthy` again with the next delivery.',
      ),
    ),
    lastDeliveredAt: z.nullable(timeOf('Of the last delivery.')),
    lastFailure: z.nullable(
      z.strictObject({
        at: timeOf('When.'),
        httpStatus: z.nullable(z.int()),
        error: z.nullable(z.string()),
      }),
    ),
    secret: said(
      z.optional(z.nullable(z.string())),
      '`whsec_…`, in the answer that made it and nowhere else (null where that answer is given again): it signs what we send.',
    ),
  }),
);

/** The shape of a `webhookAnswer`. */
export const webhookAnswerShape = named(
  'WebhookAnswer',
  z.strictObject({ status: success, data: webhookShape }),
);

/** The shape of a `webhookSetAnswer`. */
export const webhookSetAnswerShape = named(
  'WebhookSetAnswer',
  z.strictObject({
    status: success,
    message: said(z.optional(z.string()), 'How to get a new secret, where the webhook has one already.'),
    data: webhookShape,
  }),
);

/** The shape of a `nothingAnswer`. */
export const nothingAnswerShape = named(
  'NothingAnswer',
  z.strictObject({ status: success, data: z.nullable(z.strictObject({})) }),
);

/** The shape of an `addressAnswer`. */
export const addressAnswerShape = named(
  'AddressAnswer',
  z.strictObject({ status: success, data: z.strictObject({ url: wholeUrl }) }),
);

/** The shape of a `webhookTestAnswer`. */
export const webhookTestAnswerShape = named(
  'WebhookTestAnswer',
  z.strictObject({
    status: success,
    data: z.strictObject({
      notificationType: said(z.enum(EVENT_TYPES), 'Which example was sent.'),
      delivered: z.boolean(),
      httpStatus: z.nullable(z.int()),
      tookMs: z.number(),
      answer: said(z.nullable(z.string()), 'What the receiver answered, up to 1 KB.'),
      error: z.nullable(z.string()),
    }),
  }),
);

/** Body of PUT /account/webhook and PUT /account/chat. */
export const addressBody = z.object({
  url: said(text(URL_CHARACTERS_MAX), 'An `https:` address that the internet can reach.', { format: 'uri' }),
});
/** Body of POST /account/webhook/rotate. */
export const rotationBody = z.object({
  overlapHours: said(overlapHours(), 'How long the old secret signs, too.'),
});
/** Body of POST /account/webhook/test. */
export const testWebhookBody = z.object({
  notificationType: said(
    optional(z.enum(EVENT_TYPES)),
    'The type of the example event; SUBSCRIBED by default.',
  ),
});

/** Reads the body of PUT /account/webhook and PUT /account/chat. */
export function addressInput(given: unknown) {
  return read(addressBody, given);
}

/** Reads the body of POST /account/webhook/rotate. */
export function rotationInput(given: unknown): { overlapHours: number } {
  return { overlapHours: read(rotationBody, given).overlapHours ?? OVERLAP_HOURS.default };
}

/** Reads the body of POST /account/webhook/test. */
export function testInput(given: unknown) {
  return { notificationType: read(testWebhookBody, given).notificationType ?? 'SUBSCRIBED' };
}

/** What is shown of a webhook. Times are epoch ms. */
export interface ShownWebhook {
  readonly url: string;
  readonly createdAt: number;
  readonly secretCreatedAt: number;
  readonly rotation: { readonly startedAt: number; readonly endsAt: number } | null;
}

/** A webhook as its tenant sees it, without its secrets. */
export function webhookView(
  { url, createdAt, secretCreatedAt, rotation }: ShownWebhook,
  { lastDeliveredAt, lastFailure, ...health }: EndpointHealth = NO_DELIVERIES,
) {
  return {
    url,
    createdAt: iso(createdAt),
    secretCreatedAt: iso(secretCreatedAt),
    rotation: rotation && { startedAt: iso(rotation.startedAt), endsAt: iso(rotation.endsAt) },
    health: webhookHealth(health),
    lastDeliveredAt: iso(lastDeliveredAt),
    lastFailure: lastFailure && { ...lastFailure, at: iso(lastFailure.at) },
  };
}

/** `failing` once an event was exhausted, `slow` after three time-outs or late answers in a row; each until it recovers. */
export function webhookHealth({
  failingSince,
  slowSince,
}: Pick<EndpointHealth, 'failingSince' | 'slowSince'>): 'healthy' | 'slow' | 'failing' {
  if (failingSince !== null) return 'failing';
  return slowSince === null ? 'healthy' : 'slow';
}

/** Answer of the calls that change a webhook. Contains a secret only if it was just created. */
export function webhookAnswer(
  webhook: ShownWebhook,
  health: EndpointHealth,
  secret?: string,
): Told<typeof webhookAnswerShape> {
  return {
    status: 'success',
    data: { ...webhookView(webhook, health), ...(secret !== undefined && { secret }) },
  };
}

const SECRET_KEPT =
  'The secret stays as it is and is not shown again. POST /account/webhook/rotate makes a new one.';

/** Answer of PUT /account/webhook: how to get a new secret, where the webhook has one already. */
export const webhookSetAnswer = (
  webhook: ShownWebhook,
  health: EndpointHealth,
  secret?: string,
): Told<typeof webhookSetAnswerShape> => ({
  ...webhookAnswer(webhook, health, secret),
  ...(secret === undefined && { message: SECRET_KEPT }),
});

/** Answer of the call that sets an address. */
export const addressAnswer = (url: string): Told<typeof addressAnswerShape> => ({
  status: 'success',
  data: { url },
});

/** Answer of the calls that remove an address. */
export const nothingAnswer = (): Told<typeof nothingAnswerShape> => ({ status: 'success', data: null });

/** Answer of POST /account/webhook/test. */
export function testAnswer(
  outcome: PostOutcome,
  notificationType: EventType,
): Told<typeof webhookTestAnswerShape> {
  const { tookMs } = outcome;
  const data =
    outcome.is === 'answered'
      ? {
          notificationType,
          delivered: isSuccess(outcome),
          httpStatus: outcome.status,
          tookMs,
          answer: outcome.body,
          error: null,
        }
      : { notificationType, delivered: false, httpStatus: null, tookMs, answer: null, error: outcome.why };
  return { status: 'success', data };
}
