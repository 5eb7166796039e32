import { describe, expect, it } from 'vitest';
import { directBody, receivedEvents } from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { openWorld } from '../../support/world/opened.ts';

const world = await openWorld();

const EVENTS = 50;
const COPIES = 200;

describe('a flood of ten thousand dead letters', () => {
  it('is moved back to its queue, and each event is delivered once, however often its messages became dead letters', async () => {
    const shop = await makeTenant(world);
    for (let at = 0; at < EVENTS; at++)
      await shop.call('checkout/initialize-direct', { body: directBody(shop.plans.basic!) });
    const died = world.queues.sent
      .filter(({ queue }) => queue === 'deliveries')
      .map(({ message }) => message);
    expect(died).toHaveLength(EVENTS);
    world.queues.lose('deliveries');
    const dead = Array.from({ length: COPIES }, () => died).flat();
    await world.queues.queues.deliveries.send(dead);
    expect(dead).toHaveLength(10_000);
    await world.settle();
    const heard = receivedEvents(world, shop).map(({ eventId }) => eventId);
    expect(heard).toHaveLength(EVENTS);
    expect(new Set(heard).size).toBe(EVENTS);
    expect(world.queues.dead).toEqual([]);
  });
});
