import { DUE_KINDS, duePartitions } from '../../../lib/table/work/due.ts';
import { instanceOf } from '../../support/world/instance.ts';
import type { World } from '../../support/world/world.ts';
import { behave, CARDS, control, HOUR, MINUTE } from '../../support/world/shop.ts';
import { Dice } from '../dice.ts';
import { throughPorts } from '../ports.ts';
import { Report } from '../report.ts';
import { violationsOf } from '../walks/checks/checker.ts';
import { evidenceOf } from '../walks/evidence.ts';
import { healAndWait } from '../walks/heal.ts';
import { openMemoryPlace } from '../walks/places/memory.ts';
import type { DirectTry, Form, Member, Shop } from '../walks/records.ts';
import { Stage } from '../walks/stage.ts';
import { fillForm, newPurchase, openForm, returnFrom, tryDirect } from '../walks/steps/buy.ts';
import { changePlan, openCardForm, perform, type Act } from '../walks/steps/manage.ts';
import { chargeAtPanel } from '../walks/steps/panel.ts';
import { askForMany } from '../walks/steps/webhook.ts';
import { Weather, type Outage } from './kinds.ts';
import { lateTellings, uncharged, unsentCancels, type Window } from './late.ts';

const SECOND = 1_000;
const DAILY = { interval: 'DAILY' } as const;
const PLANS = [
  { name: 'small', price: '50.00', ...DAILY },
  { name: 'basic', price: '100.00', ...DAILY },
  { name: 'plus', price: '200.00', ...DAILY },
];
const LASTS_MS = 30 * MINUTE;
/** A period of a day ends so long after its cancellation can no longer be undone. */
const SENT_BEFORE_MS = 2.4 * HOUR;
/** Who is turned away asks again after some minutes, and for so long after the outage. */
const INSISTS_MS = 40 * MINUTE;
/** What happened in an outage is told at most so long after it. */
const TOLD_WITHIN_MS = 3 * MINUTE;
/** So long after the outage everything is watched: two hours in which a renewal is looked for, and one more. */
const WATCHED_MS = 3 * HOUR;
/** For so long before the outage the receiver refuses most deliveries, so that second attempts fall into it. */
const UNSTEADY_MS = 2 * MINUTE;
/** What is due longer than this is stuck. */
const STUCK_AFTER_MS = 3 * MINUTE;

/** What came of one outage. */
interface Result {
  readonly requests: number;
  readonly refused: number;
  readonly posts: number;
  readonly struck: number;
  readonly charges: number;
  /** Facts that were to be told, and those of them that the outage was in the way of. */
  readonly told: number;
  readonly touched: number;
  /** Events that had been given up, and were asked for once more. */
  readonly replayed: number;
  readonly dead: number;
  readonly violations: readonly string[];
}

/** Half an hour in which something is out, while customers buy, renew, change, cancel and come back. */
class Scene {
  readonly stage: Stage;
  readonly shop: Shop;
  readonly dice: Dice;
  /** What happens, by when (epoch ms). */
  readonly #acts: { at: number; act: () => unknown }[] = [];
  readonly paidForms: { form: Form; openedAt: number; paidAt: number }[] = [];
  /** Nobody asks again from then on (epoch ms). */
  #until = Infinity;

  constructor(stage: Stage, dice: Dice) {
    this.stage = stage;
    this.shop = stage.shops[0]!;
    this.dice = dice;
  }

  at(at: number, act: () => unknown): void {
    this.#acts.push({ at, act });
  }

