import { describe, expect, it } from 'vitest';
import { clientOf } from './service.ts';

const DONE = [200, { status: 'success', data: [] }] as const;

describe('an answer that is not the service’s', () => {
  it.each([
    ['a page of another server', 404],
    ['a redirect to another address', 301],
    ['a gateway’s page', 502],
  ])('is %s: the call fails at once, with its status', async (_what, status) => {
    const { client, seen } = clientOf([[status, '<html>Something else</html>'], DONE]);
    expect(await client.plans.sync().catch((error: unknown) => error)).toMatchObject({
      code: 'unexpected_answer',
      message: `HTTP ${status}, and no answer of this service`,
      status,
      idempotencyKey: seen[0]!.headers.get('idempotency-key'),
    });
    expect(seen).toHaveLength(1);
  });

  it('is a page that another server gives as a success, not a lost answer', async () => {
    const page = [200, '<html>Welcome</html>', { 'content-type': 'text/html; charset=utf-8' }] as const;
    const { client, seen } = clientOf([page, DONE]);
    await expect(client.plans.list()).rejects.toMatchObject({ code: 'unexpected_answer', status: 200 });
    expect(seen).toHaveLength(1);
  });

  it('is tried again at the usual pace where its Retry-After cannot be read', async () => {
    const { client, waited } = clientOf([[503, '<html>Busy</html>', { 'retry-after': 'soon' }], DONE]);
    await client.plans.list();
    expect(waited[0]).toBeLessThanOrEqual(250);
  });

  it('is tried again, with its key, where a success was cut off', async () => {
    const { client, seen } = clientOf([[200, '{"status":"succ'], DONE]);
    await client.plans.sync();
    expect(new Set(seen.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    expect(seen).toHaveLength(2);
  });
});
