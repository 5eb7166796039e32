import fc from 'fast-check';
import { key } from '../../../lib/table/schema.ts';
import type { Key } from '../../../lib/table/table.ts';

/** A key, what kind it is of and from what it was made. */
export interface Made {
  readonly kind: keyof typeof key;
  readonly from: readonly (string | number)[];
  readonly key: Key;
}

/** What tenants' systems and providers may make up: anything, and often what looks like one of our keys. */
export const reference = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  fc.constantFrom('a', 'a#LATEST', '#', '#E#a', 'EVENT', 'REF#a', 'C#a', 'T#a', 'PLANS', 'a@b.co'),
);
/** Ours: hexadecimal digits. Few, so that two of them are often the same. */
export const tenant = fc.constantFrom('00', '0a', 'ff').map((digits) => digits.repeat(16));
const uuids = ['1', '2', '3'].map((digit) => `01890000-0000-7000-8000-${digit.repeat(12)}`);
export const id = fc.oneof(fc.constantFrom(...uuids), fc.uuid({ version: 7 }));
/** A record, as keys are made of it. */
const record = id.map((one) => ({ id: one }));
const email = fc.oneof(fc.constantFrom('a@b.co', 'a#b@b.co'), fc.emailAddress());
const attempt = fc.integer({ min: 1, max: 99 });

type Arbitraries<Parts extends readonly unknown[]> = { [Part in keyof Parts]: fc.Arbitrary<Parts[Part]> };

/** What each kind of key is made from; a kind that is missing here does not compile. */
const PARTS: { readonly [Kind in keyof typeof key]: Arbitraries<Parameters<(typeof key)[Kind]>> } = {
  nothing: [],
  apiKey: [id],
  checkout: [id],
  form: [id],
  formCopy: [id, reference],
  portalLink: [id],
  portalSession: [id],
  externalPerson: [tenant, reference],
  challengeKey: [],
  merchant: [fc.stringMatching(/^[0-9a-f]{64}$/)],
  exchangeRates: [fc.constantFrom('2026-01-15', '2026-01-16')],
  tenant: [tenant],
  tenantListed: [tenant],
  tenantNamed: [fc.string({ minLength: 1, maxLength: 100 })],
  apiKeyListed: [tenant, reference],
  endpoint: [tenant, fc.constantFrom('webhook', 'chat')],
  apiKeysRevision: [tenant],
  apiKeyUse: [tenant, reference],
  share: [tenant, id, fc.constantFrom('cancel', 'undo')],
  exportUse: [tenant, reference],
  comparison: [tenant],
  figures: [tenant],
  lastComparison: [tenant],
  compared: [tenant, fc.integer({ min: 1, max: 2_000_000_000_000 }), fc.integer({ min: 1, max: 500_000 })],
  lastNotification: [tenant],
  invoiceCounter: [tenant],
  acctTokens: [tenant],
  payHealth: [tenant],
  payUnsteady: [tenant],
  deferredCount: [tenant],
  rateLimit: [tenant, fc.constantFrom('reads', 'writes')],
  acctPace: [tenant],
  turns: [tenant, fc.constantFrom('ACCT', 'PAY', 'PAY_URGENT')],
  acctContact: [tenant, email],
  documentListed: [tenant, id],
  person: [tenant, record],
  peopleRevision: [tenant],
  session: [tenant, id, reference],
  answeredChallenge: [tenant, reference],
  refusedForm: [tenant, id, record],
  sentForm: [tenant, reference],
  formLock: [tenant, reference],
  auditEntry: [tenant, record],
  plan: [tenant, record],
  planByReference: [tenant, reference],
  customer: [tenant, fc.record({ id, email })],
  customerNamed: [tenant, email],
  begunPurchase: [tenant, id, fc.record({ at: fc.integer({ min: 1, max: 2_000_000_000_000 }), reference })],
  subscriber: [tenant, record],
  latestInvoice: [tenant, id],
  invoice: [tenant, id, record],
  document: [tenant, id, id],
  invoiceNamed: [tenant, record],
  refund: [tenant, id, record],
  refundListed: [tenant, record],
  refundNamed: [tenant, reference],
  taskListed: [tenant, fc.constantFrom('open', 'done'), record],
  reference: [tenant, reference],
  event: [tenant, record],
  message: [tenant, id],
  messageDay: [
    tenant,
    id,
    fc.constantFrom('payment_failed', 'undone'),
    fc.constantFrom('2026-01-15', '2026-01-16'),
  ],
  messageLink: [id],
  invitationLink: [id],
  testMessages: [tenant, id, fc.constantFrom('2026-01-15', '2026-01-16')],
  suppressed: [tenant, id],

  replay: [tenant, record],
  replayLine: [tenant],
  attempt: [tenant, id, attempt],
  intent: [tenant, reference],
  retry: [tenant, reference],
  cardForm: [tenant, reference],
  openedCardForms: [tenant, id],
  expiredCardForm: [tenant, id, id],
  namingAnswer: [tenant, id, reference],
  idempotency: [tenant, reference],
  difference: [tenant, reference],
  differenceListed: [
    tenant,
    fc.constantFrom('open', 'closed'),
    fc.constantFrom('plan_differs', 'unknown_here', undefined),
    record,
  ],
  notification: [tenant, reference],
};

const KINDS = Object.keys(PARTS) as (keyof typeof key)[];

/** Every kind of key, of anything it can be made from. */
export const made: fc.Arbitrary<Made> = fc.constantFrom(...KINDS).chain((kind) => {
  const make = key[kind] as (...from: readonly (string | number)[]) => Key;
  const parts = PARTS[kind] as readonly fc.Arbitrary<string | number>[];
  return fc.tuple(...parts).map((from) => ({ kind, from, key: make(...from) }));
});
