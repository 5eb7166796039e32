import { describe, expect, it } from 'vitest';
import { DOWNLOADS } from '../../../lib/console/downloads.ts';
import { SCREENS } from '../../../lib/console/screens.ts';
import { SCREENS as PORTAL_SCREENS } from '../../../lib/portal/screens.ts';
import { ROUTES, type RouteName } from '../../../functions/routes.ts';
import { RATE_LIMITS } from '../../../lib/table/schema.ts';
import { stageFor } from '../openapi/example-stage.ts';
import { openDesk } from '../../behaviour/console/desk.ts';
import { heldBy } from '../../support/world/copy.ts';
import { openShop } from '../../support/world/opened.ts';
import { portalLink, visitor } from '../../support/world/portal.ts';
import { advanceToRenewal, behave, MINUTE, subscribe } from '../../support/world/shop.ts';
import type { Ask } from '../../support/world/ask.ts';

const { world, shop } = await openShop({ invoicing: true });

/** What records what the payment provider says of a purchase when it is asked for: the contract wants it so. */
const RECORDING = ['checkout/callback', 'checkout/page'] as const satisfies readonly RouteName[];

/** Asks by GET and by HEAD, which write nothing but counters; answers the statuses of GET. */
async function statusesOf(name: RouteName, asks: readonly Ask[]): Promise<number[]> {
  const before = await heldBy(world);
  const statuses: number[] = [];
  for (const ask of asks) {
    const { length } = world.written;
    const { status } = await world.call(name, ask);
    statuses.push(status);
    await world.call(name, { ...ask, method: 'HEAD' });
    expect(status, name).toBeLessThan(500);
    const writes = world.written.slice(length).filter((one) => !one.includes(`"pk":"${RATE_LIMITS}`));
    expect(writes, `${name} ${JSON.stringify(ask)}`).toEqual([]);
  }
  expect(await heldBy(world)).toEqual(before);
  return statuses;
}

describe('spec: A GET changes nothing', () => {
  it('can write nothing but counters, but for the return from the payment provider and the page of its form', () => {
    const writing = ROUTES.filter(
      ({ methods, table }) => (methods as readonly string[]).includes('GET') && table === 'write',
    );
    expect(writing.map(({ name }) => name)).toEqual(RECORDING);
  });

  const named = ROUTES.filter(({ methods, caller }) => methods[0] === 'GET' && caller === 'tenant');
  it.each(named.map(({ name }) => name))('at %s: the table holds the same before and after', async (name) => {
    const { shop: of, ask } = await stageFor(world, name);
    expect(await statusesOf(name, [{ ...ask, headers: of.headers }])).toEqual([200]);
  });

  it('at every page of the portal and of the console', async () => {
    const member = await subscribe(world, shop);
    await world.advance(5 * MINUTE);
    const desk = await openDesk(world, shop, 'owner', 'support', 'finance', 'developer');
    const { visitor: one } = await visitor(world, shop, member.svcId);
    const link = new URL(await portalLink(shop, member.svcId)).searchParams.get('link')!;
    const plan = `pln_${shop.plans.plus!.id.replaceAll('-', '')}`;
    const pages = Object.keys(PORTAL_SCREENS).map((page): Ask => {
      return {
        path: { page },
        cookies: one.cookies,
        query: { subscription: member.svcId, plan, what: 'card' },
      };
    });
    const screens = [
      ...Object.keys(SCREENS).map((screen) => [screen, { id: member.svcId, list: 'plans' }] as const),
      ...Object.keys(DOWNLOADS).map((list) => ['export-file', { id: member.svcId, list }] as const),
      ['sign-in', {}] as const,
      ['invitation', { token: 'x' }] as const,
      ['visit', { token: 'x' }] as const,
      ['nowhere', { refused: 'x' }] as const,
    ].map(([screen, query]): Ask => ({ path: { screen }, query: { ...query }, cookies: desk.cookies }));
    await statusesOf('portal/show', [{ path: { page: 'enter' }, query: { link } }, ...pages]);
    await statusesOf('console/show', screens);
  });

  it('not even where a preview is asked for while a renewal may have been made: its button reads the provider', async () => {
    const member = await subscribe(world, shop);
    await behave(world, shop, { dropNotifications: true });
    await advanceToRenewal(world, member.reference);
    await world.clock.advanceTo(world.clock.now() + MINUTE);
    const { visitor: one } = await visitor(world, shop, member.svcId);
    const before = await heldBy(world);
    const plan = `pln_${shop.plans.plus!.id.replaceAll('-', '')}`;
    const page = await one.open(`/portal/preview?subscription=${member.svcId}&plan=${plan}&when=NOW`);
    expect(await heldBy(world)).toEqual(before);
    expect(page.text).toContain('A payment is due about now');
    expect((await one.press(page, 'preview')).text).toContain('action="/portal/plan"');
    expect(await heldBy(world)).not.toEqual(before);
    await behave(world, shop, { dropNotifications: false });
  });
});
