import { listEvents, type ListedEvent } from '../../support/world/events.ts';
import { openWorld } from '../../support/world/opened.ts';
import { MINUTE, subscribe, type Member } from '../../support/world/shop.ts';
import { changeTenant, makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';

/** A tenant with two subscribers and eight events. */
export interface ListedEvents {
  readonly world: World;
  readonly shop: TestTenant;
  readonly first: Member;
  readonly second: Member;
  /** Newest first: two of them exhausted, one skipped, one still waiting. */
  readonly all: readonly ListedEvent[];
}

/** A world with such a tenant for the tests of one file. */
export async function openEvents(): Promise<ListedEvents> {
  const world = await openWorld();
  const shop = await makeTenant(world, { chatUrl: `${world.receiver.url}/chat` });
  const change = (member: Member, plan: string) =>
    shop.call('subscribers/change-plan', {
      body: { 'svc-subscriber-id': member.svcId, 'svc-plan-id': shop.plans[plan]!.id },
    });
  const first = await subscribe(world, shop);
  await world.advance(MINUTE);
  const second = await subscribe(world, shop);
  await world.advance(MINUTE);
  world.receiver.answer(shop.hook, ...Array.from({ length: 22 }, () => 500));
  await change(first, 'plus');
  await world.advance(MINUTE);
  await change(second, 'plus');
  await world.advance(15 * MINUTE);
  await changeTenant(world, shop, { webhook: null });
  await shop.call('subscribers/cancel', { body: { 'svc-id': first.svcId } });
  await changeTenant(world, shop, {});
  await change(second, 'basic');
  await world.advance(MINUTE);
  await shop.call('subscribers/cancel', { body: { 'svc-id': second.svcId } });
  await world.settle();
  await world.advance(MINUTE);
  world.receiver.answer(shop.hook, 500);
  await shop.call('subscribers/undo-cancel', { body: { 'svc-id': second.svcId } });
  await world.settle();
  return { world, shop, first, second, all: (await listEvents(shop, { limit: '100' })).data };
}