  /** Asks, and some minutes later again, until the answer is as wished for. */
  insist(at: number, ask: () => Promise<boolean>): void {
    this.at(at, async () => {
      if ((await ask()) || this.stage.now > this.#until) return;
      this.insist(this.stage.now + this.dice.between(150, 400) * SECOND, ask);
    });
  }

  /** Lets time pass with all that happens in it; `pass` may leave our queues and schedules out. */
  async run(until: number, pass = (ms: number) => this.stage.place.advance(ms)): Promise<void> {
    for (;;) {
      const [next] = this.#acts.toSorted((one, other) => one.at - other.at);
      if (!next || next.at > until) break;
      this.#acts.splice(this.#acts.indexOf(next), 1);
      this.stage.step++;
      if (next.at > this.stage.now) await pass(next.at - this.stage.now);
      await next.act();
    }
    if (until > this.stage.now) await pass(until - this.stage.now);
  }

  /** Nobody asks any more after an instant. */
  giveUpAt(at: number): void {
    this.#until = at;
  }
}

const AT_ONCE = { subscriptionInitialStatus: 'ACTIVE' };
const named = ({ references }: Member) => ({ 'pay-subscriber-reference-code': references.at(-1)! });
const cancel = (member: Member): Act => ({ route: 'subscribers/cancel', ask: { body: named(member) } });
const undo = (member: Member): Act => ({ route: 'subscribers/undo-cancel', ask: { body: named(member) } });
const locally = ({ svcId }: Member): Act => ({
  route: 'subscribers/cancel',
  ask: { body: { 'svc-id': svcId } },
});

/** Something of every kind, so timed that it happens shortly before, during or at the end of the outage. */
function letThingsHappen(scene: Scene, begins: number): void {
  const { stage, shop, dice } = scene;
  /** To the second, from some minutes before the beginning of the outage on. */
  const around = (from: number, to: number) => begins + SECOND * dice.between(from * 60, to * 60);
  const joins = (at: number, then: (member: Member) => unknown) =>
    scene.at(at, async () => {
      const made = newPurchase(stage, shop, dice, CARDS.good, AT_ONCE);
      await tryDirect(stage, shop, made);
      await then(shop.members.find(({ references }) => references[0] === made.reference)!);
    });
  const request = (at: number, member: Member, act: Act) =>
    scene.insist(at, async () => {
      await perform(stage, shop, member, act);
      return stage.journal.at(-1)!.status < 500;
    });
  const isRefused = () => dice.chance(0.6);
  for (let at = begins - UNSTEADY_MS; at < begins; at += 5 * SECOND)
    scene.at(at, () => (shop.receiver = isRefused() ? 'refusing' : 'up'));
  const useCard = ({ references: [reference] }: Member, cardNumber: string) =>
    control(stage.place, `/subscriptions/${reference}/card`, { cardNumber });
  const DAY_BEFORE = 24 * HOUR;

  for (let nth = 0; nth < 4; nth++)
    joins(around(-6, 33) - DAY_BEFORE, (one) => nth % 2 === 1 && useCard(one, CARDS.refusedLater));
  joins(around(-6, 25) - DAY_BEFORE, async (one) => {
    const [reference] = one.references;
    await useCard(one, CARDS.refusedLater);
    const after = SECOND * dice.between(60, 900);
    scene.at(stage.now + DAY_BEFORE + after, async () => {
      const there = (await stage.panel(shop)).find(({ referenceCode }) => referenceCode === reference)!;
      await chargeAtPanel(stage, shop, there, 'success');
    });
  });
  for (let nth = 0; nth < 2; nth++)
    joins(around(-4, 33) + SENT_BEFORE_MS - DAY_BEFORE, (one) =>
      scene.at(begins - 3 * HOUR, () => perform(stage, shop, one, cancel(one))),
    );
  joins(around(-4, 33) - DAY_BEFORE, (one) =>
    scene.at(begins - 20 * HOUR, () => perform(stage, shop, one, cancel(one))),
  );
  for (let nth = 0; nth < 2; nth++)
    joins(begins - 12 * HOUR - nth * MINUTE, (one) =>
      request(around(-2, 32), one, changePlan(shop, one, dice)),
    );
  joins(begins - 11 * HOUR, (one) => request(around(-2, 32), one, cancel(one)));
  joins(begins - 11.1 * HOUR, (one) => request(around(-2, 32), one, locally(one)));
  joins(begins - 11.2 * HOUR, async (one) => {
    await perform(stage, shop, one, cancel(one));
    request(around(-2, 32), one, undo(one));
  });
  joins(around(-40, -10) - DAY_BEFORE, async (one) => {
    await useCard(one, CARDS.refusedLater);
    request(around(-2, 32), one, cancel(one));
  });
  joins(around(-30, -5) - DAY_BEFORE, async (one) => {
    await useCard(one, CARDS.refusedLater);
    scene.at(begins - MINUTE, async () => {
      const form = await openCardForm(stage, shop, dice, one);
      if (form) paysAndReturns(scene, form, around(0, 26), true);
    });
  });
  buys(scene, around);
}

/** Purchases by form and by card data, asked for again under the same reference until there is an outcome. */
function buys(scene: Scene, around: (from: number, to: number) => number): void {
  const { stage, shop, dice } = scene;
  for (let nth = 0; nth < 3; nth++)
    scene.insist(around(-9, 32), async () => {
      const form = await openForm(stage, shop, dice, 'ACTIVE');
      if (!form) return false;
      const openedAt = stage.now;
      paysAndReturns(scene, form, openedAt + dice.between(20, 480) * SECOND, nth > 0, openedAt);
      return true;
    });
  for (let nth = 0; nth < 3; nth++) {
    let made: DirectTry | undefined;
    scene.insist(around(-2, 32), async () => {
      made ??= newPurchase(stage, shop, dice, CARDS.good, AT_ONCE);
      await tryDirect(stage, shop, made);
      return !made.open;
    });
  }
}

/** Pays a form when the provider lets it, and comes back from it, perhaps twice, or does not. */
function paysAndReturns(scene: Scene, form: Form, at: number, returns: boolean, openedAt = NaN): void {
  const { stage, shop, dice } = scene;
  const isReloaded = dice.chance(0.4);
  const back = () => returnFrom(stage, shop, form);
  scene.insist(at, async () => {
    const paidAt = stage.now;
    await fillForm(stage, form, CARDS.good);
    if (form.paid) scene.paidForms.push({ form, openedAt, paidAt });
    if (form.paid && returns) scene.at(stage.now + 5 * SECOND, back);
    if (form.paid && returns && isReloaded) scene.at(stage.now + dice.between(60, 900) * SECOND, back);
    return form.paid;
  });
}

/** Plays an outage on the stage of the walks; what is to be told is looked at soon after it, and everything once all is quiet. */
async function play(outage: Outage, seed: number): Promise<Result> {
  const dice = new Dice(seed);
  const invoicing = outage.invoices ?? false;
  const { place, world, app, close } = await openMemoryPlace(dice, { plans: PLANS, invoicing });
  try {
    const stage = await Stage.open(place, dice, 1);
    const [shop] = stage.shops as [Shop];
    const scene = new Scene(stage, dice);
    const weather = new Weather(outage, new Dice(seed ^ 0xbad));
    world.serve(instanceOf(throughPorts(app, weather.through)));
    if (invoicing) world.acct.behave({ rateLimit: false });
    shop.unnotified = dice.chance(0.3);
    await behave(place, shop.tenant, { dropNotifications: shop.unnotified });
    const begins = stage.now + 25 * HOUR + dice.between(0, 59) * SECOND;
    scene.giveUpAt(begins + LASTS_MS + INSISTS_MS);
    letThingsHappen(scene, begins);
    await scene.run(begins);
    await turn(true);
    await scene.run(begins + LASTS_MS, outage.deaf ? (ms) => stage.standStill(ms) : undefined);
    await turn(false);
    const ends = stage.now; // a browser that waits for its answer makes it some seconds longer
    await scene.run(ends + TOLD_WITHIN_MS);
    const unsent = await unsentCancels(stage, shop, ends);
    await scene.run(ends + 2 * TOLD_WITHIN_MS);
    const window: Window = { begins, ends, outage, replayedAt: stage.now, paidForms: scene.paidForms };
    await askForMany(stage, shop, stage.began);
    await scene.run(ends + WATCHED_MS);
    const { late, ...counts } = await lateTellings(stage, shop, window);
    const wrong = [...late, ...unsent, ...(await uncharged(stage, shop, window)), ...(await stuck(world))];
    world.serve(instanceOf(app));
    await healAndWait(stage);
    const evidence = await evidenceOf(stage);
    const { journal } = stage;
    return {
      requests: journal.length,
      refused: journal.filter(({ status }) => status >= 500).length,
      posts: shop.posts.length,
      ...{ struck: weather.struck, ...counts, dead: evidence.deadLetters },
      charges: evidence.shops[0]!.ledger.length,
      // A message may be given up: what it was about is found all the same.
      violations: [...wrong, ...violationsOf({ ...evidence, deadLetters: 0 })],
    };

    async function turn(bad: boolean): Promise<void> {
      weather.bad = bad;
      shop.receiver = (bad ? outage.receiver : undefined) ?? 'up';
      if (!outage.receiver) shop.trouble.isOut = bad;
      shop.trouble.note(stage.now);
      if (outage.forgetful && !bad) stage.struck = weather.struck;
      if (outage.providerFails) await behave(place, shop.tenant, { failNext: bad ? 1e9 : 0 });
    }
  } finally {
    await close();
  }
}

/** Plays a kind of outage by each of `seeds` seeds from the first on, and prints what it came to. */
export async function tallied(outage: Outage, firstSeed: number, seeds: number) {
  const report = new Report(
    'requests',
    'refused',
    'posts',
    'struck',
    'charges',
    'told',
    'replayed',
    'touched',
    'dead',
  );
  for (let seed = firstSeed; seed < firstSeed + seeds; seed++) {
    const result = await play(outage, seed);
    report.add(`${outage.name}, seed ${seed}`, result, result.violations);
  }
  report.print(`outage, ${outage.name}`, `${firstSeed}+`);
  return report;
}

/** What is due for longer than it ever waits for its turn. */
async function stuck({ table, clock }: World): Promise<string[]> {
  const shards = DUE_KINDS.flatMap(duePartitions).map((partition) =>
    table.due(partition, clock.now() - STUCK_AFTER_MS, 100),
  );
  return (await Promise.all(shards)).flat().map(({ pk, sk }) => `still due: ${pk} ${sk}`);
}
