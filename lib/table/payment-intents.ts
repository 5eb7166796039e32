import type { PaymentIntent, IntentOutcome } from '../billing/payment-intent.ts';
import { INTENT_KEPT_MS, INTENT_LOOK_UP_AFTER_MS } from '../limits.ts';
import { due, NOT_DUE } from './due.ts';
import { key } from './schema.ts';
import type { Clause, Item, Put, Update } from './table.ts';

export function intentFrom(item: Item): PaymentIntent {
  const { pk: _pk, sk: _sk, dueShard: _shard, dueAt: _due, ttl: _ttl, ...fields } = item;
  return fields as unknown as PaymentIntent;
}

/** Reserves a reference for one call, due to be looked up. An earlier call under it must have failed for certain. */
export function intentPut(
  tenant: string,
  operation: PaymentIntent,
  failedBefore: PaymentIntent | undefined,
): Put {
  const at = key.intent(tenant, operation.reference);
  return {
    put: {
      ...at,
      ...operation,
      ...due('intent', operation.startedAt + INTENT_LOOK_UP_AFTER_MS, at),
      ttl: Math.ceil((operation.startedAt + INTENT_KEPT_MS) / 1000),
    } as unknown as Item,
    if: failedBefore
      ? [
          { attribute: 'state', is: 'FAILED' },
          { attribute: 'startedAt', is: failedBefore.startedAt },
        ]
      : [{ absent: true }],
  };
}

const open = (startedAt: number): Clause[] => [
  { attribute: 'startedAt', is: startedAt },
  { attribute: 'state', isNot: 'DONE' },
  { attribute: 'state', isNot: 'FAILED' },
];

/** The call succeeded. The operation stays due, since its next look makes sure that the first order is on record. */
export function intentDone(tenant: string, operation: PaymentIntent, outcome: IntentOutcome): Update {
  return {
    update: key.intent(tenant, operation.reference),
    set: { state: 'DONE', outcome: { ...outcome } },
    if: open(operation.startedAt),
  };
}

/** The call certainly did not take effect; the reference may be used again. */
export function intentFailed(tenant: string, operation: PaymentIntent): Update {
  return {
    update: key.intent(tenant, operation.reference),
    set: { state: 'FAILED' },
    remove: NOT_DUE,
    if: open(operation.startedAt),
  };
}

/** Nobody knows whether the call took effect: it is looked up at `lookAt` (epoch ms), or never again by itself. */
export function intentUnknown(tenant: string, operation: PaymentIntent, lookAt: number | undefined): Update {
  const at = key.intent(tenant, operation.reference);
  return {
    update: at,
    set: { state: 'UNKNOWN', ...(lookAt !== undefined && { ...due('intent', lookAt, at) }) },
    ...(lookAt === undefined && { remove: NOT_DUE }),
    if: open(operation.startedAt),
  };
}

export function intentSettled(tenant: string, reference: string): Update {
  return { update: key.intent(tenant, reference), remove: NOT_DUE, if: [{ present: true }] };
}
