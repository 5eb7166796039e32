import { expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import { readingAs } from '../../support/world/reading-as.ts';
import {
  control,
  DAY,
  eventNamesOf,
  HOUR,
  statusOf,
  subscribe,
  type Member,
} from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import { differencesOf, kindsOf, listedTenant, night, reconcile } from './comparison.ts';
import { servePaying } from '../../support/world/paying.ts';

/** Has an instance serve whose provider reports each activation as done without doing it. */
const serveNeverActivating = (world: World) =>
  servePaying(world, () => ({ activate: async () => ({ ok: true, value: undefined }) }));

/** Has the provider's word that a waiting subscription is active recorded. */
async function reportActive(world: World, shop: TestTenant, member: Member): Promise<void> {
  servePaying(world, (really) =>
    readingAs(really, async (reference) => {
      const read = await really.readSubscription(reference);
      return read.ok ? { ok: true, value: { ...read.value, status: 'ACTIVE' } } : read;
    }),
  );
  await reconcile(world, shop, member);
  expect(await statusOf(shop, member)).toBe('ACTIVE');
}

it('an activation that is taken back twice stays one difference, which closes once it is made', async ({
  world,
}) => {
  const shop = await listedTenant(world);
  serveNeverActivating(world);
  const member = await subscribe(world, shop, { more: { subscriptionInitialStatus: 'PENDING' } });
  await world.advance(DAY + HOUR);
  const first = await differencesOf(shop);
  expect(first).toMatchObject([{ kind: 'status_differs' }]);
  await reportActive(world, shop, member);
  world.serve();
  await reconcile(world, shop, member);
  expect(await statusOf(shop, member)).toBe('PENDING');
  expect(await differencesOf(shop)).toEqual(first);
  const counted = world.log.filter((line) => line.includes('"DifferencesFound":1'));
  const about = { subscriberId: member.id, reference: member.reference };
  expect(counted.map((line) => JSON.parse(line) as unknown)).toEqual([expect.objectContaining(about)]);

  const provider = world.app.pay({ ...shop.credentials, baseUrl: world.pay.url });
  expect((await provider.activate(member.reference)).ok).toBe(true);
  await world.advance(HOUR);
  await night(world);
  expect(await kindsOf(shop)).toEqual([]);
  expect(await kindsOf(shop, 'closed')).toEqual(['status_differs']);
});

it.for(['made', 'given up'] as const)(
  'an activation that was reported and not made stays listed, night after night, until it is %s',
  async (end, { world }) => {
    const shop = await listedTenant(world);
    serveNeverActivating(world);
    const member = await subscribe(world, shop, { more: { subscriptionInitialStatus: 'PENDING' } });
    expect([await statusOf(shop, member), await kindsOf(shop)]).toEqual(['ACTIVE', []]); // its answers may lag behind
    await world.advance(DAY + HOUR);
    for (let nights = 1; nights <= 2; nights++) {
      await night(world);
      expect(await statusOf(shop, member)).toBe('PENDING');
      expect(await kindsOf(shop)).toEqual(['status_differs']);
    }
    world.serve();
    const provider = world.app.pay({ ...shop.credentials, baseUrl: world.pay.url });
    if (end === 'made') expect((await provider.activate(member.reference)).ok).toBe(true);
    else await control(world, `/subscriptions/${member.reference}/cancel`, {});
    await reconcile(world, shop, member);
    await night(world);
    expect(await kindsOf(shop)).toEqual([]);
    expect(await kindsOf(shop, 'closed')).toEqual(['status_differs']);
    if (end === 'made') expect(eventNamesOf(world, shop, member)).toEqual(['SUBSCRIBED/INITIAL_BUY']);
  },
);
