import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { key } from '../../lib/table/schema.ts';

/** What docs/personal-data.md calls each kind of item that names a person; null for one that never does. */
const NAMED: Readonly<Record<keyof typeof key, string | null>> = {
  nothing: null,
  apiKey: 'keys',
  checkout: 'checkouts',
  form: 'forms',
  formCopy: 'forms',
  portalLink: 'portal',
  portalSession: 'portal',
  externalPerson: 'external ids',
  exchangeRates: null,
  tenant: 'tenant',
  tenantListed: null,
  tenantNamed: null,
  apiKeyListed: null,
  endpoint: null,
  apiKeysRevision: null,
  invoiceCounter: null,
  acctTokens: null,
  lastComparison: null,
  figures: null,
  comparison: null,
  compared: null,
  lastNotification: null,
  payHealth: null,
  payUnsteady: null,
  deferredCount: null,
  rateLimit: null,
  acctPace: null,
  turns: null,
  documentListed: null,
  acctContact: 'contacts',
  apiKeyUse: null,
  person: 'people',
  peopleRevision: null,
  session: 'sessions',
  answeredChallenge: null,
  refusedForm: 'refused forms',
  formLock: null,
  auditEntry: 'audit',
  plan: null,
  planByReference: null,
  customer: 'customer',
  customerNamed: 'customer',
  begunPurchase: 'purchases begun',
  subscriber: 'subscriptions',
  latestInvoice: 'invoices',
  invoice: 'invoices',
  document: 'documents',
  invoiceNamed: null,
  refund: 'refunds',
  refundListed: null,
  refundNamed: null,
  taskListed: 'tasks',
  reference: null,
  event: 'events',
  replay: null,
  replayLine: null,
  attempt: 'attempts',
  intent: 'payment intents',
  unknownIntent: null,
  retry: null,
  cardForm: 'card forms',
  openedCardForms: null,
  expiredCardForm: 'card forms',
  namingAnswer: null,
  idempotency: 'idempotency',
  difference: 'differences',
  differenceListed: null,
  notification: null,
};

it('every kind of item that names a person stands in the page about personal data, and nothing else does', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/personal-data.md'), 'utf8');
  const places = page.matchAll(/\| table: ([^|;]+)/g);
  const listed = [...places].flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));
  const named = Object.values(NAMED).filter((name) => name !== null);
  expect(new Set(listed)).toEqual(new Set(named));
});
