import type { RouteName } from '../../../functions/routes.ts';
import type { Front } from '../../support/world/shop.ts';
import type { Answer, Ask } from '../../support/world/world.ts';
import type { Dice } from '../dice.ts';
import { panelOf } from '../panel.ts';
import type { Place } from './places/place.ts';
import type { Asked, Form, Heard, Member, Shop, Span } from './records.ts';
import { ticks } from './ticks.ts';

/** How many steps a second request may begin after the first. */
const LATE_TICKS = 12;

/** Moments at which one person's access was asked for by our id, and the other identifiers by which it was then asked for too. */
export type ComparedBy = 'moments' | 'provider' | 'email' | 'ownId';

/** What was under way beside a request, and what is known of its answer beforehand. */
export interface Beside {
  /** Another request for the same subscriber was under way. */
  readonly contested?: boolean;
  /** The very same one was. */
  readonly twin?: number;
  /** Whom it is about, where that is a subscriber. */
  readonly member?: Member;
  readonly expected?: number;
  /** What it is sent with instead of the tenant's own key pair. */
  readonly headers?: Record<string, string>;
  /** How much time (ms) is left to whoever answers; the usual time unless given. */
  readonly timeLeftMs?: number | undefined;
  /** Which process answers, if not the one that serves the place. */
  readonly by?: Front['call'];
}

/** The stage of one walk: one to three tenants at a place, and the journal of what they were answered. */
export class Stage {
  readonly place: Place;
  readonly shops: Shop[] = [];
  readonly journal: Asked[] = [];
  /** Every answer and page, as it came. */
  readonly heard: Heard[] = [];
  readonly began: number;
  step = 0;
  /** Faults may strike our own calls, so that a request may fail and may have been carried out all the same. */
  isStruck = false;
  /** How many did. */
  struck = 0;
  /** How often what is said of a person's access was compared, and how often with the answer by each identifier. */
  readonly compared: Record<ComparedBy, number> = { moments: 0, provider: 0, email: 0, ownId: 0 };
  readonly #still: Span[] = [];

  private constructor(place: Place) {
    this.place = place;
    this.began = place.clock.now();
  }

  static async open(place: Place, dice: Dice, tenants = dice.pick([1, 1, 2, 3])): Promise<Stage> {
    const stage = new Stage(place);
    for (let number = 0; number < tenants; number++) stage.shops.push(await place.openShop(number, dice));
    return stage;
  }

  get now(): number {
    return this.place.clock.now();
  }

  /** Time goes by, and none of our queues or schedules runs. */
  async standStill(ms: number): Promise<void> {
    const from = this.now;
    await this.place.standStill(ms);
    this.#still.push({ from, to: this.now });
  }

  /** Whether our queues and schedules stood still at some time from `from` to `to`. */
  stoodStill(from: number, to: number): boolean {
    return this.#still.some((span) => span.from <= to && span.to >= from);
  }

  /** A request of a tenant, kept in the journal. */
  async ask(shop: Shop, route: RouteName, ask: Ask, beside: Beside = {}): Promise<Answer> {
    const { headers = shop.headers, contested = false, member, twin, expected, timeLeftMs } = beside;
    const { by = this.place.call } = beside;
    const call = timeLeftMs === undefined ? by : (this.place.hurriedCall?.(timeLeftMs) ?? by);
    const { answer, ...when } = await this.watched(shop, () =>
      this.hearing(shop, call)(route, { ...ask, headers: { ...headers, ...ask.headers } }),
    );
    const { status, body } = answer;
    const provoked =
      when.provoked ||
      timeLeftMs !== undefined ||
      (route === 'subscribers/change-plan' &&
        shop.searchLagMs > 0 &&
        body.error === 'payment_outcome_unknown') ||
      (status === 503 && member !== undefined && (await this.#hid(shop, member, when.at)));
    const sent = ask.body ?? ask.query ?? ask.raw;
    const code = typeof body.error === 'string' ? body.error : '';
    const what = { shop: shop.number, route, sent, status, code, body, isStruck: this.isStruck };
    this.journal.push({ ...when, ...what, provoked, contested, twin, expected });
    return answer;
  }

  /** Calls on behalf of a tenant or its customers; what is answered is kept as it came. */
  hearing({ number: shop }: Shop, call: Front['call'], form?: Form): Front['call'] {
    return async (route, ask) => {
      const answer = await call(route, ask);
      const { status, text: said, headers } = answer;
      const { location = '', refresh } = headers;
      const shown = form && { kind: form.kind, paid: form.paid, returns: [...form.returns] };
      const comesAgain = refresh !== undefined;
      this.heard.push({ step: this.step, shop, route, status, said, location, comesAgain, form: shown });
      return answer;
    };
  }

  /** Does something, and tells when that was and whether the provider misbehaved towards the tenant meanwhile. */
  async watched<T>(
    shop: Shop,
    carryOut: () => Promise<T>,
  ): Promise<{ answer: T; at: number; step: number; provoked: boolean }> {
    const { trouble } = shop;
    const { step, now: at } = this;
    const [struck, wrong] = [trouble.struck, trouble.isOn];
    const answer = await carryOut();
    return { answer, at, step, provoked: wrong || trouble.isOn || trouble.struck > struck };
  }

  /** Whether the provider's search did not show, at an instant, what had taken a subscriber's subscription's place. */
  async #hid(shop: Shop, { references }: Member, at: number): Promise<boolean> {
    const panel = await this.panel(shop);
    const parents = new Set(
      panel
        .filter(({ referenceCode }) => references.includes(referenceCode))
        .map(({ parentReferenceCode }) => parentReferenceCode),
    );
    return panel.some(
      ({ parentReferenceCode, subscriptionStatus, createdDate }) =>
        parents.has(parentReferenceCode) &&
        subscriptionStatus !== 'UPGRADED' &&
        createdDate > at - shop.searchLagMs,
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
  panel({ tenant }: Shop) {
    return panelOf(this.place, tenant);
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
}
