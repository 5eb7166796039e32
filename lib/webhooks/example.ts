import type { PostOutcome } from '../billing/delivery.ts';
import type { CallsTenants, CoreApp, OfTenant } from '../runtime/app.ts';
import type { EventSubtype, EventType, SubscriptionEvent } from '../billing/events.ts';
import { DAY_MS, WEBHOOK } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { overLimit, takeToken } from '../table/tenants/rate-limits.ts';
import { readTenant } from '../table/tenants/tenants.ts';
import { excerptOf } from './excerpt.ts';
import { signedWebhook } from './destination.ts';
import { withRecord } from '../runtime/for-tenant.ts';

const MONTH_MS = 30 * DAY_MS;

/** A matching subtype for each type. */
const SUBTYPE: Readonly<Record<EventType, EventSubtype | null>> = {
  SUBSCRIBED: 'INITIAL_BUY',
  DID_RENEW: 'BILLING_RECOVERY',
  DID_FAIL_TO_RENEW: null,
  DID_CHANGE_RENEWAL_STATUS: 'AUTO_RENEW_DISABLED',
  DID_CHANGE_RENEWAL_PREF: 'UPGRADE',
  EXPIRED: null,
};

const STATUS: Readonly<Partial<Record<EventType, string>>> = {
  DID_FAIL_TO_RENEW: 'PAYMENT_FAILED',
  EXPIRED: 'CANCELLED',
};

/**
 * Sends one signed example to a tenant's webhook, neither stored nor retried. Throws `webhook_not_set`, `rate_limited`,
 * or `temporarily_unavailable` if too little time is left.
 */
export async function sendExample(
  app: CoreApp & CallsTenants & OfTenant,
  type: EventType,
): Promise<PostOutcome> {
  const tenant = await readTenant(app);
  const destination = await signedWebhook(withRecord(app, tenant));
  if (!destination) throw new Refusal('webhook_not_set');
  await admitExample(app);
  const now = app.clock();
  const record = {
    ...exampleOf(type, now),
    id: app.newId(),
    transactionId: app.newId(),
    attempt: 1,
    sequence: 1,
    isTest: true,
  } as const;
  const deadlineMs = Math.min(WEBHOOK.deadlineMs, app.timeLeft() - WEBHOOK.settleMs);
  if (deadlineMs < WEBHOOK.exampleMinMs)
    throw new Refusal('temporarily_unavailable', { retryAfterSeconds: 1 });
  const { headers, body } = destination.write(record, now);
  const outcome = await app.post(destination.url, headers, body, deadlineMs);
  return outcome.is === 'answered' ? { ...outcome, body: excerptOf(outcome.body) } : outcome;
}

/** Each example occupies an execution until its receiver answers: one tenant's must not take all of them. */
async function admitExample(app: CoreApp & OfTenant): Promise<void> {
  const allowance = await takeToken(app, 'webhookTests');
  if (!allowance.isGranted) throw overLimit(allowance, app.clock());
}

function exampleOf(type: EventType, now: number): SubscriptionEvent {
  return {
    cause: 'example',
    type,
    subtype: SUBTYPE[type],
    at: now,
    from: null,
    to: STATUS[type] ?? 'ACTIVE',
    snapshot: {
      subscriptionId: '01900000-0000-7000-8000-000000000001',
      payReference: 'example-subscription',
      customerReference: 'example-customer',
      planReference: 'example-plan',
      planName: 'Example plan',
      status: STATUS[type] ?? 'ACTIVE',
      graceDays: 7,
      firstStart: now - MONTH_MS,
      periodStart: now,
      periodEnd: now + MONTH_MS,
      customer: {
        id: '01900000-0000-7000-8000-000000000002',
        email: 'customer@example.com',
        name: 'Example',
        surname: 'Customer',
      },
    },
  };
}
