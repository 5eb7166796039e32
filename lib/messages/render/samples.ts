import { DAY_MS, HOUR_MS } from '../../limits.ts';
import type { MessageKind } from '../kinds.ts';
import type { FactsOf } from './facts.ts';

const MINUTE_MS = HOUR_MS / 60;

type Samples = { readonly [Kind in MessageKind]: FactsOf<Kind> };

/** What a message of each kind could say at a moment (epoch ms): for previews, and for a message that is sent to be looked at. */
function samplesAt(now: number): Samples {
  const plan = 'Standart';
  const sum = { amount: '349.00', currency: 'TRY' };
  const renewal = {
    sum: {
      kind: 'sum',
      amount: '3490.00',
      currency: 'TRY',
    },
    interval: 'YEARLY',
    intervalCount: 1,
  } as const;
  const number = 'INV-2026-0000042';
  const graceUntil = now + 7 * DAY_MS;
  return {
    payment_failed: {
      kind: 'payment_failed',
      plan,
      sum,
      dueAt: now,
      reason: 'funds',
      nextAttemptAt: now + DAY_MS,
      accessUntil: graceUntil,
      cancelledAt: now + 25 * DAY_MS,
    },
    last_attempt: {
      kind: 'last_attempt',
      plan,
      sum,
      attemptAt: now + DAY_MS,
      accessUntil: graceUntil,
      cancelledAt: graceUntil,
    },
    payment_recovered: {
      kind: 'payment_recovered',
      plan,
      sum,
      paidAt: now,
      paidUntil: now + 30 * DAY_MS,
    },
    renewal_ahead: {
      kind: 'renewal_ahead',
      plan,
      renewal,
      at: graceUntil,
    },
    trial_ending: {
      kind: 'trial_ending',
      plan,
      renewal,
      at: now + 3 * DAY_MS,
    },
    cancelled: {
      kind: 'cancelled',
      plan,
      accessUntil: now + 12 * DAY_MS,
      hasEnded: false,
      undoUntil: now + 11 * DAY_MS,
      isUnpaid: false,
      isStillCharged: false,
    },
    undone: {
      kind: 'undone',
      plan,
      sum,
      nextPaymentAt: now + 12 * DAY_MS,
    },
    invoice_ready: {
      kind: 'invoice_ready',
      plan,
      sum,
      number,
      issuedAt: now,
    },
    refunded: {
      kind: 'refunded',
      plan,
      sum: { amount: '120.50', currency: 'TRY' },
      refundedAt: now,
      number,
      issuedAt: now - 4 * DAY_MS,
      isAll: false,
    },
    webhook_failing: {
      kind: 'webhook_failing',
      host: 'shop.example.com',
      failedAt: now - 2 * MINUTE_MS,
      httpStatus: 500,
    },
    credentials_refused: {
      kind: 'credentials_refused',
      provider: 'pay',
      refusedAt: now - 5 * MINUTE_MS,
    },
    task_due: {
      kind: 'task_due',
      task: 'cancel_and_reissue',
      invoiceNumber: number,
      sum,
      deadline: now + 3 * DAY_MS,
    },
    difference_found: {
      kind: 'difference_found',
      difference: 'charge_without_invoice',
      since: now - 3 * HOUR_MS,
    },
    invited: {
      kind: 'invited',
      by: null,
      roles: ['support', 'finance'],
      expiresAt: now + 3 * DAY_MS,
    },
  };
}

/** What a message of this kind could say at a moment (epoch ms). */
export const sampleFacts = <Kind extends MessageKind>(kind: Kind, now: number): Samples[Kind] =>
  samplesAt(now)[kind];
