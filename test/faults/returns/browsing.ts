import { refreshIn } from '../../support/world/refreshing.ts';
import { CARDS, eventsAbout, nameOf } from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { startWorldWithoutSockets, type Answer, type World } from '../../support/world/world.ts';
import { Dice } from '../delivery/dice.ts';
import { forgedFaults, pageFaults, returnFaults } from './answers.ts';
import { FORGERIES, RELOAD, returnBy, WAYS, type Way } from './browsers.ts';
import { Scene, type Form } from './scene.ts';

const STEPS = 24;

/** One customer after another between the shop, the provider's form and us, with everything a browser can do wrong. */
export class Browsing {
  readonly violations: string[] = [];
  readonly counts = new Map<string, number>();
  readonly #scene: Scene;
  readonly #dice: Dice;
  readonly #world: World;

  private constructor(scene: Scene) {
    this.#scene = scene;
    this.#dice = scene.dice;
    this.#world = scene.world;
  }

  static async play(seed: number): Promise<Browsing> {
    const world = await startWorldWithoutSockets();
    try {
      const scene = new Scene(world, await makeTenant(world), new Dice(seed));
      const browsing = new Browsing(scene);
      await scene.open();
      for (let step = 0; step < STEPS; step++) await browsing.#step();
      await scene.heal();
      for (const form of scene.forms) await browsing.#judge(form);
      return browsing;
    } finally {
      await world.stop();
    }
  }

  async #step(): Promise<void> {
    const scene = this.#scene;
    const form = this.#dice.pick(scene.forms);
    const steps: readonly (readonly [string, number, () => Promise<void>])[] = [
      ['opens another form', 1, () => scene.open()],
      ['pays', 4, () => scene.pay(form, CARDS.good)],
      ['is declined', 2, () => scene.pay(form, CARDS.noMoney)],
      ['returns', 8, () => this.#return(form)],
      ['returns at once in several tabs', 3, () => this.#returnAtOnce(form)],
      ['returns with a forged token', 3, () => this.#forge(form)],
      ['goes back to the form', 4, () => this.#lookAtForm(form)],
      ['waits', 4, () => scene.wait()],
      ['the provider has trouble', 2, () => scene.trouble()],
      ['the account is switched', 1, () => scene.switchAccount()],
    ];
    let roll = this.#dice.between(
      1,
      steps.reduce((sum, [, weight]) => sum + weight, 0),
    );
    const [name, , take] = steps.find(([, weight]) => (roll -= weight) <= 0)!;
    this.#count(name);
    await take();
  }

  async #return(form: Form): Promise<void> {
    const way = this.#dice.pick(WAYS);
    this.#count(`by ${way.name}`);
    let answer = await returnBy(this.#world, way, form.token);
    form.hasReturned ||= form.paidAt !== undefined;
    this.#check(form, way, answer);
    const stays = this.#dice.chance(0.7);
    for (
      let next = refreshIn(answer.headers.refresh);
      stays && next;
      next = refreshIn(answer.headers.refresh)
    ) {
      await this.#world.clock.advanceTo(this.#world.clock.now() + next.seconds * 1_000);
      answer = await this.#world.call('checkout/callback', { method: 'GET', query: next.query });
      this.#check(form, RELOAD, answer);
    }
  }

  async #returnAtOnce(form: Form): Promise<void> {
    const ways = Array.from({ length: this.#dice.between(2, 5) }, () => this.#dice.pick(WAYS));
    const answers = await Promise.all(ways.map((way) => returnBy(this.#world, way, form.token)));
    answers.forEach((answer, i) => this.#check(form, ways[i]!, answer));
  }

  async #forge({ token }: Form): Promise<void> {
    const { name, forge } = this.#dice.pick(FORGERIES);
    this.#count(`token ${name}`);
    for (const route of ['checkout/callback', 'checkout/page'] as const) {
      const answer = await this.#world.call(route, { method: 'GET', query: { token: forge(token) } });
      this.#blame(`${route} with a token ${name}`, forgedFaults(answer));
    }
  }

  async #lookAtForm(form: Form): Promise<void> {
    const answer = await this.#world.call('checkout/page', { method: 'GET', query: { token: form.token } });
    const known = [200, 202, 410].includes(answer.status) ? [] : [`status ${answer.status}`];
    const mayHavePaid = form.paidAt !== undefined && form.hasReturned;
    const asksAgain =
      mayHavePaid && answer.text.includes('iyzipay-checkout-form') ? ['asks to pay again'] : [];
    const isGood = answer.text.includes('class="sign good"');
    const lies = isGood && form.paidAt === undefined ? ['says paid'] : [];
    this.#count(`the form is ${answer.status}`);
    this.#blame('the form', [...known, ...lies, ...asksAgain, ...pageFaults(answer)]);
  }

  /** One charge, one subscriber and one beginning for what was paid; nothing of the kind for what was not. */
  async #judge(form: Form): Promise<void> {
    const { email } = form;
    const once = form.paidAt === undefined ? 0 : 1;
    const { body } = await this.#scene.shop.call('subscribers/list', { query: { email } });
    const events = eventsAbout(this.#world, this.#scene.shop, email);
    const begun = new Set(events.map(({ eventId }) => eventId)).size;
    const found = {
      purchases: await this.#scene.bought(form),
      charges: await this.#scene.charged(form),
      subscribers: (body.data as unknown[]).length,
      events: begun,
    };
    this.#count(once ? 'paid' : 'unpaid');
    for (const [what, number] of Object.entries(found))
      if (number !== once)
        this.#blame('in the end', [`${number} ${what} (${events.map(nameOf).join()}) for ${once}`]);
    const answers: Answer[] = [];
    for (const way of WAYS) answers.push(await returnBy(this.#world, way, form.token));
    const places = new Set(answers.map(({ headers }) => headers.location));
    if (once && places.size !== 1) this.#blame('in the end', [`${places.size} places`]);
    answers.forEach((answer, i) => this.#check(form, WAYS[i]!, answer));
  }

  #check(form: Form, way: Way, answer: Answer): void {
    const place = answer.headers.location && new URL(answer.headers.location).searchParams;
    const isLast = answer.status === 202 && !answer.headers.refresh;
    const end = place ? (place.get('errorCode') ?? place.get('status')) : isLast ? 'for good' : '';
    this.#count(`answer ${answer.status} ${end}`.trim());
    const faults = returnFaults(answer, this.#scene.truthOf(form), way === RELOAD);
    this.#blame(`a return by ${way.name}`, faults);
  }

  #blame(where: string, faults: readonly string[]): void {
    this.violations.push(...faults.map((fault) => `${where}: ${fault}`));
  }

  #count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }
}
