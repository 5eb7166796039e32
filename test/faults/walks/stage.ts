import type { App } from '../../../lib/app.ts';
import type { RouteName } from '../../../lib/routes.ts';
import { instanceOf } from '../../world/instance.ts';
import type { PlanFields } from '../../world/plans.ts';
import { control } from '../../world/shop.ts';
import { makeTenant } from '../../world/tenant.ts';
import { openMemory } from '../../world/table.ts';
import { startWorld, type Answer, type Ask, type World } from '../../world/world.ts';
import type { Dice } from '../delivery/dice.ts';
import type { PanelSubscription } from './panel.ts';
import type { Asked, Member, Post, Shop } from './records.ts';
import { Trouble, troubled, type Misbehave } from './trouble.ts';

/** Plans of one product with one interval, so that each can be changed to each; the trial is used where it is asked for. */
const plansOf = (interval: 'DAILY' | 'WEEKLY' | 'MONTHLY', trialDays: number): PlanFields[] => [
  { name: 'basic', price: '100.00', interval },
  { name: 'plus', price: '249.90', interval, trialDays },
  { name: 'light', price: '50.00', interval, graceDays: null },
  { name: 'abroad', price: '9.99', interval, currency: 'USD' },
];

/** When every walk begins. */
const START = Date.UTC(2026, 0, 15, 9, 0, 0);
/** Real time: a provider on this machine answers in a millisecond, and silences are played without it. */
const PROVIDER_DEADLINE_MS = { money: 5_000, read: 5_000 };
/** Turns of the event loop that a request to the provider, or its answer, is on its way at most. */
const PASSING_TICKS = 2;

/** How many steps a second request may begin after the first. */
const LATE_TICKS = 12;

async function ticks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick++) await new Promise((resolve) => setImmediate(resolve));
}

/** The stage of one walk: a world of its own with one to three tenants, and the journal of what they were answered. */
export class Stage {
  readonly world: World;
  readonly shops: Shop[] = [];
  readonly journal: Asked[] = [];
  step = 0;
  readonly #still: { from: number; to: number }[] = [];

