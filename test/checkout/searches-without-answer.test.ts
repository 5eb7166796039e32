import { expect } from 'vitest';
import { exchange, type Exchange } from '../../lib/pay/iyzico/exchange.ts';
import { iyzico } from '../../lib/pay/iyzico/iyzico.ts';
import { it } from '../world/fixtures.ts';
import { instanceOf } from '../world/instance.ts';
import { behave, directBody, eventsAbout, HOUR, ledger, MINUTE } from '../world/shop.ts';
import type { World } from '../world/world.ts';

interface Searches {
  readonly otherwise: (body: string) => string;
  readonly areCustomersTold?: boolean;
}

const withoutEmail = (body: string) => body.replace(/"customerEmail":"[^"]*",/g, '');

/** Has the provider answer searches otherwise from now on, and not tell of customers if so wanted. */
function searchesAnswered(world: World, { otherwise, areCustomersTold = true }: Searches): void {
  const now = () => world.clock.now();
  const asked = async (request: Parameters<typeof exchange>[0]): Promise<Exchange> => {
    const { pathname } = request.url;
    if (!areCustomersTold && /\/customers\/[^/]+$/.test(pathname)) return { is: 'timeout' };
    const answer = await exchange(request);
    const isSearch = pathname.endsWith('/subscriptions');
    return isSearch && answer.is === 'answered' ? { ...answer, body: otherwise(answer.body) } : answer;
  };
  const pay: World['app']['pay'] = (account) =>
    iyzico(account, { now, randomKey: () => 'r', exchange: asked });
  world.serve(instanceOf({ ...world.app, pay }));
}

const searches: [string, Searches][] = [
  ['holds no list', { otherwise: () => '{"status":"success","systemTime":1}' }],
  ['holds fewer than it counts', { otherwise: (body) => body.replace(/"items":\[.*\]/, '"items":[]') }],
  ['names no e-mail', { otherwise: withoutEmail }],
  ['names no e-mail and customers are not told of', { otherwise: withoutEmail, areCustomersTold: false }],
];

it.for(searches)(
  'A charge is not taken for one that never happened where a search %s',
  async ([, answers], { world, shop }) => {
    const body = directBody(shop.plans.basic!, { clientReferenceId: 'order 1' });
    const buy = () => shop.call('checkout/initialize-direct', { body });
    await behave(world, shop, { loseAnswerNext: 1, path: '/subscription/initialize' });
    searchesAnswered(world, answers);
    expect((await buy()).status).toBe(504);
    await world.advance(30 * MINUTE);
    world.serve(instanceOf(world.app));
    await world.advance(HOUR);
    expect((await buy()).status).toBe(200);
    expect(await ledger(world, shop)).toHaveLength(1);
    expect(eventsAbout(world, shop, String(body.email)).map(({ type }) => type)).toEqual(['SUBSCRIBED']);
  },
);
