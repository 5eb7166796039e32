import type { Behaviour } from '../../../sandbox/pay/behaviour.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';
import { behave, DAY, HOUR, ledger, MINUTE, paidIn } from '../../support/world/shop.ts';
import { changeTenant, payForm, type TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import type { Dice } from '../delivery/dice.ts';
import { panelOf } from '../panel.ts';
import type { Truth } from './answers.ts';

/** A form that a customer has open, perhaps in two tabs. */
export interface Form {
  readonly token: string;
  readonly email: string;
  readonly callbackUrl: string;
  /** Epoch ms; undefined while nobody has paid. */
  paidAt: number | undefined;
  /** Whether a browser came back after the payment. */
  hasReturned: boolean;
}

/** A shop with its customers' forms, the provider, and what goes wrong with them. */
export class Scene {
  readonly world: World;
  readonly shop: TestTenant;
  readonly dice: Dice;
  readonly forms: Form[] = [];
  #providerAnswers = true;
  /** How long the provider takes to report what is paid. */
  readonly #lagMs: number;
  #isSuspended = false;

  constructor(world: World, shop: TestTenant, dice: Dice) {
    this.world = world;
    this.shop = shop;
    this.dice = dice;
    this.#lagMs = dice.pick([0, 2_000]);
  }

  /** A customer opens a form, which needs a provider that answers and an account that is on. */
  async open(): Promise<void> {
    if (this.#isSuspended || this.forms.length > 4) return;
    await this.#calmProvider();
    const callbackUrl = this.dice.pick(['https://shop.example/done', 'https://shop.example/done?cart=4%2F2']);
    const subscriptionInitialStatus = this.dice.pick(['ACTIVE', 'PENDING']);
    const form = await startCheckout(this.shop, { callbackUrl, subscriptionInitialStatus });
    this.forms.push({ ...form, callbackUrl, paidAt: undefined, hasReturned: false });
  }

  /** Two tabs may both be paid: the provider takes one of them. Its answer may be lost. */
  async pay(form: Form, cardNumber: string): Promise<void> {
    await payForm(this.world, form.token, { cardNumber }).catch(() => undefined);
    if ((await this.bought(form)) > 0) form.paidAt ??= this.world.clock.now();
  }

  /** How many subscriptions the provider has made of a form. */
  async bought({ email }: Form): Promise<number> {
    const all = await panelOf(this.world, this.shop);
    return all.filter(({ customerEmail }) => customerEmail === email).length;
  }

  /** How often the provider has charged a form's customer. */
  async charged({ email }: Form): Promise<number> {
    const all = paidIn(await ledger(this.world, this.shop));
    return all.filter(({ customerEmail }) => customerEmail === email).length;
  }

  async wait(): Promise<void> {
    const ms = this.dice.pick([500, 2_000, 3_000, MINUTE, 10 * MINUTE, HOUR]);
    if (ms < MINUTE) await this.world.clock.advanceTo(this.world.clock.now() + ms);
    else await this.world.advance(ms);
  }

  async trouble(): Promise<void> {
    const trouble = this.dice.pick<Partial<Behaviour>>([
      { failNext: 12 },
      { limitNext: 3 },
      { loseAnswerNext: 2 },
    ]);
    this.#providerAnswers = false;
    await behave(this.world, this.shop, { ...trouble, path: '/checkoutform/' });
  }

  async #calmProvider(): Promise<void> {
    await behave(this.world, this.shop, {
      failNext: 0,
      limitNext: 0,
      loseAnswerNext: 0,
      completionLagMs: this.#lagMs,
    });
    this.#providerAnswers = true;
  }

  async switchAccount(): Promise<void> {
    this.#isSuspended = !this.#isSuspended;
    await changeTenant(this.world, this.shop, { status: this.#isSuspended ? 'SUSPENDED' : 'ACTIVE' });
  }

  /** Everything works again, for a day. */
  async heal(): Promise<void> {
    if (this.#isSuspended) await this.switchAccount();
    await this.#calmProvider();
    await this.world.advance(DAY);
  }

  /** What is so at this moment. */
  truthOf({ paidAt, callbackUrl }: Form): Truth {
    const paid = paidAt !== undefined;
    const reported = paid && paidAt + this.#lagMs <= this.world.clock.now();
    return { paid, reported, answers: this.#providerAnswers, callbackUrl };
  }
}
