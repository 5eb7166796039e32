import { DEFAULTS } from '../../support/world/acct.ts';
import type { RouteName } from '../../../functions/routes.ts';
import { tenantItem } from '../../../lib/table/tenants/tenants.ts';
import { instanceOf, type Instance } from '../../support/world/instance.ts';
import { behave } from '../../support/world/shop.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import { startWorldWithoutSockets, type Answer, type Ask, type World } from '../../support/world/world.ts';
import { Dice } from '../delivery/dice.ts';
import type { Exchange } from './facts.ts';
import { throughPorts } from '../ports.ts';
import { Receiver } from './receiver.ts';
import { Weather, type Outage } from './weather.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const LASTS_MS = 30 * MINUTE;

/** Before an outage there is a day in which subscribers come to be who renew, or end, while it lasts. */
const BEFORE_MS = 25 * HOUR;
/** For so long before the outage the receiver refuses most deliveries, so that second attempts fall into it. */
const UNSTEADY_MS = 2 * MINUTE;

/** A tenant of the service, its customers and its receiver, on a stage where something is out for half an hour. */
export class Stage {
  readonly world: World;
  readonly shop: TestTenant;
  readonly outage: Outage;
  readonly dice: Dice;
  readonly begins: number;
  readonly ends: number;
  readonly exchanges: Exchange[] = [];
  /** What went wrong with the test itself. */
  readonly mishaps: string[] = [];
  readonly receiver: Receiver;
  readonly weather: Weather;
  #instance!: Instance;

  private constructor(world: World, shop: TestTenant, outage: Outage, dice: Dice) {
    this.world = world;
    this.shop = shop;
    this.outage = outage;
    this.dice = dice;
    this.begins = world.clock.now() + BEFORE_MS + dice.between(0, MINUTE - 1);
    this.ends = this.begins + LASTS_MS;
    this.weather = new Weather(outage, new Dice(dice.between(0, 2 ** 31)));
    const unsteady = new Dice(dice.between(0, 2 ** 31));
    this.receiver = new Receiver(
      () => world.clock.now(),
      () => {
        if (this.weather.bad) return outage.receiver ?? 'takes';
        const before = this.begins - world.clock.now();
        return before > 0 && before <= UNSTEADY_MS && unsteady.chance(0.6) ? 'fails' : 'takes';
      },
    );
  }

  static async open(outage: Outage, seed: number): Promise<Stage> {
    const dice = new Dice(seed);
    const world = await startWorldWithoutSockets();
    const daily = { interval: 'DAILY' as const };
    const shop = await makeTenant(world, {
      notificationsSigned: dice.chance(0.5),
      plans: [
        { name: 'small', price: '50.00', ...daily },
        { name: 'basic', price: '100.00', ...daily },
        { name: 'plus', price: '200.00', ...daily },
      ],
    });
    if (outage.invoices) await withInvoices(world, shop);
    const stage = new Stage(world, shop, outage, dice);
    await stage.#open();
    return stage;
  }

  get now(): number {
    return this.world.clock.now();
  }

  async #open(): Promise<void> {
    const { app } = this.world;
    const ports = throughPorts({ ...app, post: this.receiver.post }, this.weather.through);
    this.#instance = instanceOf(ports);
    this.world.serve(this.#instance);
    await behave(this.world, this.shop, { dropNotifications: this.dice.chance(0.3) });
    this.at(this.begins, () => this.#turn(true));
    this.at(this.ends, () => this.#turn(false));
  }

  async #turn(bad: boolean): Promise<void> {
    this.weather.bad = bad;
    if (this.outage.providerFails) await behave(this.world, this.shop, { failNext: bad ? 1e9 : 0 });
  }

  /** Has something done at an instant. */
  at(time: number, act: () => Promise<void>): void {
    this.world.clock.at(Math.max(time, this.now), () =>
      act().catch((error: unknown) => void this.mishaps.push(`an act failed: ${String(error)}`)),
    );
  }

  call(route: RouteName, ask: Ask = {}): Promise<Answer> {
    return this.#instance.call(route, ask);
  }

  /** A request about a customer, kept with its answer for the checker. `signed`: with the tenant's key pair. */
  async ask(who: string, route: RouteName, ask: Ask, signed = true): Promise<Answer> {
    const headers = signed ? { ...this.shop.headers, ...ask.headers } : ask.headers;
    const answer = await this.call(route, { ...ask, ...(headers && { headers }) });
    const { status, text, body, headers: answered } = answer;
    this.exchanges.push({
      at: this.now,
      who,
      route,
      asked: (ask.body ?? {}) as Exchange['asked'],
      status,
      text,
      body,
      location: answered.location,
    });
    return answer;
  }

  /** Lets time pass: the provider, the customers and the queues at their instants, the sweep each full minute at which something is due. */
  async run(until: number): Promise<void> {
    const { clock, queues } = this.world;
    const deaf = () => this.weather.bad && this.outage.deaf === true;
    const work = async () => (deaf() ? undefined : queues.drain(this.#instance.consumers));
    while (clock.now() < until) {
      const now = clock.now();
      const sweepAt = Math.ceil(Math.max((await this.world.dueAt()) ?? Infinity, now + 1) / MINUTE) * MINUTE;
      const next = [clock.nextAt(), deaf() ? undefined : queues.nextAt()].filter((at) => at !== undefined);
      const at = Math.min(until, sweepAt, ...next.filter((time) => time > now));
      await clock.advanceTo(at);
      await work();
      if (at === sweepAt) {
        await this.#instance.sweep();
        await work();
      }
    }
  }

  stop(): Promise<void> {
    return this.world.stop();
  }
}

async function withInvoices(world: World, { tenant }: TestTenant): Promise<void> {
  const { companyId, clientId, clientSecret, username, password, productId, moneyAccounts } =
    world.acct.addCompany();
  const account = { companyId, clientId, clientSecret, username, password, productId, moneyAccounts };
  const text = JSON.stringify({
    baseUrl: world.acct.url,
    siteUrl: 'https://shop.example',
    ...DEFAULTS,
    ...account,
  });
  const sealed = await world.app.secrets.encrypt(tenant.id, 'acct', text);
  await world.table.apply({ put: tenantItem({ ...tenant, acct: { sealed } }) });
  world.acct.behave({ rateLimit: false });
}