  private constructor(world: World) {
    this.world = world;
    world.serve(instanceOf(this.#strained(world.app)));
  }

  static async open(dice: Dice): Promise<Stage> {
    const passing = () => ticks(dice.between(0, PASSING_TICKS));
    const stage = new Stage(await startWorld(START, PROVIDER_DEADLINE_MS, openMemory, passing));
    const tenants = dice.pick([1, 1, 2, 3]);
    for (let number = 0; number < tenants; number++) stage.shops.push(await stage.#openShop(number, dice));
    return stage;
  }

  get now(): number {
    return this.world.clock.now();
  }

  /** Time goes by, and none of our queues or schedules runs. */
  async standStill(ms: number): Promise<void> {
    const from = this.now;
    await this.world.clock.advanceTo(from + ms);
    this.#still.push({ from, to: this.now });
  }

  /** Whether our queues and schedules stood still at some time from `from` to `to`. */
  stoodStill(from: number, to: number): boolean {
    return this.#still.some((span) => span.from <= to && span.to >= from);
  }

  close(): Promise<void> {
    return this.world.stop();
  }

  /** A request of a tenant, kept in the journal. */
  async ask(shop: Shop, route: RouteName, ask: Ask, beside: Beside = {}): Promise<Answer> {
    const { trouble } = shop;
    const [at, step, struck, wrong] = [this.now, this.step, trouble.struck, trouble.isOn];
    const answer = await shop.tenant.call(route, ask);
    const { status, body } = answer;
    const provoked =
      wrong || trouble.isOn || trouble.struck > struck || (status === 503 && (await this.#hides(shop)));
    const sent = ask.body ?? ask.query ?? ask.raw;
    const code = typeof body.error === 'string' ? body.error : '';
    const { contested = false, twin } = beside;
    this.journal.push({
      step,
      shop: shop.number,
      route,
      sent,
      at,
      status,
      code,
      body,
      provoked,
      contested,
      twin,
    });
    return answer;
  }

  /** Whether the provider's search does not show yet which subscription took another's place. */
  async #hides(shop: Shop): Promise<boolean> {
    const panel = await this.panel(shop);
    return panel.some(
      ({ subscriptionStatus, createdDate }) =>
        subscriptionStatus !== 'UPGRADED' && createdDate > this.now - shop.searchLagMs,
    );
  }

  /** Two things at once, the second a little later than the first. */
  async together<A, B>(
    dice: Dice,
    first: () => Promise<A>,
    second: () => Promise<B>,
  ): Promise<readonly [A, B]> {
    const late = async () => {
      await ticks(dice.between(0, LATE_TICKS));
      return second();
    };
    return Promise.all([first(), late()]);
  }

  /** The provider's own view of a tenant's subscriptions, as its panel shows it. */
  async panel({ tenant }: Shop): Promise<PanelSubscription[]> {
    const all: unknown = await control(
      this.world,
      `/subscriptions?merchantId=${tenant.credentials.merchantId}`,
    );
    return all as PanelSubscription[];
  }

  /** The member that a reference or an id of an answer belongs to, known from now on where it was not. */
  meet(
    shop: Shop,
    met: { svcId: string; reference: string; customerReference: string; email: string },
  ): Member {
    const known = shop.members.find(({ svcId }) => svcId === met.svcId);
    if (known) {
      if (!known.references.includes(met.reference)) known.references.push(met.reference);
      return known;
    }
    const { svcId, customerReference, email } = met;
    const member = { svcId, customerReference, email, references: [met.reference] };
    shop.members.push(member);
    return member;
  }

  async #openShop(number: number, dice: Dice): Promise<Shop> {
    const { world } = this;
    const interval = dice.pick(['DAILY', 'WEEKLY', 'WEEKLY', 'MONTHLY', 'MONTHLY', 'MONTHLY'] as const);
    const plans = plansOf(interval, dice.pick([0, 3]));
    const invoicing = interval === 'MONTHLY' && dice.chance(0.5);
    const tenant = await makeTenant(world, { plans, invoicing });
    return {
      number,
      tenant,
      plans: Object.values(tenant.plans),
      trouble: new Trouble(),
      posts: [],
      forms: [],
      directs: [],
      members: [],
      tries: new Map(),
      forced: [],
      unnotified: false,
      forcedAt: -Infinity,
      searchLagMs: 0,
      lags: false,
      receiver: 'up',
    };
  }

  /** The App with each tenant's trouble on its line to the provider, and with the tenants' receivers. */
  #strained(app: App): App {
    return {
      ...app,
      pay: (account) => {
        const shop = this.shops.find(({ tenant }) => tenant.credentials.merchantId === account.merchantId);
        const pay = app.pay(account);
        return shop ? troubled(pay, shop.trouble, this.world.clock, this.#misbehave(shop)) : pay;
      },
      post: async (url, headers, body) => {
        const shop = this.shops.find(({ tenant }) => url.endsWith(tenant.hook));
        const answered = shop?.receiver === 'up' ? 200 : shop?.receiver === 'refusing' ? 500 : 0;
        const post: Post = { at: this.now, headers, body: body.toString(), answered };
        shop?.posts.push(post);
        if (answered === 0) return { is: 'failed', why: 'timeout', tookMs: 10_000 };
        return { is: 'answered', status: answered, body: 'ok', tookMs: 5 };
      },
    };
  }

  #misbehave(shop: Shop): Misbehave {
    const { merchantId } = shop.tenant.credentials;
    const count = { failing: 'failNext', limited: 'limitNext', lost: 'loseAnswerNext' } as const;
    return async (way, carryOut) => {
      if (way === 'unreachable' || way === 'silent') return carryOut();
      await control(this.world, '/behaviour', { merchantId, [count[way]]: 1 });
      const answer = await carryOut();
      await control(this.world, '/behaviour', { merchantId, [count[way]]: 0 });
      return answer;
    };
  }
}

/** What was under way beside a request: another one for the same subscriber, or the very same one. */
export interface Beside {
  readonly contested?: boolean;
  readonly twin?: number;
}
