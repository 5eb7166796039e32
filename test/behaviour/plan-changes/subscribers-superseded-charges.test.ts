import { describe, expect, it } from 'vitest';
import { openShop } from '../../support/world/opened.ts';
import {
  behave,
  charge,
  DAY,
  eventsAbout,
  HOUR,
  moveToPlan,
  nameOf,
  subscribe,
} from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';

const { world } = await openShop();
const shop = await makeTenant(world, {
  plans: [
    { name: 'basic', price: '100.00', graceDays: 5 },
    { name: 'plus', price: '200.00', graceDays: 30 },
  ],
});

describe('spec: DID_RENEW and DID_FAIL_TO_RENEW, of an order whose reference a plan change has replaced', () => {
  it('our choice: have the plan of that order, with its grace period', async () => {
    const member = await subscribe(world, shop);
    await world.advance(DAY);
    await behave(world, shop, { dropNotifications: true });
    await charge(world, member.reference, 'failure');
    await charge(world, member.reference, 'success');
    await moveToPlan(shop, member, 'plus');
    await behave(world, shop, { dropNotifications: false });
    await world.advance(HOUR);
    const { basic, plus } = shop.plans;
    const heard = eventsAbout(world, shop, member.email).map((event) => {
      const { planReference, grace_period } = event.data;
      return [nameOf(event), planReference, grace_period];
    });
    expect(heard).toEqual([
      ['SUBSCRIBED/INITIAL_BUY', basic!.reference, undefined],
      ['DID_CHANGE_RENEWAL_PREF/UPGRADE', plus!.reference, undefined],
      ['DID_FAIL_TO_RENEW', basic!.reference, 5],
      ['DID_RENEW/BILLING_RECOVERY', basic!.reference, 5],
      ['DID_RENEW/BILLING_RECOVERY', plus!.reference, 30],
    ]);
  });
});
