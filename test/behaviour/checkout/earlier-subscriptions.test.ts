import { describe, expect } from 'vitest';
import { key } from '../../../lib/table/schema.ts';
import { it } from '../../support/world/fixtures.ts';
import { directBody, receivedEvents, subscribe, type Member } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';

/** Makes a subscriber unreadable, as damage or newer code would. */
const spoil = (world: World, shop: TestTenant, { id }: Member) =>
  world.table.apply({ update: key.subscriber(shop.tenant.id, { id }), set: { status: 'UNHEARD_OF' } });

const buyDirectly = async (shop: TestTenant, { email }: Member) =>
  (await shop.call('checkout/initialize-direct', { body: directBody(shop.plans.basic!, { email }) })).status;

const subtypes = (world: World, shop: TestTenant) =>
  receivedEvents(world, shop).flatMap(({ type, subtype }) => (type === 'SUBSCRIBED' ? [subtype] : []));

describe('a purchase by a customer with an unreadable subscription', () => {
  it('is recorded, by card as by hosted form', async ({ world, shop, member }) => {
    await spoil(world, shop, member);
    expect(await buyDirectly(shop, member)).toBe(200);
    const again = await subscribe(world, shop, { email: member.email });
    expect(again.location.searchParams.get('status')).toBe('success');
    await world.settle();
    expect(subtypes(world, shop)).toEqual(['INITIAL_BUY', 'INITIAL_BUY', 'INITIAL_BUY']);
  });
});
