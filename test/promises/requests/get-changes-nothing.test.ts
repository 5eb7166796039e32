import { describe, expect, it } from 'vitest';
import { DOWNLOADS } from '../../../lib/console/downloads.ts';
import { SCREENS } from '../../../lib/console/screens.ts';
import { SCREENS as PORTAL_SCREENS } from '../../../lib/portal/screens.ts';
import { ROUTES, type RouteName } from '../../../functions/routes.ts';
import { RATE_LIMITS } from '../../../lib/table/schema.ts';
import { openDesk } from '../../behaviour/console/desk.ts';
import { heldBy } from '../../support/world/copy.ts';
import { openShop } from '../../support/world/opened.ts';
import { portalLink, visitor } from '../../support/world/portal.ts';
import { advanceToRenewal, behave, DAY, MINUTE, subscribe } from '../../support/world/shop.ts';
import type { Ask } from '../../support/world/ask.ts';

const { world, shop } = await openShop({ invoicing: true });

/** The routes that have GET and use the table: what others do is nobody's business here. */
type Getting = Extract<
  (typeof ROUTES)[number],
  { readonly methods: readonly ['GET', ...string[]]; readonly table: 'read' | 'write' }
>['name'];

/** What records what the payment provider says of a purchase when it is asked for: the contract wants it so. */
const RECORDING = ['checkout/callback', 'checkout/page'] as const satisfies readonly RouteName[];

describe('spec: A GET changes nothing', () => {
  it('can write nothing but counters, but for the return from the payment provider and the page of its form', () => {
    const writing = ROUTES.filter(
      ({ methods, table }) => (methods as readonly string[]).includes('GET') && table === 'write',
    );
    expect(writing.map(({ name }) => name)).toEqual(RECORDING);
  });

  it('at every address: what the table holds before and after it is the same', async () => {
    const member = await subscribe(world, shop);
    await world.advance(5 * MINUTE);
    const desk = await openDesk(world, shop, 'owner', 'support', 'finance', 'developer');
    const { visitor: one } = await visitor(world, shop, member.svcId);
    const link = new URL(await portalLink(shop, member.svcId)).searchParams.get('link')!;
    const { body: listed } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
    const [{ id: invoice }] = listed.data as [{ id: string }];
    const { body: events } = await shop.call('events/list');
    const [{ eventId }] = events.data as [{ eventId: string }];
    const from = new Date(world.clock.now() - DAY).toISOString();
    const { body: replay } = await shop.call('events/replay', { body: { from } });
    const { replayId } = replay.data as { replayId: string };
    const keyed = (query: Record<string, string> = {}): Ask[] => [{ headers: shop.headers, query }];
    const bySubscriber = keyed({ 'svc-id': member.svcId });
    await world.settle();

    const asked: Readonly<Record<Exclude<Getting, (typeof RECORDING)[number]>, Ask[]>> = {
      'plans/list': keyed(),
      access: keyed({ email: member.email }),
      'subscribers/check': keyed({ email: member.email }),
      'subscribers/get': bySubscriber,
      'subscribers/invoices': bySubscriber,
      'subscribers/list': keyed({ search: 'ada' }),
      'subscribers/timeline': bySubscriber,
      'subscribers/get-customer': bySubscriber,
      'invoices/get': keyed({ 'invoice-id': invoice }),
      'invoices/refunds': keyed(),
      'reports/tasks': keyed(),
      'reports/differences': keyed(),
      'account/get': keyed(),
      'account/list-keys': keyed(),
      'account/get-brand': keyed(),
      'account/get-portal': keyed(),
      'account/list-plans': keyed(),
      'account/get-recovery': keyed(),
      'account/get-messages': keyed(),
      'messages/list': keyed(),
      'events/list': keyed(),
      'events/get': keyed({ 'event-id': eventId }),
      'events/feed': keyed(),
      'events/replay-progress': keyed({ 'replay-id': replayId }),
      'portal/show': [
        { path: { page: 'enter' }, query: { link } },
        ...Object.keys(PORTAL_SCREENS).map((page) => ({
          path: { page },
          cookies: one.cookies,
          query: {
            subscription: member.svcId,
            plan: `pln_${shop.plans.plus!.id.replaceAll('-', '')}`,
            what: 'card',
          },
        })),
      ],
      'console/show': [
        ...Object.keys(SCREENS).map((screen) => [screen, { id: member.svcId, list: 'plans' }] as const),
        ...Object.keys(DOWNLOADS).map((list) => ['export-file', { id: member.svcId, list }] as const),
        ['sign-in', {}] as const,
        ['invitation', { token: 'x' }] as const,
        ['visit', { token: 'x' }] as const,
        ['nowhere', { refused: 'x' }] as const,
      ].map(([screen, query]): Ask => ({ path: { screen }, query: { ...query }, cookies: desk.cookies })),
    };
    const before = await heldBy(world);
    for (const [name, asks] of Object.entries(asked))
      for (const ask of asks) {
        const { length } = world.written;
        const { status } = await world.call(name as RouteName, ask);
        await world.call(name as RouteName, { ...ask, method: 'HEAD' });
        expect(status, name).toBeLessThan(500);
        const writes = world.written
          .slice(length)
          .filter((change) => !change.includes(`"pk":"${RATE_LIMITS}`));
        expect(writes, `${name} ${JSON.stringify(ask)}`).toEqual([]);
      }
    expect(await heldBy(world)).toEqual(before);
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
