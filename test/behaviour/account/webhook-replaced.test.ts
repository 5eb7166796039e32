import { describe, expect, it } from 'vitest';
import { createTenant, showTenant } from '../../../lib/account/tenants.ts';
import { rotateWebhookSecret, setWebhook } from '../../../lib/account/webhook.ts';
import { readEndpoint, updateEndpoint } from '../../../lib/table/events/endpoint-health.ts';
import { recordDeliveryOutcome } from '../../../lib/webhooks/endpoint-health.ts';
import type { Webhook } from '../../../lib/table/tenants/tenant.ts';
import type { App } from '../../../lib/runtime/app.ts';
import { openOperator, START } from './operator.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const HOOK = 'https://shop.example/hooks';

async function opened(app: App, id: string, { secret, rotation }: Webhook) {
  const open = async (ciphertext: string) => (await app.secrets.decrypt(id, 'webhook', ciphertext)).reveal();
  return { secret: await open(secret), next: rotation && (await open(rotation.secret)) };
}

describe('a webhook address that is replaced', () => {
  it('keeps the secret and its rotation, and forgets how the one before answered; set again it remembers', async () => {
    const { app } = await openOperator();
    const { id } = await createTenant(app, 'shop');
    const first = await setWebhook(forTenant(app, id), HOOK);
    const { secret: next } = await rotateWebhookSecret(forTenant(app, id), 1);
    await updateEndpoint(forTenant(app, id), 'webhook', { timeouts: { add: 3 }, slowSince: START });
    await setWebhook(forTenant(app, id), HOOK);
    expect(await readEndpoint(forTenant(app, id), 'webhook')).toMatchObject({
      timeouts: 3,
      slowSince: START,
    });
    const { webhook, secret } = await setWebhook(forTenant(app, id), `${HOOK}/2`);
    expect(await readEndpoint(forTenant(app, id), 'webhook')).toMatchObject({ timeouts: 0, slowSince: null });
    expect(secret).toBeUndefined();
    expect(await opened(app, id, webhook)).toEqual({ secret: first.secret, next });
  });

  it('shows no new address the outcome of an attempt that was still under way at the one before', async () => {
    const { app } = await openOperator();
    const { id } = await createTenant(app, 'shop');
    const refused = { is: 'answered', status: 500, body: '', tookMs: 40 } as const;
    const silent = { is: 'failed', why: 'timeout', tookMs: 10_000 } as const;
    await setWebhook(forTenant(app, id), HOOK);
    for (const [nth, outcome] of [refused, silent].entries()) {
      const known = await readEndpoint(forTenant(app, id), 'webhook');
      await setWebhook(forTenant(app, id), `${HOOK}/${nth}`);
      await recordDeliveryOutcome(forTenant(app, id), 'webhook', known, { outcome, state: 'WAITING' });
      expect(await readEndpoint(forTenant(app, id), 'webhook')).toMatchObject({
        timeouts: 0,
        lastFailure: null,
      });
    }
    const own = await readEndpoint(forTenant(app, id), 'webhook');
    await recordDeliveryOutcome(forTenant(app, id), 'webhook', own, { outcome: refused, state: 'WAITING' });
    expect(await readEndpoint(forTenant(app, id), 'webhook')).toMatchObject({
      lastFailure: { httpStatus: 500 },
    });
  });

  it('leaves its slow lane, also with what was still under way when it was replaced', async () => {
    const { app } = await openOperator();
    const { id } = await createTenant(app, 'shop');
    await setWebhook(forTenant(app, id), HOOK);
    const slow = {
      ...(await readEndpoint(forTenant(app, id), 'webhook')),
      timeouts: 3,
      slowSince: app.clock(),
    };
    await setWebhook(forTenant(app, id), `${HOOK}/new`);
    const late = { is: 'answered', status: 500, body: '', tookMs: 9_900 } as const;
    expect(
      await recordDeliveryOutcome(forTenant(app, id), 'webhook', slow, { outcome: late, state: 'WAITING' }),
    ).toMatchObject({
      slowSince: null,
    });
  });
});

describe('rotating the webhook secret', () => {
  it.each([0, 24])(
    'twice at once with an overlap of %i hours shows no secret that is dead',
    async (overlapHours) => {
      const { app } = await openOperator();
      const { id } = await createTenant(app, 'shop');
      const first = await setWebhook(forTenant(app, id), HOOK);
      const both = await Promise.allSettled(
        [1, 2].map(() => rotateWebhookSecret(forTenant(app, id), overlapHours)),
      );
      const won = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value.secret] : []));
      expect(won).toHaveLength(1);
      const { webhook } = await showTenant(forTenant(app, id));
      expect(await opened(app, id, webhook!)).toEqual(
        overlapHours === 0 ? { secret: won[0], next: null } : { secret: first.secret, next: won[0] },
      );
    },
  );
});
