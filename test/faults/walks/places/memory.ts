import type { App } from '../../../../lib/runtime/app.ts';
import { instanceOf } from '../../../support/world/instance.ts';
import { makeTenant } from '../../../support/world/tenant.ts';
import { openMemory } from '../../../support/world/table.ts';
import { startWorld, type World } from '../../../support/world/world.ts';
import type { Dice } from '../../dice.ts';
import type { OpenPlace, Place } from './place.ts';
import { drawnOffer, type Offer } from './plans.ts';
import { newShop } from '../new-shop.ts';
import { RECEIVER_ANSWERS, type Post, type Shop } from '../records.ts';
import { ticks } from '../ticks.ts';
import { misbehaviour, troubled } from '../trouble.ts';

/** When every walk begins. */
const START = Date.UTC(2026, 0, 15, 9, 0, 0);
/** Turns of the event loop that a request to the provider, or its answer, is on its way at most. */
const PASSING_TICKS = 2;

/** A place with the world that it is in, and the App that its tenants' troubles and receivers are part of. */
export interface MemoryPlace {
  readonly place: Place;
  readonly world: World;
  readonly app: App;
  readonly close: () => Promise<void>;
}

export const memoryPlace: OpenPlace = (dice) => openMemoryPlace(dice);

/** A world of its own in this process: frozen time, a table in memory, the provider without sockets. What is sold is drawn unless given. */
export async function openMemoryPlace(dice: Dice, offer?: Offer): Promise<MemoryPlace> {
  const passing = () => ticks(dice.between(0, PASSING_TICKS));
  const world = await startWorld(START, undefined, openMemory, passing, true);
  const shops: Shop[] = [];
  const app = strained(world, shops);
  world.serve(instanceOf(app));
  const place: Place = {
    app,
    clock: world.clock,
    pay: world.pay,
    acct: world.acct,
    mails: world.mails,
    longestMs: Infinity,
    hurriedCall: (timeLeftMs) => instanceOf(app, () => timeLeftMs).call,
    fetch: world.fetch,
    call: (route, ask) => world.call(route, ask),
    atPanel: ({ tenant }) => world.app.pay({ ...tenant.credentials, baseUrl: world.pay.url }),
    settle: () => world.settle(),
    advance: (ms) => world.advance(ms),
    standStill: (ms) => world.clock.advanceTo(world.clock.now() + ms),
    openShop: async (number, from) => {
      const shop = await openShop(world, number, offer ?? drawnOffer(from));
      shops.push(shop);
      return shop;
    },
    deadLetters: async () => world.queues.dead.length,
  };
  return { place, world, app, close: () => world.stop() };
}

async function openShop(world: World, number: number, { plans, invoicing }: Offer): Promise<Shop> {
  const tenant = await makeTenant(world, { plans: [...plans], invoicing });
  return newShop(number, { ...tenant, tenantId: tenant.tenant.id, invoicing }, Object.values(tenant.plans));
}

/** The App with each tenant's trouble on its line to the provider, and with the tenants' receivers. */
function strained(world: World, shops: readonly Shop[]): App {
  const { app, clock } = world;
  return {
    ...app,
    pay: (account, ...how) => {
      const shop = shops.find(({ tenant }) => tenant.credentials.merchantId === account.merchantId);
      const pay = app.pay(account, ...how);
      return shop ? troubled(pay, shop.trouble, clock, misbehaviour(world, shop.tenant.credentials)) : pay;
    },
    post: async (url, headers, body) => {
      const shop = shops.find(({ tenant }) => url.endsWith(tenant.hook));
      const answered = RECEIVER_ANSWERS[shop?.receiver ?? 'silent'];
      const post: Post = { at: clock.now(), headers, body: body.toString(), answered };
      shop?.posts.push(post);
      if (answered === 0) return { is: 'failed', why: 'timeout', tookMs: 10_000 };
      return { is: 'answered', status: answered, body: 'ok', tookMs: 5 };
    },
  };
}
