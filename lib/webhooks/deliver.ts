import type { CallsTenants, CoreApp, PostOutcome, SendsTo } from '../app.ts';
import { WEBHOOK } from '../limits.ts';
import { TooLate } from '../queue/batch.ts';
import type { AttemptRecord, ClaimedEvent, DeliveryMessage } from '../table/events.ts';
import { kept } from './response-body.ts';
import { claimAttempt, endEvent, lookUpDelivery, settleAttempt } from '../table/delivery-attempts.ts';
import { nextAttempt } from '../queue/messages.ts';
import { isClaimable, statusAfter } from './schedule.ts';
import { findDestination } from './destination.ts';

/**
 * Makes the attempt that a message asks for: claim, POST once, settle, announce the next one. A message that is late,
 * repeated or overtaken is dropped. What the receiver does is an outcome; only our own failures are thrown, those
 * before the claim cost nothing and those after it cost the attempt. `timeLeft` is what the invocation has left, ms.
 */
export async function attemptDelivery(
  app: CoreApp & CallsTenants & SendsTo<'deliveries'>,
  { tenantId, eventId, attempt }: DeliveryMessage,
  timeLeft: () => number,
): Promise<void> {
  const stored = await lookUpDelivery(app, tenantId, eventId);
  if (!stored || !isClaimable(stored.record, attempt, app.clock())) return;
  const { record, tenant } = stored;
  const destination = await findDestination(app, tenant, record);
  if (!destination) {
    await endEvent(app, record, 'SKIPPED');
    return;
  }
  if (timeLeft() < WEBHOOK.startNeedsMs) throw new TooLate();
  const claimed = await claimAttempt(app, record);
  if (!claimed) return;
  const { headers, body } = destination.write(claimed, app.clock());
  await settle(app, claimed, await app.post(destination.url, headers, body));
}

async function settle(
  app: CoreApp & CallsTenants & SendsTo<'deliveries'>,
  record: ClaimedEvent,
  outcome: PostOutcome,
): Promise<void> {
  const endedAt = app.clock();
  const standing = statusAfter(record, outcome, endedAt);
  const result = resultOf(record, outcome, endedAt);
  const settled = await settleAttempt(app, record, result, standing);
  app.log.info(settled ? 'delivery attempted' : 'delivery attempted, but overtaken', {
    tenant: record.tenant,
    eventId: record.id,
    eventType: record.type,
    attempt: record.attempt,
    outcome: standing.state,
    status: result.status ?? undefined,
    tookMs: result.tookMs,
  });
  if (settled && standing.state === 'WAITING') await announceNext(app, record);
}

/** A queue that does not answer loses nothing: the event is due, and the sweep finds it. */
async function announceNext(
  app: CoreApp & CallsTenants & SendsTo<'deliveries'>,
  record: ClaimedEvent,
): Promise<void> {
  try {
    await app.queues.deliveries.send([nextAttempt(record, WEBHOOK.retryAfterMs / 1000)]);
  } catch (error) {
    const errorName = error instanceof Error ? error.name : 'unknown';
    app.log.warn('next attempt not announced; the sweep will', {
      tenant: record.tenant,
      eventId: record.id,
      errorName,
    });
  }
}

function resultOf(record: ClaimedEvent, outcome: PostOutcome, endedAt: number): AttemptRecord {
  const { attempt, transactionId } = record;
  const { tookMs } = outcome;
  return outcome.is === 'answered'
    ? {
        attempt,
        transactionId,
        endedAt,
        tookMs,
        status: outcome.status,
        why: null,
        answer: kept(outcome.body),
      }
    : { attempt, transactionId, endedAt, tookMs, status: null, why: outcome.why, answer: null };
}
