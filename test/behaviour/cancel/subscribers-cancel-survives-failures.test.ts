import { describe, expect, it } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { throughPorts } from '../../faults/ports.ts';
import { like } from '../../support/world/expecting.ts';
import { instanceOf } from '../../support/world/instance.ts';
import {
  advanceToRenewal,
  behave,
  CARDS,
  control,
  HOUR,
  MINUTE,
  read,
  subscribe,
  eventNamesOf,
} from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { openWorld } from '../../support/world/opened.ts';

const world = await openWorld();

/** The App, which lets the provider fall silent just before it is told to cancel. */
function silentBeforeCancel(app: App, silence: () => Promise<unknown>): App {
  return throughPorts(app, async ({ port, method }, effect) => {
    if (port === 'pay' && method === 'cancel') await silence();
    return effect();
  });
}

describe('spec: DELETE /subscribers, once the cancellation is recorded', () => {
  it.each([
    ['asks for fewer requests', { limitNext: 10_000 }],
    ['is silent', { failNext: 10_000 }],
    ['refuses the account', { featureEnabled: false }],
  ])(
    'our choice: says of who has not paid what GET says, also where the provider %s: access is over',
    async (_what, how) => {
      const shop = await makeTenant(world);
      const member = await subscribe(world, shop, { card: CARDS.refusedLater });
      await advanceToRenewal(world, member.reference);
      await world.advance(MINUTE);
      await behave(world, shop, how);
      const body = { 'svc-id': member.svcId };
      for (const time of ['first', 'again']) {
        const answer = await shop.call('subscribers/cancel', { body });
        const { status, accessUntil } = answer.body.data as Record<string, unknown>;
        const { data: shown } = await read(shop, member);
        expect([time, status, accessUntil]).toEqual([time, shown.subscriptionStatus, shown.accessUntil]);
        expect([status, answer.body.message]).toEqual(['CANCELLED', like(/^The subscription has ended/)]);
      }
      await behave(world, shop, { limitNext: 0, failNext: 0, featureEnabled: true });
      await world.advance(2 * HOUR);
      expect(eventNamesOf(world, shop, member).slice(-2)).toEqual([
        'DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED',
        'EXPIRED',
      ]);
    },
  );

  it('our choice: is followed by no end before the provider has been told, also where a payment has failed', async () => {
    const shop = await makeTenant(world);
    const member = await subscribe(world, shop, { card: CARDS.refusedLater });
    await advanceToRenewal(world, member.reference);
    await world.advance(MINUTE);
    const silence = () => behave(world, shop, { failNext: 10_000 });
    world.serve(instanceOf(silentBeforeCancel(world.app, silence)));
    await shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': member.reference } });
    await world.advance(10 * MINUTE);
    expect(eventNamesOf(world, shop, member)).not.toContain('EXPIRED');
    await behave(world, shop, { failNext: 0 });
    world.serve();
    await world.advance(HOUR);
    expect(await control(world, `/subscriptions/${member.reference}`)).toMatchObject({
      subscriptionStatus: 'CANCELED',
    });
    expect(eventNamesOf(world, shop, member).at(-1)).toBe('EXPIRED');
  });
});
