import type { App } from '../../../lib/app.ts';
import { instanceOf } from '../../world/instance.ts';
import type { PlanFields } from '../../world/plans.ts';
import { control } from '../../world/shop.ts';
import { makeTenant } from '../../world/tenant.ts';
import { openMemory } from '../../world/table.ts';
import { startWorld, type World } from '../../world/world.ts';
import type { Dice } from '../delivery/dice.ts';
import type { Place } from './place.ts';
import { newShop, RECEIVER_ANSWERS, type Post, type Shop } from './records.ts';
import { ticks } from './ticks.ts';
import { troubled, type Misbehave } from './trouble.ts';

/** When every walk begins. */
const START = Date.UTC(2026, 0, 15, 9, 0, 0);
/** Real time: a provider on this machine answers in a millisecond, and silences are played without it. */
const PROVIDER_DEADLINE_MS = { money: 5_000, read: 5_000 };
/** Turns of the event loop that a request to the provider, or its answer, is on its way at most. */
const PASSING_TICKS = 2;

/** Plans of one product with one interval, so that each can be changed to each; the trial is used where it is asked for. */
const plansOf = (interval: 'DAILY' | 'WEEKLY' | 'MONTHLY', trialDays: number): PlanFields[] => [
  { name: 'basic', price: '100.00', interval },
  { name: 'plus', price: '249.90', interval, trialDays },
  { name: 'light', price: '50.00', interval, graceDays: null },
  { name: 'abroad', price: '9.99', interval, currency: 'USD' },
];

/** A world of its own in this process: frozen time, a table in memory, the provider without sockets. */
export async function memoryPlace(dice: Dice): Promise<{ place: Place; close: () => Promise<void> }> {
  const passing = () => ticks(dice.between(0, PASSING_TICKS));
  const world = await startWorld(START, PROVIDER_DEADLINE_MS, openMemory, passing);
  const shops: Shop[] = [];
  const app = strained(world, shops);
  world.serve(instanceOf(app));
  const done = async () => undefined;
  const place: Place = {
    app,
    clock: world.clock,
    pay: world.pay,
    fetch: world.fetch,
    call: (route, ask) => world.call(route, ask),
    atPanel: ({ tenant }) => world.app.pay({ ...tenant.credentials, baseUrl: world.pay.url }),
    settle: () => world.settle(),
    advance: (ms) => world.advance(ms),
    standStill: async (ms) => {
      await world.clock.advanceTo(world.clock.now() + ms);
      return true;
    },
    openShop: async (number, from) => {
      const shop = await openShop(world, number, from);
      shops.push(shop);
      return shop;
    },
    impose: done, // each call looks at the trouble by itself, and each delivery at the receiver's mood
    follow: done,
    receive: done,
    hear: done,
    deadLetters: async () => world.queues.dead.length,
    leave: done,
  };
  return { place, close: () => world.stop() };
}

async function openShop(world: World, number: number, dice: Dice): Promise<Shop> {
  const interval = dice.pick(['DAILY', 'WEEKLY', 'WEEKLY', 'MONTHLY', 'MONTHLY', 'MONTHLY'] as const);
  const plans = plansOf(interval, dice.pick([0, 3]));
  const invoicing = interval === 'MONTHLY' && dice.chance(0.5);
  const tenant = await makeTenant(world, { plans, invoicing });
  return newShop(number, { ...tenant, tenantId: tenant.tenant.id, invoicing }, Object.values(tenant.plans));
}

/** The App with each tenant's trouble on its line to the provider, and with the tenants' receivers. */
function strained(world: World, shops: readonly Shop[]): App {
  const { app, clock } = world;
  return {
    ...app,
    pay: (account) => {
      const shop = shops.find(({ tenant }) => tenant.credentials.merchantId === account.merchantId);
      const pay = app.pay(account);
      return shop ? troubled(pay, shop.trouble, clock, misbehaviour(world, shop)) : pay;
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

function misbehaviour(world: World, shop: Shop): Misbehave {
  const { merchantId } = shop.tenant.credentials;
  const count = { failing: 'failNext', limited: 'limitNext', lost: 'loseAnswerNext' } as const;
  return async (way, carryOut) => {
    if (way === 'unreachable' || way === 'silent') return carryOut();
    await control(world, '/behaviour', { merchantId, [count[way]]: 1 });
    const answer = await carryOut();
    await control(world, '/behaviour', { merchantId, [count[way]]: 0 });
    return answer;
  };
}
