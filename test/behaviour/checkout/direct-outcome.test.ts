import { expect } from 'vitest';
import { setPlan } from '../../../lib/account/plans.ts';
import { resolveIntent } from '../../../lib/checkout/resolve-intent.ts';
import type { Pay } from '../../../lib/pay/pay.ts';
import { it } from '../../support/world/fixtures.ts';
import { upgradeInPanel } from '../../support/world/panel.ts';
import { behave, directBody, eventsAbout, HOUR, read, subscribe } from '../../support/world/shop.ts';
import type { World } from '../../support/world/world.ts';
import { servePaying } from '../../support/world/paying.ts';

type Charge = ReturnType<Pay['startDirect']>;

/** Serves with what happens around each direct charge at the provider. */
const serveWith = (world: World, around: (charge: () => Charge) => Charge) =>
  servePaying(world, (own) => ({ startDirect: (asked) => around(() => own.startDirect(asked)) }));

it('A repetition while the call is under way is not told that the plan is retired, as if nothing had begun', async ({
  world,
  shop,
}) => {
  const body = directBody(shop.plans.basic!, { clientReferenceId: 'order 1' });
  let repeated: Promise<unknown> | undefined;
  serveWith(world, async (charge) => {
    await setPlan(shop.app, shop.plans.basic!.reference, { active: false });
    repeated = shop.call('checkout/initialize-direct', { body });
    await world.app.wait(50);
    return charge();
  });
  const { status, body: answer } = await shop.call('checkout/initialize-direct', { body });
  expect(status).toBe(200);
  expect(await repeated).toMatchObject({ status, body: answer });
});

it('A plan change made at the provider is not mistaken for a purchase that never arrived there', async ({
  world,
  shop,
}) => {
  const member = await subscribe(world, shop, { plan: shop.plans.plus! });
  await world.advance(HOUR);
  await behave(world, shop, { failNext: 1, path: '/subscription/initialize' });
  const body = directBody(shop.plans.basic!, { email: member.email, clientReferenceId: 'order 1' });
  expect((await shop.call('checkout/initialize-direct', { body })).status).toBe(504);
  const changed = await upgradeInPanel(world, shop, member, 'basic');
  await resolveIntent(shop.app, 'order 1');
  await world.advance(3 * HOUR);
  expect((await read(shop, member)).data.payReference).toBe(changed);
  const purchases = eventsAbout(world, shop, member.email).filter(({ type }) => type === 'SUBSCRIBED');
  expect(purchases).toHaveLength(1);
});
