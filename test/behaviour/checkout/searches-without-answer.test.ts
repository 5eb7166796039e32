import { expect } from 'vitest';
import { exchange, type Exchange } from '../../../lib/pay/iyzico/exchange.ts';
import { iyzico } from '../../../lib/pay/iyzico/iyzico.ts';
import { it } from '../../support/world/fixtures.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { behave, directBody, eventsAbout, HOUR, ledger, MINUTE } from '../../support/world/shop.ts';
import type { World } from '../../support/world/world.ts';

/** Has the provider answer searches otherwise from now on. */
function searchesAnswered(world: World, otherwise: (body: string) => string): void {
  const now = () => world.clock.now();
  const asked = async (request: Parameters<typeof exchange>[0]): Promise<Exchange> => {
    const answer = await exchange(request);
    const isSearch = request.url.pathname.endsWith('/subscriptions');
    return isSearch && answer.is === 'answered' ? { ...answer, body: otherwise(answer.body) } : answer;
  };
  const pay: World['app']['pay'] = (account) =>
    iyzico(account, { now, randomKey: () => 'r', exchange: asked });
  world.serve(instanceOf({ ...world.app, pay }));
}

it.for([
  ['holds no list', () => '{"status":"success","systemTime":1}'],
  ['holds fewer than it counts', (body: string) => body.replace(/"items":\[.*\]/, '"items":[]')],
  ['names no e-mail', (body: string) => body.replace(/"customerEmail":"[^"]*",/g, '')],
] as const)(
  'A charge is not taken for one that never happened where a search %s',
  async ([, otherwise], { world, shop }) => {
    const body = directBody(shop.plans.basic!, { clientReferenceId: 'order 1' });
    const buy = () => shop.call('checkout/initialize-direct', { body });
    await behave(world, shop, { loseAnswerNext: 1, path: '/subscription/initialize' });
    searchesAnswered(world, otherwise);
    expect((await buy()).status).toBe(504);
    await world.advance(30 * MINUTE);
    world.serve(instanceOf(world.app));
    await world.advance(HOUR);
    expect((await buy()).status).toBe(200);
    expect(await ledger(world, shop)).toHaveLength(1);
    expect(eventsAbout(world, shop, String(body.email)).map(({ type }) => type)).toEqual(['SUBSCRIBED']);
  },
);
