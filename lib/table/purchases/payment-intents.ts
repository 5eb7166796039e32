import type { CoreApp } from '../../runtime/app.ts';
import { erasedCustomer } from '../../billing/customer.ts';
import {
  isSettled,
  type LookUpProgress,
  type ChargeOutcome,
  type PaymentIntent,
} from '../../billing/payment-intent.ts';
import { INTENT_LISTED_MS, INTENT_RETENTION_MS, INTENT_LOOK_UP_AFTER_MS } from '../../limits.ts';
import { isInputRefusal, type Refusal } from '../../refusal.ts';
import { fieldsOf, type Fields } from '../fields.ts';
import { itemOf } from '../item.ts';
import { range } from '../ranges.ts';
import { key } from '../schema.ts';
import { NOT_OPEN, open } from './open-items.ts';
import { refusalIn, storedRefusal } from './stored-refusal.ts';
import { buyerFrom, planTermsFrom } from '../subscribers/stored-subscription.ts';
import type { Clause, Delete, Item, Put, Update } from '../table.ts';

const STATES = ['CALLING', 'UNKNOWN', 'DONE', 'FAILED'] as const satisfies readonly PaymentIntent['state'][];

/** Parses a payment intent. Throws Unreadable. */
export function intentFrom(item: Item): PaymentIntent {
  const of = fieldsOf(item);
  const outcome = of.part('outcome');
  return {
    kind: 'charge',
    clientReferenceId: of.text('reference'),
    state: of.oneOf('state', STATES),
    fingerprint: of.text('fingerprint'),
    startedAt: of.number('startedAt'),
    merchantId: of.textOrNull('merchantId'),
    plan: planTermsFrom(of.requiredPart('plan')),
    customer: buyerFrom(of.requiredPart('customer')),
    endedBefore: of.numberOrNull('endedBefore'),
    outcome: outcome && outcomeFrom(outcome),
    ...refusalIn(of),
    ...lookUpIn(of.part('lookUp')),
    ...(of.isSet('ambiguous') && { isAmbiguous: true }),
  };
}

function lookUpIn(of: Fields | null): { lookUp?: LookUpProgress } {
  if (!of) return {};
  const [beganAt, from] = [of.number('beganAt'), of.number('from')];
  const [found, ruledOut] = [of.texts('found') ?? [], of.texts('ruledOut') ?? []];
  return { lookUp: { beganAt, from, found, ruledOut, isCrowded: of.isSet('isCrowded') } };
}

function outcomeFrom(of: Fields): ChargeOutcome {
  return {
    subscriberId: of.text('subscriberId'),
    customerId: of.text('customerId'),
    planId: of.text('planId'),
    reference: of.text('reference'),
    parentReference: of.textOrNull('parentReference'),
    planReference: of.text('planReference'),
    customerReference: of.text('customerReference'),
    providerStatus: of.text('providerStatus'),
    createdAt: of.number('createdAt'),
    startAt: of.number('startAt'),
    endAt: of.numberOrNull('endAt'),
  };
}

/** A tenant's payment intent by reference; undefined if there is none, or no longer. */
export async function lookUpIntent(
  app: CoreApp,
  tenant: string,
  reference: string,
): Promise<PaymentIntent | undefined> {
  const item = await app.table.get(key.intent(tenant, reference), { consistent: true });
  return item && intentFrom(item);
}

/** What makes an intent due at `at` (epoch ms). */
const openAt = (tenant: string, reference: string, at: number) =>
  open('intent', { tenant, named: reference, at, key: key.intent(tenant, reference) });

/** The item of an intent; by `writer` an SDK retry recognises its own first write. */
export function intentPut(
  tenant: string,
  intent: PaymentIntent & { readonly writer?: string },
  failedBefore: PaymentIntent | undefined,
): Put {
  const { kind: _kind, clientReferenceId: reference, ...stored } = intent;
  const at = key.intent(tenant, reference);
  return {
    put: itemOf(at, {
      ...stored,
      reference,
      ...openAt(tenant, reference, intent.startedAt + INTENT_LOOK_UP_AFTER_MS),
      ttl: Math.ceil((intent.startedAt + INTENT_RETENTION_MS) / 1000),
    }),
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
    set: { state: 'DONE', outcome: { ...outcome }, customer: erasedCustomer(outcome.customerId) },
    if: isOpen(intent.startedAt),
  };
}

/** The call succeeded, and an import has recorded what it made, with its own due time: nothing is left to do. */
export function intentImported(tenant: string, intent: PaymentIntent, outcome: ChargeOutcome): Update {
  return { ...intentDone(tenant, intent, outcome), remove: NOT_OPEN };
}

/** The call definitely had no effect: the reference may be used again, and personal data is removed. */
export function intentFailed(tenant: string, intent: PaymentIntent): Update {
  return {
    update: key.intent(tenant, intent.clientReferenceId),
    set: { state: 'FAILED', customer: erasedCustomer(intent.customer.id) },
    remove: NOT_OPEN,
    if: isOpen(intent.startedAt),
  };
}

/** The call was refused: for its input the reference is free again, otherwise it stays the request's own. */
export function intentRefused(tenant: string, intent: PaymentIntent, refused: Refusal): Delete | Update {
  const failed = intentFailed(tenant, intent);
  if (!isInputRefusal(refused)) return { ...failed, set: { ...failed.set, refusal: storedRefusal(refused) } };
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
      state: 'UNKNOWN',
      ...(lookUp && { lookUp: { ...lookUp, found: [...lookUp.found], ruledOut: [...lookUp.ruledOut] } }),
      ...openAt(tenant, intent.clientReferenceId, lookUpAt),
    },
    if: isOpen(intent.startedAt),
  };
}

/** More than one charge fits, so a person decides: it stays listed as due, beyond its retention. `now` is epoch ms. */
export function intentAmbiguous(tenant: string, intent: PaymentIntent, now: number): Update {
  const { set, ...unknown } = intentUnknown(tenant, intent, now + INTENT_RETENTION_MS);
  return { ...unknown, set: { ...set, ambiguous: true } };
}

/** Lists an intent among those that had no answer once. */
export function unknownIntentPut(
  tenant: string,
  { clientReferenceId: reference, startedAt }: PaymentIntent,
): Put {
  const ttl = Math.ceil((startedAt + INTENT_LISTED_MS) / 1000);
  return { put: itemOf(key.unknownIntent(tenant, reference), { reference, ttl }) };
}

/** The other intents of a tenant whose outcome is still unknown. */
export async function otherUnknownIntents(
  app: CoreApp,
  tenant: string,
  { clientReferenceId: own }: PaymentIntent,
): Promise<PaymentIntent[]> {
  const listed = await app.table.query({ ...range.unknownIntents(tenant), consistent: true });
  const keys = listed
    .map((item) => fieldsOf(item).text('reference'))
    .filter((one) => one !== own)
    .map((one) => key.intent(tenant, one));
  const items = await app.table.getMany(keys, { consistent: true });
  return items
    .filter((item) => item !== undefined)
    .map(intentFrom)
    .filter((one) => !isSettled(one));
}

/** The intent needs no further work. */
export function intentSettled(tenant: string, reference: string): Update {
  return { update: key.intent(tenant, reference), remove: NOT_OPEN, if: [{ present: true }] };
}
