import { expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import { upgradeInPanel } from '../../support/world/panel.ts';
import { charge, DAY, eventNamesOf, HOUR, MINUTE, read } from '../../support/world/shop.ts';

it.for(['success', 'failure'] as const)(
  'our choice: a scheduled plan that the provider’s panel makes the plan of now is the current one (charge: %s)',
  async (outcome, { world, shop, member }) => {
    await world.advance(DAY);
    const [basic, plus] = [shop.plans.basic!.reference, shop.plans.plus!.reference];
    const { body } = await shop.call('subscribers/change-plan', {
      body: {
        'pay-subscriber-reference-code': member.reference,
        'pay-plan-reference-code': plus,
        upgradePeriod: 'NEXT_PERIOD',
      },
    });
    const { payReference: scheduled } = body.data as { payReference: string };
    await world.advance(HOUR);
    expect((await read(shop, member)).data).toMatchObject({ planReference: basic, nextPlanReference: plus });
    const reference = await upgradeInPanel(world, shop, { reference: scheduled }, 'plus', 'NOW');
    await charge(world, reference, outcome);
    await world.advance(MINUTE);
    expect((await read(shop, member)).data).toMatchObject({
      payReference: reference,
      planReference: plus,
      nextPlanReference: null,
      subscriptionStatus: outcome === 'success' ? 'ACTIVE' : 'PAYMENT_FAILED',
    });
    expect(eventNamesOf(world, shop, member)).toEqual([
      'SUBSCRIBED/INITIAL_BUY',
      'DID_CHANGE_RENEWAL_PREF/UPGRADE',
      outcome === 'success' ? 'DID_RENEW/BILLING_RECOVERY' : 'DID_FAIL_TO_RENEW',
    ]);
  },
);
