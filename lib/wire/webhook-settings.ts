import * as z from 'zod/mini';
import type { PostOutcome } from '../app.ts';
import { EVENT_TYPES } from '../billing/events.ts';
import { ROTATION_OVERLAP_HOURS, URL_CHARACTERS_MAX } from '../limits.ts';
import { UNTRIED, type EndpointHealth } from '../table/endpoint-health.ts';
import type { Webhook } from '../table/tenants.ts';
import { optional, read, text } from './read.ts';
import { iso } from './time.ts';

/** Body of PUT /account/webhook and PUT /account/chat. */
export const addressBody = z.object({ url: text(URL_CHARACTERS_MAX) });
const hours = z.int().check(z.minimum(0), z.maximum(ROTATION_OVERLAP_HOURS.max));
/** Body of POST /account/webhook/rotate. */
export const rotationBody = z.object({ overlapHours: optional(hours) });
/** Body of POST /account/webhook/test. */
export const testWebhookBody = z.object({ notificationType: optional(z.enum(EVENT_TYPES)) });

/** Reads the body of PUT /account/webhook and PUT /account/chat. */
export function addressInput(given: unknown): { url: string } {
  return read(addressBody, given);
}

/** Reads the body of POST /account/webhook/rotate. */
export function rotationInput(given: unknown): { overlapHours: number } {
  return { overlapHours: read(rotationBody, given).overlapHours ?? ROTATION_OVERLAP_HOURS.default };
}

/** Reads the body of POST /account/webhook/test. */
export function testInput(given: unknown) {
  return { notificationType: read(testWebhookBody, given).notificationType ?? 'SUBSCRIBED' };
}

/** A webhook as its tenant sees it: nothing of its secrets. */
export function webhookView(
  { url, createdAt, secretCreatedAt, rotation: running }: Webhook,
  { lastDeliveredAt, lastFailure, ...health }: EndpointHealth = UNTRIED,
) {
  return {
    url,
    createdAt: iso(createdAt),
    secretCreatedAt: iso(secretCreatedAt),
    rotation: running && { startedAt: iso(running.startedAt), endsAt: iso(running.endsAt) },
    health: webhookHealth(health),
    lastDeliveredAt: iso(lastDeliveredAt),
    lastFailure: lastFailure && { ...lastFailure, at: iso(lastFailure.at) },
  };
}

/** `failing` once an event was exhausted, `slow` after three time-outs in a row; each until it answers again. */
export function webhookHealth({
  failingSince,
  slowSince,
}: Pick<EndpointHealth, 'failingSince' | 'slowSince'>): 'healthy' | 'slow' | 'failing' {
  if (failingSince !== null) return 'failing';
  return slowSince === null ? 'healthy' : 'slow';
}

/** Answer of the calls that change a webhook. A secret is in it only where it was just made. */
export function webhookAnswer(webhook: Webhook, health: EndpointHealth, secret?: string) {
  return {
    status: 'success',
    data: { ...webhookView(webhook, health), ...(secret !== undefined && { secret }) },
  };
}

/** Answer of the calls that leave nothing behind, or only an address. */
export function addressAnswer(url: string | null) {
  return { status: 'success', data: url === null ? null : { url } };
}

/** Answer of POST /account/webhook/test. */
export function testAnswer(outcome: PostOutcome) {
  const { tookMs } = outcome;
  const data =
    outcome.is === 'answered'
      ? {
          delivered: outcome.status >= 200 && outcome.status <= 299,
          httpStatus: outcome.status,
          tookMs,
          answer: outcome.body,
          error: null,
        }
      : { delivered: false, httpStatus: null, tookMs, answer: null, error: outcome.why };
  return { status: 'success', data };
}
