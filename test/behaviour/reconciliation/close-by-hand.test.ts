import { describe, expect } from 'vitest';
import { closeByHand } from '../../../lib/comparison/close-by-hand.ts';
import { recordDifferences } from '../../../lib/comparison/record-differences.ts';
import { differencePage, type NewDifference } from '../../../lib/table/differences/differences.ts';
import { behave, DAY, HOUR } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import { kindsOf, night, soldAtProvider } from './comparison.ts';
import { it } from './fixtures.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const CLOSING = { by: 'Ada', because: 'The other shop of this merchant sold it.' };
const PAGE = { limit: 10, startingAfter: null, endingBefore: null };

const listed = async (world: World, { tenant }: TestTenant, state: 'open' | 'closed') =>
  (await differencePage(forTenant(world.app, tenant.id), { state, kind: undefined }, PAGE)).items;

const FOUND: NewDifference = {
  kind: 'status_differs',
  about: 'one',
  subscriberId: null,
  reference: 'one-at-the-provider',
  ours: 'ACTIVE',
  theirs: 'CANCELLED',
  since: Date.UTC(2026, 0, 15),
};

/** What a comparison finds tonight. */
const finds = (world: World, { tenant }: TestTenant, more: Partial<NewDifference> = {}) =>
  recordDifferences(forTenant(world.app, tenant.id), 0, [{ ...FOUND, since: world.clock.now(), ...more }]);

/** Finds a difference that a person then closes. */
async function closed(world: World, shop: TestTenant) {
  await finds(world, shop);
  const [open] = await listed(world, shop, 'open');
  return closeByHand(shop.app, open!.id, CLOSING);
}

describe('a difference that a person closes', () => {
  it('is kept with who closed it and why, and stays closed night after night', async ({ world, shop }) => {
    await soldAtProvider(world, shop);
    await behave(world, shop, { dropNotifications: true });
    await world.advance(2 * HOUR);
    await night(world);
    const [open] = await listed(world, shop, 'open');
    const closedAt = world.clock.now();
    expect(await closeByHand(shop.app, open!.id, CLOSING)).toMatchObject({
      id: open!.id,
      closing: CLOSING,
    });
    for (let day = 0; day < 9; day++) {
      await world.advance(DAY);
      await night(world);
    }
    expect(await kindsOf(shop)).toEqual([]);
    expect(await listed(world, shop, 'closed')).toEqual([{ ...open, closedAt, closing: CLOSING }]);
  });

  it('is found anew once it is another one', async ({ world, shop }) => {
    await closed(world, shop);
    await finds(world, shop, { theirs: 'EXPIRED' });
    expect(await listed(world, shop, 'open')).toMatchObject([{ theirs: 'EXPIRED', closing: null }]);
  });

  it('is found anew if it comes back after it was gone for more than a week', async ({ world, shop }) => {
    await closed(world, shop);
    for (const days of [6, 7]) {
      await world.advance(days * DAY);
      await finds(world, shop);
      expect(await listed(world, shop, 'open')).toEqual([]);
    }
    await world.advance(7 * DAY + 1);
    await finds(world, shop);
    expect(await listed(world, shop, 'open')).toMatchObject([{ kind: 'status_differs', closing: null }]);
  });
});
