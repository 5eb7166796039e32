import { describe, expect, it } from 'vitest';
import { throughPorts } from '../../faults/ports.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { receivedEvents } from '../../support/world/shop.ts';
import { payForm } from '../../support/world/tenant.ts';
import { openShop } from '../../support/world/opened.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';

const { world, shop } = await openShop();

describe('spec: GET /checkout/callback', () => {
  it('our choice: an activation refused because of a concurrent activation counts as done', async () => {
    const { token } = await startCheckout(shop, { subscriptionInitialStatus: 'PENDING' });
    await payForm(world, token);
    const app = throughPorts(world.app, async ({ method }, effect) => {
      if (method === 'activate') await effect();
      return effect();
    });
    const raw = new URLSearchParams({ token }).toString();
    const answer = await instanceOf(app).call('checkout/callback', { method: 'POST', raw });
    expect(answer.headers.location).toContain('status=success');
    await world.settle();
    expect(receivedEvents(world, shop)).toMatchObject([{ type: 'SUBSCRIBED', data: { status: 'ACTIVE' } }]);
  });
});
