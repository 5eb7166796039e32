import { describe, expect, it } from 'vitest';
import { billing } from '../../../client/src/billing.ts';
import { BillingRefusal, BillingUnreachable } from '../../../client/src/refusals.ts';
import { clientOf, refused } from './service.ts';

const DONE = [200, { status: 'success', data: [] }] as const;
const LOST = new TypeError('fetch failed');

describe('a read', () => {
  it('goes out with the key pair and its query, and without what is not given', async () => {
    const { client, seen } = clientOf([DONE]);
    await client.plans.list({ page: 2, pageSize: 5 });
    expect(seen).toMatchObject([{ method: 'GET', path: '/plans/list', query: { page: '2', pageSize: '5' } }]);
    expect(Object.fromEntries(seen[0]!.headers)).toEqual({ 'x-api-key': 'key', 'x-api-secret': 'secret' });
    expect(seen[0]!.body).toBeUndefined();
  });

  it.each([
    ['got no answer', LOST],
    ['was too much', refused(429, 'rate_limited')],
    ['met a failure of the service', refused(500, 'internal_error')],
    ['met a service that is away', refused(503, 'temporarily_unavailable')],
    ['met something else that is no service', [502, {}]],
  ] as const)('that %s is tried again', async (_what, answer) => {
    const { client, seen } = clientOf([answer, answer, DONE]);
    await client.plans.list();
    expect(seen).toHaveLength(3);
  });

  it('waits twice as long each time, spread at random, and as long as the service asks', async () => {
    const { client, waited } = clientOf([
      LOST,
      LOST,
      refused(429, 'rate_limited', { 'retry-after': '7' }),
      DONE,
    ]);
    await client.plans.list();
    expect(waited[0]).toBeGreaterThanOrEqual(125);
    expect(waited[0]).toBeLessThanOrEqual(250);
    expect(waited[1]).toBeGreaterThanOrEqual(250);
    expect(waited[1]).toBeLessThanOrEqual(500);
    expect(waited[2]).toBe(7_000);
  });

  it('is given up where the service asks for more than a minute', async () => {
    const { client, seen } = clientOf([refused(429, 'rate_limited', { 'retry-after': '61' }), DONE]);
    await expect(client.plans.list()).rejects.toMatchObject({ code: 'rate_limited' });
    expect(seen).toHaveLength(1);
  });

  it('is given up after the last try, with the reason', async () => {
    const { client, seen } = clientOf([LOST, LOST], { retries: 1 });
    const failure = await client.plans.list().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(BillingUnreachable);
    expect(failure).toMatchObject({ message: 'GET /plans/list got no answer', cause: LOST });
    expect(seen).toHaveLength(2);
  });

  it('that is refused for what it asked is not tried again, and says why', async () => {
    const body = {
      status: 'failure',
      errorCode: 'invalid_request',
      errorMessage: 'The request is not valid.',
      details: [{ field: 'page', message: 'must be a number' }],
      providerErrorCode: '11',
    };
    const { client, seen } = clientOf([[400, body, { 'x-request-id': 'request-1' }], DONE]);
    const refusal = await client.plans.list().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(BillingRefusal);
    expect(refusal).toMatchObject({
      code: 'invalid_request',
      status: 400,
      message: 'The request is not valid.',
      details: [{ field: 'page', message: 'must be a number' }],
      providerErrorCode: '11',
      requestId: 'request-1',
      idempotencyKey: undefined,
    });
    expect(refusal instanceof BillingRefusal && refusal.is('invalid_request')).toBe(true);
    expect(seen).toHaveLength(1);
  });
});

describe('a write', () => {
  it('goes out as JSON with a key of its own, another for each call', async () => {
    const { client, seen } = clientOf([DONE, DONE]);
    await client.subscribers.cancelInOurRecordsOnly({ svcId: 'sub_1' });
    await client.account.finishRotation();
    const [first, second] = seen.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).not.toBe(first);
    expect(seen).toMatchObject([
      { method: 'DELETE', path: '/subscribers', query: {}, body: '{"svc-id":"sub_1"}' },
      { method: 'POST', path: '/account/webhook/finish-rotation', body: '{}' },
    ]);
    expect(seen[0]!.headers.get('content-type')).toBe('application/json');
  });

  it('whose answer was lost is sent again with the same key and body', async () => {
    const { client, seen } = clientOf([
      LOST,
      refused(409, 'operation_in_progress'),
      refused(503, 'provider_unreachable', { 'retry-after': '1' }),
      DONE,
    ]);
    await client.subscribers.cancelInOurRecordsOnly({ svcId: 'sub_1' }, { idempotencyKey: 'mine' });
    expect(seen.map(({ headers, body }) => [headers.get('idempotency-key'), body])).toEqual(
      Array.from({ length: 4 }, () => ['mine', '{"svc-id":"sub_1"}']),
    );
  });

  it.each([
    [402, 'payment_refused'],
    [409, 'concurrent_change'],
    [500, 'internal_error'],
    [504, 'payment_outcome_unknown'],
  ])('that was answered %i %s is not retried by itself, and the error has its key', async (status, code) => {
    const { client, seen } = clientOf([refused(status, code), DONE]);
    const refusal = await client.subscribers
      .cancelInOurRecordsOnly({ svcId: 'sub_1' })
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      status,
      code,
      idempotencyKey: seen[0]!.headers.get('idempotency-key'),
    });
    expect(seen).toHaveLength(1);
  });

  it('is given up when its caller gives it up', async () => {
    const { client, seen } = clientOf([LOST, DONE]);
    const call = client.plans.sync({}, { signal: AbortSignal.abort() });
    await expect(call).rejects.toThrow(BillingUnreachable);
    expect(seen).toHaveLength(1);
  });

  it('stops waiting for its next try when its caller gives it up', async () => {
    const client = billing({
      ...KEYS,
      fetch: async (_, init) => {
        init?.signal?.throwIfAborted();
        return Response.json({}, { status: 503, headers: { 'retry-after': '60' } });
      },
    });
    const call = client.plans.sync({}, { signal: AbortSignal.timeout(20) });
    await expect(call).rejects.toThrow(BillingUnreachable);
  });
});

const KEYS = { baseUrl: 'https://billing.example', apiKey: 'key', apiSecret: 'secret' };

describe('a client', () => {
  it.each(['baseUrl', 'apiKey', 'apiSecret'] as const)('says at once that its %s is missing', (name) => {
    for (const missing of [undefined, ''])
      expect(() => billing({ ...KEYS, [name]: missing })).toThrow(
        new TypeError(`the client's ${name} is missing`),
      );
  });

  it.each(['billing.example', 'https://', '/v1'])('says at once that %s is no address', (baseUrl) => {
    expect(() => billing({ ...KEYS, baseUrl })).toThrow(/^baseUrl is no address/);
  });

  it('sends its secret over plain http to this machine alone', () => {
    for (const baseUrl of [
      'http://billing.example',
      'http://127.0.0.1.evil.example',
      'http://192.168.1.7:3000',
    ])
      expect(() => billing({ ...KEYS, baseUrl })).toThrow(/^baseUrl is no address/);
    for (const baseUrl of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
      expect(billing({ ...KEYS, baseUrl }).plans).toBeDefined();
  });
});
