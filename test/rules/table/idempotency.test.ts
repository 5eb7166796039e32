import { expect, it } from 'vitest';
import {
  beginKeyedRequest,
  keyedRequestEnded,
  keyedRequestRefused,
  type KeyedRequest,
} from '../../../lib/table/purchases/idempotency.ts';
import { IDEMPOTENCY_RETENTION_MS } from '../../../lib/limits.ts';
import { Conflict } from '../../../lib/table/table.ts';
import { stage, START } from '../http/stage.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const first: KeyedRequest = {
  ...{ idempotencyKey: 'key', state: 'RUNNING', fingerprint: 'f', reference: 'r', startedAt: START },
  ...{ lease: START + 60_000, tries: 1, writer: 'w1', answer: null },
};

it.each<[string, Partial<KeyedRequest>]>([
  ['a later try', { tries: 2 }],
  ['another request, a day later', { startedAt: START + IDEMPOTENCY_RETENTION_MS }],
])('a late attempt does not complete %s under its key', async (_, more) => {
  const { app, table } = stage();
  await beginKeyedRequest(forTenant(app, 'tenant'), first);
  await beginKeyedRequest(forTenant(app, 'tenant'), { ...first, writer: 'w2', ...more }, first);
  await expect(table.apply(keyedRequestEnded('tenant', first, { status: 200, body: '{}' }))).rejects.toThrow(
    Conflict,
  );
  await expect(table.apply(keyedRequestRefused('tenant', first))).rejects.toThrow(Conflict);
});
