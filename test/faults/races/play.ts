import fc, { type Arbitrary, type Scheduler } from 'fast-check';
import { expect } from 'vitest';
import type { QueueName } from '../../../lib/footprint.ts';
import type { App } from '../../../lib/runtime/app.ts';
import { instanceOf, type Instance } from '../../support/world/instance.ts';
import { handOver } from '../../support/world/queues.ts';
import { CARDS, MINUTE } from '../../support/world/shop.ts';
import type { Answer, World } from '../../support/world/world.ts';
import { casesOf } from '../cases.ts';
import { Dice } from '../dice.ts';
import { Report } from '../report.ts';
import { violationsOf } from '../walks/checks/checker.ts';
import { arrivedEvents } from '../walks/checks/events.ts';
import { evidenceOf } from '../walks/evidence.ts';
import { openMemoryPlace } from '../walks/places/memory.ts';
import type { DirectTry, Form, Member, Shop } from '../walks/records.ts';
import { Stage } from '../walks/stage.ts';
import { fillForm, newPurchase, openForm, returnFrom, tryDirect } from '../walks/steps/buy.ts';
import { perform, uuidOf, type Act } from '../walks/steps/manage.ts';
import { Race, type Runner } from './driver.ts';

export const SCHEDULES = casesOf(150, 500);
/** How many idle steps a process may begin late by: about as many as a request takes. */
const LATE_STEPS = 24;

/** How late a process begins. */
export const late = fc.nat(LATE_STEPS);

const OFFER = {
  plans: [
    { name: 'basic', price: '100.00' },
    { name: 'plus', price: '200.00' },
    { name: 'light', price: '50.00' },
  ],
  invoicing: false,
} as const;
const AT_ONCE = { subscriptionInitialStatus: 'ACTIVE' };

/** By which identifiers a request names a subscriber: the provider's, or ours. */
export type Side = 'pay' | 'svc';

export const named = (by: Side, { references, svcId }: Member): Record<string, string> =>
  by === 'pay' ? { 'pay-subscriber-reference-code': references[0]! } : { 'svc-id': svcId };

/** What a process of a race does. */
type Work = Runner['run'];

/** The stage of one race, with one tenant whose customers nobody else disturbs. */
class Track {
  readonly stage: Stage;
  readonly shop: Shop;
  readonly world: World;
  readonly race: Race;
  readonly dice = new Dice(1);
  /** How many changes of plan are to be told in the end. */
  planChanges = 0;

  readonly #app: App;

  constructor(stage: Stage, world: World, app: App, race: Race) {
    this.stage = stage;
    this.#app = app;
    this.shop = stage.shops[0]!;
    this.world = world;
    this.race = race;
  }

  /** A customer has paid the form, and nobody here has heard of it yet. */
  async paidForm(begins: 'ACTIVE' | 'PENDING' = 'ACTIVE'): Promise<Form> {
    const form = (await openForm(this.stage, this.shop, this.dice, begins))!;
    await fillForm(this.stage, form, CARDS.good);
    return form;
  }

  /** A customer who subscribed to the first plan three minutes ago, and when the provider charges next (epoch ms). */
  async settledMember(): Promise<{ member: Member; renewsAt: number }> {
    const { stage, shop } = this;
    const plan = { pricingPlanReferenceCode: shop.plans[0]!.reference, 'svc-plan-id': undefined };
    const made = newPurchase(stage, shop, this.dice, CARDS.good, { ...AT_ONCE, ...plan });
    await tryDirect(stage, shop, made);
    await stage.place.advance(3 * MINUTE);
    const [there] = await stage.panel(shop);
    const next = there!.orders.find(({ orderStatus }) => orderStatus === 'WAITING')!;
    return { member: shop.members[0]!, renewsAt: next.startPeriod };
  }

  /** A request about a subscriber, beside others. */
  asks(member: Member, act: Act): Work {
    return ({ call }) => perform(this.stage, this.shop, member, act, { by: call, contested: true });
  }

  /** The customer's browser comes back from the provider. */
  comesBack(form: Form): Work {
    return ({ call }) => returnFrom(this.stage, this.shop, form, { by: call, contested: true });
  }

  /** A purchase by card. */
  buys(made: DirectTry, headers: Record<string, string>): Work {
    return ({ call }) => tryDirect(this.stage, this.shop, made, { headers, by: call, contested: true });
  }

