import { randomBytes } from 'node:crypto';
import { RIGHTS } from '../../../lib/billing/rights.ts';
import type { Context } from 'aws-lambda';
import type { ApiKey } from '../../../lib/billing/api-key.ts';
import type { App } from '../../../lib/runtime/app.ts';
import type { HttpEvent, HttpHandler } from '../../../lib/http/call.ts';
import { jsonLog } from '../../../lib/runtime/log.ts';
import type { RouteName } from '../../../functions/routes.ts';
import { apiKeyItem, secretHashOf } from '../../../lib/table/tenants/keys.ts';
import type { Change, Table } from '../../../lib/table/table.ts';
import { key } from '../../../lib/table/schema.ts';
import { tenantItem, type Tenant } from '../../../lib/table/tenants/tenant.ts';
import { memoryTable } from '../../support/doubles/memory-table.ts';
import { eventFor } from '../../support/world/front.ts';
import { closedApp } from '../../support/world/closed-app.ts';
import { testSecrets } from '../../support/world/secrets.ts';
import type { Answer, Ask } from '../../support/world/world.ts';
import { informative } from '../../support/world/log-line.ts';
import { bareTenant } from '../../support/world/bare-tenant.ts';
import { MADE_BY_OPERATOR } from '../../support/world/key.ts';

export const START = Date.UTC(2026, 0, 15, 9);
export const REQUEST_ID = 'request-1';

/** What an endpoint needs to run, with a clock that a test sets and nothing outside this process. */
export interface Stage {
  readonly app: App;
  readonly table: Table;
  readonly clock: { now: number };
  /** Log lines, parsed. */
  readonly lines: Record<string, unknown>[];
  /** How often the table was asked for something, by the name of its method. */
  readonly asked: string[];
  /** Is run before the next change of one item, once: another process, or a table that does not work. */
  meanwhile: (() => unknown) | undefined;
}

/** Counting a tenant's requests is another story. */
const isCount = (change: Change) =>
  ('put' in change ? change.put : 'update' in change ? change.update : { pk: '' }).pk.startsWith('L#');

export function stage(settings: Partial<App['settings']> = {}): Stage {
  const inner = memoryTable();
  const clock = { now: START };
  const lines: Record<string, unknown>[] = [];
  const asked: string[] = [];
  let ids = 0;
  let nonces = 0;
  const table: Table = {
    ...inner,
    getMany: (keys, options) => {
      asked.push('getMany');
      return inner.getMany(keys, options);
    },
    apply: async (change) => {
      if (isCount(change)) return inner.apply(change);
      asked.push('apply');
      const { meanwhile } = made;
      made.meanwhile = undefined;
      await meanwhile?.();
      return inner.apply(change);
    },
  };
  const app = closedApp({
    clock: () => clock.now,
    newId: () => `id-${++ids}`,
    newNonce: () => `nonce-${++nonces}`,
    newSecret: () => randomBytes(32).toString('base64url'),
    wait: () => new Promise((resolve) => setImmediate(resolve)),
    table,
    secrets: testSecrets(),
    log: jsonLog((line) => lines.push(JSON.parse(informative(line)) as Record<string, unknown>), {
      now: () => 0,
    }),
    settings: { publicUrl: 'https://svc.example', loopbackAllowed: [], ...settings },
  });
  const made: Stage = { app, table: inner, clock, lines, asked, meanwhile: undefined };
  return made;
}

export interface Shop {
  readonly id: string;
  readonly headers: Record<string, string>;
}

/** Stores a tenant and a key pair of it. */
export async function addShop(
  { table }: Stage,
  more: { id?: string; tenant?: Partial<Tenant>; key?: Partial<ApiKey>; tail?: string } = {},
): Promise<Shop> {
  const { id = 'a'.repeat(32), tail = 'abcdefgh' } = more;
  const tenant = bareTenant(id, {
    name: 'A shop',
    createdAt: START,
    ...more.tenant,
  });
  const apiKey = `svck_test_${id}_${tail}`;
  const apiSecret = `svcs_${id}`;
  const stored: ApiKey = {
    apiKey,
    tenant: id,
    secretHash: secretHashOf(apiSecret),
    status: 'ACTIVE',
    expiresAt: null,
    createdAt: START,
    ...MADE_BY_OPERATOR,
    rights: RIGHTS,
    ...more.key,
  };
  const used = { put: { ...key.apiKeyUse(id, apiKey), lastUsedAt: Number.MAX_SAFE_INTEGER } };
  await table.write([{ put: tenantItem(tenant) }, { put: apiKeyItem(stored) }, used]);
  return { id, headers: { 'x-api-key': apiKey, 'x-api-secret': apiSecret } };
}

/** Calls a handler as the gateway would. `change` alters the event that the gateway would make of the question. */
export async function call(
  handler: HttpHandler,
  name: RouteName,
  ask: Ask = {},
  change: Partial<HttpEvent> = {},
  context: Partial<Context> = {},
): Promise<Answer> {
  const event = eventFor(name, ask);
  event.requestContext.requestId = REQUEST_ID;
  const answer = await handler({ ...event, ...change }, context as Context);
  const { statusCode = 0, headers = {}, body = '' } = answer;
  const parsed = body.startsWith('{') ? (JSON.parse(body) as Record<string, unknown>) : {};
  return { status: statusCode, headers: headers as Record<string, string>, text: body, body: parsed };
}

/** Rejects with a thing that is not an Error, as code of others may. */
export async function throwText(text: string): Promise<never> {
  AbortSignal.abort(text).throwIfAborted();
  throw new Error('the text was not thrown');
}

/** The failure body of a refusal, as every endpoint gives it. */
export const failure = (code: string, message: string) => ({
  status: 'failure',
  error: code,
  message,
  errorCode: code,
  errorMessage: message,
});
