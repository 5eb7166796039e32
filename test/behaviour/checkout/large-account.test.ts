import { describe, expect } from 'vitest';
import { INTENT_NOT_FOUND_AFTER_MS, STRANGERS_READ_MAX } from '../../../lib/limits.ts';
import { PURCHASE_PAGES_A_PART } from '../../../lib/pay/iyzico/limits.ts';
import { lookUpIntent } from '../../../lib/table/purchases/payment-intents.ts';
import { it as test } from '../../support/world/fixtures.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import { behave, control, directBody, HOUR, MINUTE } from '../../support/world/shop.ts';
import { servePaying } from '../../support/world/paying.ts';

/** What other systems of the tenant have sold of the plan: more than one look-up reads, by pages of a hundred. */
const SOLD = (2 * PURCHASE_PAGES_A_PART + 1) * 100;

async function sellMany(world: World, shop: TestTenant): Promise<void> {
  const sold = { count: SOLD, pricingPlanReferenceCode: shop.plans.basic!.reference };
  await control(world, `/merchants/${shop.credentials.merchantId}/subscriptions`, sold);
}

const it = test
  .extend('sold', async ({ world, shop }) => {
    await behave(world, shop, { dropNotifications: true });
    await sellMany(world, shop);
    await world.clock.advanceTo(world.clock.now() + HOUR);
  })
  /** How many calls each look-up for purchases has made. */
  .extend('parts', async ({ world }) => {
    const parts: number[] = [];
    servePaying(world, (provider) => ({
      searchPurchases: (filter, from) => (parts.push(from), provider.searchPurchases(filter, from)),
    }));
    return parts;
  })
  .extend(
    'unanswered',
    async ({ world, shop, sold: _sold, parts: _parts }) =>
      async (what: 'loseAnswerNext' | 'failNext') => {
        await behave(world, shop, { [what]: 1, path: '/subscription/initialize' });
        const body = { ...directBody(shop.plans.basic!), clientReferenceId: 'order 1' };
        const buy = () => shop.call('checkout/initialize-direct', { body });
        expect((await buy()).status).toBe(504);
        return buy;
      },
  );

describe('a charge without an answer at an account that has more than one look-up reads', () => {
  it('is found by the buyer’s e-mail behind thousands of others of its time, of which a few are kept', async ({
    world,
    shop,
    parts,
    unanswered,
  }) => {
    const buy = await unanswered('loseAnswerNext');
    await world.clock.advanceTo(world.clock.now() + 1_000);
    await sellMany(world, shop);
    await world.advance(2 * MINUTE);
    const { lookUp } = (await lookUpIntent(shop.app, 'order 1'))!;
    expect(lookUp?.isCrowded).toBe(true);
    expect(lookUp?.found.length).toBeLessThanOrEqual(STRANGERS_READ_MAX);
    await world.advance(10 * MINUTE);
    expect((await buy()).status).toBe(200);
    expect(parts).toContain(2 * PURCHASE_PAGES_A_PART * 10 + 1);
  });

  it('is never called unmade in such a crowd, but goes to a person', async ({ world, shop, unanswered }) => {
    const buy = await unanswered('failNext');
    await sellMany(world, shop);
    await world.advance(3 * HOUR);
    expect(await lookUpIntent(shop.app, 'order 1')).toMatchObject({
      isAmbiguous: true,
    });
    expect((await buy()).status).toBe(409);
  });

  it('is called unmade only after a whole pass that began a quarter of an hour later, and goes on where it stopped', async ({
    world,
    shop,
    parts,
    unanswered,
  }) => {
    const buy = await unanswered('failNext');
    await world.advance(INTENT_NOT_FOUND_AFTER_MS - MINUTE);
    expect((await lookUpIntent(shop.app, 'order 1'))?.state).toBe('UNKNOWN');
    expect(parts.slice(0, 3)).toEqual([1, 201, 401]);
    await world.advance(10 * MINUTE);
    expect((await lookUpIntent(shop.app, 'order 1'))?.state).toBe('FAILED');
    expect((await buy()).status).toBe(200);
  });
});
