import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { erasedCustomer } from '../../billing/customer.ts';
import {
  PAYMENT_INTENT,
  type LookUpProgress,
  type ChargeOutcome,
  type PaymentIntent,
} from '../../billing/payment-intent.ts';
import { INTENT_RETENTION_MS, INTENT_LOOK_UP_AFTER_MS } from '../../limits.ts';
import { isInputRefusal, type Refusal } from '../../refusal.ts';
import { key } from '../schema.ts';
import { NOT_OPEN, open } from './open-items.ts';
import type { Clause, Delete, Item, Put, Update } from '../table.ts';
import { intentWork } from '../work/works.ts';

/** Parses a payment intent. Throws Unreadable. */
export const intentFrom = (item: Item): PaymentIntent => PAYMENT_INTENT.read(item);

/** A tenant's payment intent by reference; undefined if there is none, or no longer. */
export async function lookUpIntent(
  app: CoreApp & OfTenant,
  reference: string,
): Promise<PaymentIntent | undefined> {
  const item = await app.table.get(key.intent(app.tenantId, reference), { consistent: true });
  return item && intentFrom(item);
}

/** What makes an intent due at `at` (epoch ms). */
const openAt = (tenant: string, reference: string, at: number) =>
  open('intent', { named: reference, at, work: intentWork(tenant, reference) });

/** The item of an intent; by `writer` an SDK retry recognises its own first write. */
export function intentPut(
  tenant: string,
  { writer, ...intent }: PaymentIntent & { readonly writer?: string },
  failedBefore: PaymentIntent | undefined,
): Put {
  const { clientReferenceId: reference, startedAt } = intent;
  return {
    put: {
      ...PAYMENT_INTENT.write(intent),
      writer,
      ...openAt(tenant, reference, startedAt + INTENT_LOOK_UP_AFTER_MS),
      ttl: Math.ceil((startedAt + INTENT_RETENTION_MS) / 1000),
      ...key.intent(tenant, reference),
    },
    if: failedBefore
      ? [
          { attribute: 'state', is: 'FAILED' },
          { attribute: 'startedAt', is: failedBefore.startedAt },
        ]
      : [{ absent: true }],
  };
}

const isOpen = (startedAt: number): Clause[] => [
  { attribute: 'startedAt', is: startedAt },
  { attribute: 'state', isNot: 'DONE' },
  { attribute: 'state', isNot: 'FAILED' },
];

/** The call succeeded: personal data is removed, and the intent stays due until the first order is on record. */
export function intentDone(tenant: string, intent: PaymentIntent, outcome: ChargeOutcome): Update {
  return {
    update: key.intent(tenant, intent.clientReferenceId),
    ...PAYMENT_INTENT.change({ state: 'DONE', outcome, customer: erasedCustomer(outcome.customerId) }),
    if: isOpen(intent.startedAt),
  };
}

/** The call succeeded, and an import has recorded what it made, with its own due time: nothing is left to do. */
export function intentImported(tenant: string, intent: PaymentIntent, outcome: ChargeOutcome): Update {
  const done = intentDone(tenant, intent, outcome);
  return { ...done, remove: [...(done.remove ?? []), ...NOT_OPEN] };
}

/** The call definitely had no effect: the reference may be used again, and personal data is removed. */
export function intentFailed(tenant: string, intent: PaymentIntent, refusal?: Refusal): Update {
  const customer = erasedCustomer(intent.customer.id);
  return {
    update: key.intent(tenant, intent.clientReferenceId),
    set: PAYMENT_INTENT.change({ state: 'FAILED', customer, ...(refusal && { refusal }) }).set,
    remove: NOT_OPEN,
    if: isOpen(intent.startedAt),
  };
}

/** The call was refused: for its input the reference is free again, otherwise it stays the request's own. */
export function intentRefused(tenant: string, intent: PaymentIntent, refused: Refusal): Delete | Update {
  if (!isInputRefusal(refused)) return intentFailed(tenant, intent, refused);
  return { delete: key.intent(tenant, intent.clientReferenceId), if: isOpen(intent.startedAt) };
}

/** The outcome is unknown: the call is looked up at `lookUpAt` (epoch ms), from where its look-up has come to. */
export function intentUnknown(
  tenant: string,
  intent: PaymentIntent,
  lookUpAt: number,
  lookUp?: LookUpProgress,
): Update {
  const at = key.intent(tenant, intent.clientReferenceId);
  return {
    update: at,
    set: {
      ...PAYMENT_INTENT.change({ state: 'UNKNOWN', ...(lookUp && { lookUp }) }).set,
      ...openAt(tenant, intent.clientReferenceId, lookUpAt),
    },
    if: isOpen(intent.startedAt),
  };
}

/** More than one charge fits, so a person decides: it stays listed as due, beyond its retention. `now` is epoch ms. */
export function intentAmbiguous(tenant: string, intent: PaymentIntent, now: number): Update {
  const { set, ...unknown } = intentUnknown(tenant, intent, now + INTENT_RETENTION_MS);
  return { ...unknown, set: { ...set, ...PAYMENT_INTENT.change({ isAmbiguous: true }).set } };
}

/** The intent needs no further work. */
export function intentSettled(tenant: string, reference: string): Update {
  return { update: key.intent(tenant, reference), remove: NOT_OPEN, if: [{ present: true }] };
}
