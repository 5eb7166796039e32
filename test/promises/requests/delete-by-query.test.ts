import { RIGHTS } from '../../../lib/billing/rights.ts';
import { describe, expect } from 'vitest';
import { createKey } from '../../../lib/account/keys.ts';
import { it } from '../../support/world/fixtures.ts';
import { subscribe } from '../../support/world/shop.ts';

const REFERENCE = 'pay-subscriber-reference-code';

describe('our choice: DELETE /subscribers', () => {
  it('takes its identifier from the query, because proxies and clients drop bodies of DELETE', async ({
    world,
    shop,
  }) => {
    const one = await subscribe(world, shop);
    const other = await subscribe(world, shop);
    const byId = await shop.call('subscribers/cancel', { query: { 'svc-id': one.svcId } });
    const byReference = await shop.call('subscribers/cancel', {
      query: { [REFERENCE]: other.reference.toUpperCase() },
    });
    expect(
      [byId, byReference].map(({ status, body }) => [status, (body.data as { svcId: string }).svcId]),
    ).toEqual([
      [200, one.svcId],
      [200, other.svcId],
    ]);
  });

  it('takes it from both where they agree, and refuses where they do not', async ({
    world,
    shop,
    member,
  }) => {
    const other = await subscribe(world, shop);
    const svcId = { 'svc-id': member.svcId };
    expect((await shop.call('subscribers/cancel', { body: svcId, query: svcId })).status).toBe(200);
    const differing = await shop.call('subscribers/cancel', {
      body: svcId,
      query: { 'svc-id': other.svcId },
    });
    expect(differing).toMatchObject({
      status: 400,
      body: {
        error: 'invalid_request',
        details: [{ field: 'svc-id', message: 'differs between body and query' }],
      },
    });
    const mixed = await shop.call('subscribers/cancel', {
      body: svcId,
      query: { [REFERENCE]: member.reference },
    });
    expect(mixed).toMatchObject({ status: 400, body: { error: 'mutually_exclusive_parameters' } });
    expect(await shop.call('subscribers/cancel')).toMatchObject({
      status: 400,
      body: { error: 'missing_identifier' },
    });
  });

  it('DELETE /account/keys too', async ({ shop }) => {
    const { key } = await createKey(shop.app, { label: 'old', rights: RIGHTS }, RIGHTS);
    const { status, body } = await shop.call('account/revoke-key', { query: { apiKey: key.apiKey } });
    expect([status, (body.data as { state: string }).state]).toEqual([200, 'REVOKED']);
  });
});
