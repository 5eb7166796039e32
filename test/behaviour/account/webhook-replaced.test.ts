import { describe, expect, it } from 'vitest';
import { createTenant } from '../../../lib/account/tenants.ts';
import { setWebhook } from '../../../lib/account/webhook.ts';
import { readEndpoint } from '../../../lib/table/events/endpoint-health.ts';
import { recordDeliveryOutcome } from '../../../lib/webhooks/endpoint-health.ts';
import { openOperator } from './operator.ts';

const HOOK = 'https://shop.example/hooks';

describe('a webhook address that is replaced', () => {
  it('shows no new address the outcome of an attempt that was still under way at the one before', async () => {
    const { app } = await openOperator();
    const { id } = await createTenant(app, 'shop');
    const refused = { is: 'answered', status: 500, body: '', tookMs: 40 } as const;
    const silent = { is: 'failed', why: 'timeout', tookMs: 10_000 } as const;
    const at = { tenant: id, channel: 'webhook' } as const;
    await setWebhook(app, id, HOOK);
    for (const [nth, outcome] of [refused, silent].entries()) {
      const known = await readEndpoint(app, id, 'webhook');
      await setWebhook(app, id, `${HOOK}/${nth}`);
      await recordDeliveryOutcome(app, at, known, { outcome, state: 'WAITING' });
      expect(await readEndpoint(app, id, 'webhook')).toMatchObject({ timeouts: 0, lastFailure: null });
    }
    const own = await readEndpoint(app, id, 'webhook');
    await recordDeliveryOutcome(app, at, own, { outcome: refused, state: 'WAITING' });
    expect(await readEndpoint(app, id, 'webhook')).toMatchObject({ lastFailure: { httpStatus: 500 } });
  });

  it('leaves its slow lane, also with what was still under way when it was replaced', async () => {
    const { app } = await openOperator();
    const { id } = await createTenant(app, 'shop');
    const at = { tenant: id, channel: 'webhook' } as const;
    await setWebhook(app, id, HOOK);
    const slow = { ...(await readEndpoint(app, id, 'webhook')), timeouts: 3, slowSince: app.clock() };
    await setWebhook(app, id, `${HOOK}/new`);
    const late = { is: 'answered', status: 500, body: '', tookMs: 9_900 } as const;
    expect(await recordDeliveryOutcome(app, at, slow, { outcome: late, state: 'WAITING' })).toMatchObject({
      slowSince: null,
    });
  });
});
