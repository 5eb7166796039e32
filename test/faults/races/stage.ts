import type { QueueName } from '../../../lib/footprint.ts';
import type { RouteName } from '../../../functions/routes.ts';
import type { LedgerEntry } from '../../../sandbox/pay/records.ts';
import { followRefreshes } from '../../support/world/refreshing.ts';
import { instanceOf, type Instance } from '../../support/world/instance.ts';
import type { PlanFields } from '../../support/world/plans.ts';
import { ledger, paidIn, type Member } from '../../support/world/shop.ts';
import { handOver } from '../../support/world/queues.ts';
import { makeTenant, payForm, type TestTenant } from '../../support/world/tenant.ts';
import { startWorldWithoutSockets, type Answer, type Ask, type World } from '../../support/world/world.ts';
import { panelOf } from '../panel.ts';
import type { Webhook } from '../posts.ts';
import type { Race } from './driver.ts';
import { eventsIn } from './checker.ts';
import type { Evidence, Here } from './evidence.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';

const PLANS: PlanFields[] = [
  { name: 'basic', price: '100.00' },
  { name: 'plus', price: '200.00' },
  { name: 'light', price: '50.00' },
];

/** By which identifiers a request names a subscriber: the provider's, or ours. */
export type IdentifierSide = 'pay' | 'svc';

export const named = (by: IdentifierSide, { reference, svcId }: Member) => ({
  body: by === 'pay' ? { 'pay-subscriber-reference-code': reference } : { 'svc-id': svcId },
});

/** What a process of a race does. */
export type Act = (process: Instance) => Promise<Answer | undefined>;

/** The world of one race, with one tenant whose customers nobody else disturbs. */
export class Stage {
  readonly world: World;
  readonly shop: TestTenant;
  /** A process in nobody's way. */
  readonly calm: Instance;

  private constructor(world: World, shop: TestTenant) {
    this.world = world;
    this.shop = shop;
    this.calm = instanceOf(world.app);
  }

  static async open(): Promise<Stage> {
    const world = await startWorldWithoutSockets();
    return new Stage(world, await makeTenant(world, { plans: PLANS }));
  }

  /** A customer has paid the form, and nobody here has heard of it yet. */
  async paidForm(subscriptionInitialStatus = 'ACTIVE'): Promise<string> {
    const { token } = await startCheckout(this.shop, { subscriptionInitialStatus });
    await payForm(this.world, token);
    return token;
  }

  /** A request of the tenant. */
  asks(route: RouteName, ask: Ask): (process: Instance) => Promise<Answer> {
    return (process) => process.call(route, { ...ask, headers: { ...this.shop.headers, ...ask.headers } });
  }

  /** The customer's browser comes back from the provider. */
  comesBack(token: string): Act {
    const raw = new URLSearchParams({ token }).toString();
    return (process) => process.call('checkout/callback', { method: 'POST', raw });
  }

  /** Where a browser is sent on to, which comes again as often as it is asked to. */
  async leadsTo(answer: Answer): Promise<string | undefined> {
    const { headers } = await followRefreshes(answer, async ({ seconds, query }) => {
      await this.world.clock.advanceTo(this.world.clock.now() + seconds * 1000);
      return this.calm.call('checkout/callback', { method: 'GET', query });
    });
    return headers.location;
  }

  /** A consumer is handed messages. What it gives back comes again later, as the queue would have it. */
  receives(queue: QueueName, ...bodies: readonly object[]): Act {
    return async (process) => {
      const back = await handOver(process.consumers[queue], bodies);
      const again = back.map((nth) => ({
        body: bodies[nth]!,
        group: this.shop.tenant.id,
        delaySeconds: 180,
      }));
      await this.world.app.queues[queue].send(again);
      return undefined;
    };
  }

  /** A sweep, and consumers for all that was queued since the race began; the same messages come again after it. */
  sweeps(): Act {
    const from = this.world.queues.sent.length;
    return async (process) => {
      await process.sweep();
      await this.#works(process, from, ['sweeps']);
      await this.#works(process, from);
      return undefined;
    };
  }

  /** A consumer that comes by three times, some steps apart, for all that was queued since the race began. */
  comesBy(race: Race, name: string, steps: number): Act {
    let from = this.world.queues.sent.length;
    return async (process) => {
      for (let time = 0; time < 3; time++) {
        await race.idle(name, steps);
        from = await this.#works(process, from);
      }
      return undefined;
    };
  }

  async #works(
    process: Instance,
    from: number,
    of: readonly QueueName[] = ['deliveries', 'reconciliation', 'invoicing'],
  ): Promise<number> {
    const { sent } = this.world.queues;
    const until = sent.length;
    for (const { queue, message } of sent.slice(from, until))
      if (of.includes(queue) && message.delaySeconds === undefined)
        await this.receives(queue, message.body)(process);
    return until;
  }

  /** The world goes on, with nobody in anybody's way. */
  async goOn(ms: number): Promise<void> {
    await this.world.advance(ms);
  }

  /** The tenant's subscriptions in the provider's own records. */
  provided() {
    return panelOf(this.world, this.shop);
  }

  /** All money that the provider took from the tenant's customers. */
  async charges(): Promise<LedgerEntry[]> {
    return paidIn(await ledger(this.world, this.shop));
  }

  /** Names of what the tenant was told so far, each event once. */
  eventNames(): string[] {
    return eventsIn({ posts: this.#posts() });
  }

  /** All that can be known from outside once everything has come to rest. */
  async evidence(): Promise<Evidence> {
    const { world, shop } = this;
    const there = await this.provided();
    const charges = await this.charges();
    const posts = this.#posts();
    const read = [];
    for (const each of there) read.push({ there: each, here: await this.#readOf(each.referenceCode) });
    const subscriptions = [];
    for (const each of read)
      subscriptions.push({ ...each, here: { ...each.here, cancel: await this.#cancelOf(each.here) } });
    return {
      now: world.clock.now(),
      secret: shop.webhookSecret,
      posts,
      charges,
      subscriptions,
      dead: world.queues.dead.length,
    };
  }

  #posts(): Webhook[] {
    return this.world.receiver.arrivals.filter(({ path }) => path === this.shop.hook);
  }

  /** What we answer about a reference. */
  async #readOf(reference: string): Promise<Omit<Here, 'cancel'>> {
    const { shop } = this;
    const got = await shop.call('subscribers/get', { query: { 'pay-subscriber-code': reference } });
    const listed = await shop.call('subscribers/invoices', { query: { 'subscriber-id': reference } });
    return { got, listed };
  }

  /** The cancellation comes after all that is read, since it would change what was not cancelled. */
  #cancelOf({ got }: Pick<Here, 'got'>): Promise<Here['cancel']> {
    const { svcId } = (got.body.data ?? {}) as { svcId?: string };
    return this.shop.call('subscribers/cancel', { body: { 'svc-id': svcId } });
  }

  /** Whether a notification was about a subscription that was not known yet. */
  get notificationDeferred(): boolean {
    return this.world.written.some((change) => change.includes('#N#') && change.includes('"since"'));
  }

  close(): Promise<void> {
    return this.world.stop();
  }
}
