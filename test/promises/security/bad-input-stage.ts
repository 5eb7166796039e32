import { RIGHTS } from '../../../lib/billing/rights.ts';
import { everyQueue } from '../../support/world/queues.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Acct } from '../../../lib/acct/acct.ts';
import type { Pay } from '../../../lib/pay/pay.ts';
import { iyzicoNotifications } from '../../../lib/pay/iyzico/notifications.ts';
import { apiKeyItem, secretHashOf } from '../../../lib/table/tenants/keys.ts';
import { planChanges } from '../../../lib/table/subscribers/plans.ts';
import type { Change, Key, Table } from '../../../lib/table/table.ts';
import { tenantItem } from '../../../lib/table/tenants/tenant.ts';
import { SAMPLE } from '../../../lib/wire/samples.ts';
import { keyOf } from '../../support/doubles/memory-items.ts';
import { memoryTable } from '../../support/doubles/memory-table.ts';
import { closedApp } from '../../support/world/closed-app.ts';
import { testDocuments } from '../../support/world/documents.ts';
import { distinctIds } from '../../support/world/ids.ts';
import { testSecrets } from '../../support/world/secrets.ts';
import { handlersOf, type Handlers } from './handlers.ts';
import { bareTenant } from '../../support/world/bare-tenant.ts';
import { MADE_BY_OPERATOR } from '../../support/world/key.ts';

const TENANT = '01890a5dac95700080000000000000ff';
const START = Date.UTC(2026, 0, 15, 9, 0, 0);
/** More than a request's share of the narrowest limit, so that none of them is refused for its number. */
const BETWEEN_REQUESTS_MS = 2_000;

/** A tenant that has what the examples of the description name. */
export const KNOWN = {
  notificationToken: `${TENANT}_${'n'.repeat(24)}`,
  headers: { 'x-api-key': SAMPLE.apiKey, 'x-api-secret': 'svcs_right' },
} as const;

/** The service on a table in memory, before a provider that refuses whatever it is asked. */
export interface Stage {
  readonly handlers: Handlers;
  /** Partition keys written so far, in order. */
  readonly written: string[];
  readonly sent: unknown[];
  tick(): void;
}

export async function setStage(): Promise<Stage> {
  let now = START;
  const written: string[] = [];
  const sent: unknown[] = [];
  const plain = memoryTable();
  await plain.write(records());
  const queue = { send: async (messages: readonly unknown[]) => void sent.push(...messages) };
  const app = closedApp({
    clock: () => now,
    newId: distinctIds(() => now),
    newNonce: () => randomUUID().replaceAll('-', ''),
    newSecret: () => randomBytes(32).toString('base64url'),
    wait: () => new Promise((resolve) => setImmediate(resolve)),
    table: strict(plain, written),
    queues: everyQueue(() => queue),
    secrets: testSecrets(),
    documents: testDocuments(() => now).documents,
    pay: () => PAY,
    payNotifications: iyzicoNotifications,
    acct: () => ACCT,
    post: async () => ({ is: 'failed', why: 'nobody is there', tookMs: 0 }),
  });
  return { handlers: await handlersOf(app), written, sent, tick: () => void (now += BETWEEN_REQUESTS_MS) };
}

/** A provider that refuses whatever it is asked, but for what is answered here. */
const refusing = <Provider extends object>(refusal: object, answered: Partial<Provider>): Provider =>
  new Proxy(answered, {
    get: (given, method) =>
      Reflect.get(given, method) ?? (async () => ({ ok: false, message: 'no', ...refusal })),
  }) as Provider;

/** No login is accepted. */
const ACCT = refusing<Acct>({ is: 'credentials' }, { keepsPaymentsIn: () => true });

/** No card is accepted, no plan is known, and there are no products. */
const PAY = refusing<Pay>(
  { is: 'declined', providerCode: '10051' },
  {
    openForm: async () => ({ ok: false, is: 'planNotFound', providerCode: '10051', message: 'no' }),
    listProducts: async () => ({ ok: true, value: [] }),
  },
);

/** Takes no key that DynamoDB would refuse: too long, or not encodable as UTF-8. Notes what is written. */
function strict(table: Table, written: string[]): Table {
  const sound = (...keys: Key[]) => {
    for (const { pk, sk } of keys)
      if (!fits(pk, 2048) || !fits(sk, 1024))
        throw new Error(`a key that DynamoDB refuses: ${JSON.stringify(pk).slice(0, 60)}`);
  };
  /** A write whose condition does not hold has written nothing. */
  const noted = async <T>(changes: readonly Change[], write: () => Promise<T>): Promise<T> => {
    const keys = changes.map(keyOf);
    sound(...keys);
    const done = await write();
    written.push(...keys.map(({ pk }) => pk));
    return done;
  };
  return {
    ...table,
    get: async (key, options) => (sound(key), table.get(key, options)),
    getMany: async (keys, options) => (sound(...keys), table.getMany(keys, options)),
    query: async (query) => (sound({ pk: query.pk, sk: query.prefix ?? '-' }), table.query(query)),
    apply: (change) => noted([change], () => table.apply(change)),
    write: (changes) => noted(changes, () => table.write(changes)),
  };
}

const fits = (text: string, bytes: number) =>
  text !== '' && text.isWellFormed() && Buffer.byteLength(text) <= bytes;

function records(): Change[] {
  const sealed = Buffer.from(JSON.stringify([TENANT, 'pay', '{"apiKey":"a","secretKey":"s"}'])).toString(
    'base64',
  );
  const tenant = bareTenant(TENANT, {
    name: 'Tenant',
    pay: { baseUrl: 'https://provider.example', merchantId: '1', sealed, owner: 'owner' },
    notificationToken: KNOWN.notificationToken,
    createdAt: START,
  });
  const apiKey = {
    apiKey: KNOWN.headers['x-api-key'],
    tenant: TENANT,
    secretHash: secretHashOf(KNOWN.headers['x-api-secret']),
    status: 'ACTIVE' as const,
    expiresAt: null,
    createdAt: START,
  };
  const plan = planChanges(TENANT, {
    id: SAMPLE.planId,
    reference: SAMPLE.planReference,
    productReference: SAMPLE.productReference,
    name: 'Basic',
    lookupKey: null,
    price: '100.00',
    currency: 'TRY',
    interval: 'MONTHLY',
    intervalCount: 1,
    trialDays: 0,
    unit: null,
    type: 'DIGITAL',
    shippingPrice: null,
    features: {},
    graceDays: 7,
    vatRate: null,
    active: true,
    createdAt: START,
  });
  return [
    { put: tenantItem(tenant) },
    { put: apiKeyItem({ ...MADE_BY_OPERATOR, ...apiKey, rights: RIGHTS }) },
    ...plan,
  ];
}