  /** Has something done by a process in nobody's way. */
  async calmly(work: Work): Promise<Answer> {
    return (await work(instanceOf(this.#app)))!;
  }

  /** A consumer is handed messages. What it gives back comes again later, as the queue would have it. */
  receives(queue: QueueName, ...bodies: readonly object[]): Work {
    return async ({ consumers }) => {
      const back = await handOver(consumers[queue], bodies);
      const group = this.shop.tenant.tenantId;
      await this.world.app.queues[queue].send(
        back.map((nth) => ({ body: bodies[nth]!, group, delaySeconds: 180 })),
      );
      return undefined;
    };
  }

  /** The queue's messages about a subscriber: the provider's notification, where one comes, and our own reconciliation. */
  hintsOf(
    { svcId, references }: Member,
    after: { readonly notification?: number; readonly reconciliation: number },
  ): Runner[] {
    const { tenantId } = this.shop.tenant;
    const told = { kind: 'notification', tenantId, reference: references[0]! };
    const own = { kind: 'subscriber', tenantId, subscriberId: uuidOf(svcId) };
    return [
      ...(after.notification === undefined
        ? []
        : [
            {
              name: 'notification',
              after: after.notification,
              run: this.receives('reconciliation', told),
            },
          ]),
      { name: 'reconciliation', after: after.reconciliation, run: this.receives('reconciliation', own) },
    ];
  }

  /** A sweep, and consumers for all that was queued since the race began; the same messages come again after it. */
  sweeps(): Work {
    const from = this.world.queues.sent.length;
    return async (process) => {
      await process.sweep();
      await this.#works(process, from, ['sweeps']);
      await this.#works(process, from);
      return undefined;
    };
  }

  /** A consumer that comes by three times, some steps apart, for all that was queued since the race began. */
  comesBy(name: string, steps: number): Work {
    let from = this.world.queues.sent.length;
    return async (process) => {
      for (let time = 0; time < 3; time++) {
        await this.race.idle(name, steps);
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
}

/** One kind of race: what varies besides the schedule, and how it is played. */
interface RaceKind<Conditions> {
  readonly name: string;
  readonly seed: number;
  readonly conditions: Arbitrary<Conditions>;
  readonly callTakesMs?: number;
  /** Runs the race, and says what came of it. */
  readonly play: (track: Track, conditions: Conditions) => Promise<string>;
}

/**
 * Plays a race in many schedules, each in a world of its own, prints what it adds up to in one line, and answers how
 * often each outcome came, so that no race passes without its outcomes having come. A schedule that breaks a promise is
 * reported by fast-check with all its steps.
 */
export async function runRaces<Conditions>(kind: RaceKind<Conditions>): Promise<Record<string, number>> {
  const { name, seed, conditions, play, callTakesMs } = kind;
  const report = new Report('effects', 'conflicts');
  const outcomes: Record<string, number> = {};

  async function playOne(scheduler: Scheduler, asked: Conditions): Promise<void> {
    const dice = new Dice(1);
    const { place, world, app, close } = await openMemoryPlace(dice, OFFER);
    try {
      const stage = await Stage.open(place, dice, 1);
      const race = new Race(world, app, scheduler, callTakesMs);
      const track = new Track(stage, world, app, race);
      const outcome = await play(track, asked);
      await place.advance(30 * MINUTE);
      stage.step = Infinity;
      const found = [...toldWrong(track), ...violationsOf(await evidenceOf(stage))];
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      report.add(outcome, race, found);
      if (found.length > 0) throw new Error([`after "${outcome}":`, ...found].join('\n  '));
    } finally {
      await close();
    }
  }

  try {
    await fc.assert(fc.asyncProperty(fc.scheduler(), conditions, playOne), { seed, numRuns: SCHEDULES });
  } finally {
    const came = Object.entries(outcomes).map(([outcome, times]) => `${outcome} ${times}`);
    report.print(`race ${name}, ${came.sort().join(', ')}`, seed);
  }
  expect(report.cases).toBe(SCHEDULES);
  expect(report.counts.effects).toBeGreaterThan(SCHEDULES * 10);
  expect(report.counts.conflicts).toBeGreaterThan(0);
  return outcomes;
}

/** Where other events came than one purchase, no failure, and the changes of plan that were answered with success. */
function toldWrong({ shop, planChanges }: Track): string[] {
  const events = arrivedEvents(shop.posts);
  const wanted = { SUBSCRIBED: 1, DID_FAIL_TO_RENEW: 0, DID_CHANGE_RENEWAL_PREF: planChanges };
  const status = events.find(({ name }) => name.startsWith('SUBSCRIBED'))?.data.status;
  const found = status === 'ACTIVE' ? [] : [`told of a purchase that is ${String(status)}`];
  for (const [kind, count] of Object.entries(wanted)) {
    const own = events.filter(({ name }) => name.startsWith(kind)).length;
    if (own !== count) found.push(`${own} events ${kind} instead of ${count}`);
  }
  return found;
}

export const succeeded = (answers: readonly (Answer | undefined)[]) =>
  answers.filter((answer) => answer?.status === 200).length;
