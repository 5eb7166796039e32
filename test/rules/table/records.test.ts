import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { part, record, text, Unreadable, type AnyMember, type Members } from '../../../lib/record.ts';
import { received, sent } from '../../../lib/table/dynamodb/attributes.ts';
import type { key } from '../../../lib/table/schema.ts';
import { LAST_REQUEST } from '../../../lib/billing/last-request.ts';
import { Refusal, type RefusalDetails } from '../../../lib/refusal.ts';
import { DECLARED, isInKey } from './declared.ts';

const AT = { pk: 'p', sk: 's' };
const RUNS = { numRuns: 25 };

/** Any value that a member may have; undefined where the record lacks it. */
function anyOf(member: AnyMember): fc.Arbitrary<unknown> {
  const { missing, isRequired } = member;
  return isRequired ? madeOf(member) : fc.oneof(fc.constant(missing), madeOf(member));
}

function madeOf({ made, missing }: AnyMember): fc.Arbitrary<unknown> {
  switch (made.of) {
    case 'text':
    case 'key':
      return fc.string();
    case 'number':
      return fc.integer();
    case 'flag':
      return fc.boolean();
    case 'word':
      return fc.constantFrom(...made.words);
    case 'list':
      return fc.array(anyOf(made.each), { minLength: missing === undefined ? 1 : 0, maxLength: 3 });
    case 'part':
      return anyHaving(made.members);
    case 'other':
      return fc.constantFrom(...made.samples);
  }
}

/** Any record with these members; those that it lacks are not there. */
const anyHaving = (members: Members): fc.Arbitrary<object> =>
  fc
    .record(Object.fromEntries(Object.entries(members).map(([name, member]) => [name, anyOf(member)])))
    .map((made) => Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)));

const keyOf = (members: Members, value: object) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => isInKey(members[name]!)));

/** What of something stored is null or empty, at any depth. */
function needless(stored: unknown): boolean {
  if (stored === null) return true;
  if (typeof stored !== 'object' || stored instanceof Uint8Array) return false;
  if (Array.isArray(stored)) return stored.length === 0 || stored.some(needless);
  return Object.values(stored).some(needless);
}

describe.each(DECLARED)('A stored $name', ({ name, members, read, write }) => {
  const stored = Object.entries(members).filter(([, member]) => !isInKey(member));

  it('is read as it was written, by way of the table', () => {
    fc.assert(
      fc.property(anyHaving(members), (value) => {
        const item = received(sent({ ...write(value), ...AT }));
        const again = read(item, keyOf(members, value));
        expect(Object.keys(again).sort()).toEqual(Object.keys(value).sort());
        expect(again).toEqual(value);
      }),
      RUNS,
    );
  });

  it('is written without nulls, empty lists and usual values, at any depth', () => {
    fc.assert(
      fc.property(anyHaving(members), (value) => {
        const item = write(value);
        expect(needless(item), JSON.stringify(item)).toBe(false);
        for (const [each, { missing }] of stored)
          if (missing !== undefined) expect(item[each]).not.toEqual(missing);
      }),
      RUNS,
    );
  });

  it('is not written with what is no member of it', () => {
    const [value] = fc.sample(anyHaving(members), 1);
    expect(Object.keys(write({ ...value, strange: 'x' }))).not.toContain('strange');
  });

  it.each(stored)('names itself where %s is of another type, or missing', (each, { isRequired }) => {
    const [value = {}] = fc.sample(anyHaving(members), 1);
    const known = keyOf(members, value);
    const item = write(value);
    for (const wrong of [null, Symbol.iterator, () => 'of no type that is stored'])
      expect(() => read({ ...item, [each]: wrong }, known)).toThrow(new Unreadable(`${name}.${each}`));
    const { [each]: _, ...without } = item;
    if (isRequired) expect(() => read(without, known)).toThrow(new Unreadable(`${name}.${each}`));
    else expect(() => read(without, known)).not.toThrow();
  });
});

describe('A record', () => {
  it('names the part in which something cannot be read', () => {
    const of = record('thing', { part: part({ inner: part({ word: text }) }) });
    expect(() => of.read({ part: { inner: { word: 5 } } })).toThrow(new Unreadable('thing.part.inner.word'));
    expect(() => of.read({ part: { inner: [] } })).toThrow(new Unreadable('thing.part.inner'));
  });

  it('is not written without what it must have', () => {
    const of = record('thing', { word: text });
    expect(() => of.write({} as { word: string })).toThrow('thing is not written without word');
    expect(() => of.change({ word: undefined })).toThrow('without word');
  });

  it('is in the table of these tests', () => {
    const lib = join(import.meta.dirname, '../../../lib');
    const files = readdirSync(lib, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const declared = files.flatMap((file) =>
      [...readFileSync(join(lib, file), 'utf8').matchAll(/= record\(\s*'([^']+)'/g)].map(
        ([, named]) => named,
      ),
    );
    expect(DECLARED.map(({ name }) => name).sort()).toEqual(declared.sort());
  });
});

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
  challengeKey: null,
  merchant: null,
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
  share: null,
  exportUse: null,
  person: 'people',
  peopleRevision: null,
  session: 'sessions',
  answeredChallenge: null,
  refusedForm: 'refused forms',
  sentForm: null,
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
  message: 'messages',
  messageDay: null,
  messageLink: null,
  invitationLink: null,
  testMessages: 'suppressed addresses',
  suppressed: 'suppressed addresses',
  replay: null,
  replayLine: null,
  attempt: 'attempts',
  intent: 'payment intents',
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
  const page = readFileSync(join(import.meta.dirname, '../../../docs/personal-data.md'), 'utf8');
  const places = page.matchAll(/\| table: ([^|;]+)/g);
  const listed = [...places].flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));
  const named = Object.values(NAMED).filter((name) => name !== null);
  expect(new Set(listed)).toEqual(new Set(named));
});

/** Every member that a refusal may have: a new one does not compile before it stands here. */
const ALL: Required<RefusalDetails> = {
  message: 'Another refund of this invoice is under way.',
  details: [{ field: 'amount', message: 'is too large' }],
  providerErrorCode: '10051',
  retryAfterSeconds: 60,
  allow: ['GET'],
  extra: { refundId: 'rfd_1', clientReferenceId: 'order 1' },
};

const again = (refusal: Refusal) => {
  const stored = LAST_REQUEST.write({ as: 'x', at: 1, refusal }, 'subscription', 'lastRequest');
  return LAST_REQUEST.read(stored, 'subscription', 'lastRequest')?.refusal;
};

it.each([
  ['all of its members', ALL],
  ['none', {}],
] as const)('a refusal that is stored is answered again with %s', (_, more) => {
  const refusal = new Refusal('refund_in_progress', more);
  const replayed = again(refusal);
  expect(replayed?.body).toEqual(refusal.body);
  expect({ message: refusal.message, ...replayed?.more }).toEqual({ message: refusal.message, ...more });
});
