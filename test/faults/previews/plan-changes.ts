import type { Plan } from '../../../lib/billing/plan.ts';
import type { LedgerEntry } from '../../../sandbox/pay/records.ts';
import { CARDS, DAY, directBody, HOUR, ledger, MINUTE } from '../../world/shop.ts';
import { GOOD_CARD, makeTenant, type TestTenant } from '../../world/tenant.ts';
import { openMemory } from '../../world/table.ts';
import { START, startWorld, type World } from '../../world/world.ts';
import { Dice } from '../delivery/dice.ts';

const MEMBERS = 30;
const ROUNDS = 8;
/** The provider charges a plan change a moment later, and an order within the minute in which it begins. */
const CHARGED_WITHIN_MS = 5 * MINUTE;

/** A payment as a preview says it. */
interface Payment {
  readonly amount: string;
  readonly currency: string;
  readonly at: string;
}

interface Preview {
  readonly charge: Payment | null;
  readonly nextPayment: Payment | null;
  readonly exact: boolean;
  readonly previewId: string | null;
}

/** Somebody with a subscription: its references, and the payment that a preview has said comes next. */
interface Subscribed {
  readonly references: string[];
  readonly isGood: boolean;
  expected: { readonly next: Payment | null; readonly since: number } | undefined;
}

/** What came of plan changes that were previewed. */
export interface Compared {
  /** Plan changes that were carried out as previewed. */
  changes: number;
  /** Of these, those of which the preview had said that it cannot know. */
  unknowable: number;
  /** Payments after the change that were compared as well. */
  nextPayments: number;
  readonly wrong: string[];
}

/** A tenant's subscribers, each of whom changes the plan again and again, and what the provider then charges. */
export class PlanChanges {
  readonly compared: Compared = { changes: 0, unknowable: 0, nextPayments: 0, wrong: [] };
  readonly #dice: Dice;
  readonly #world: World;
  readonly #shop: TestTenant;
  readonly #members: Subscribed[] = [];
  #ledger: readonly LedgerEntry[] = [];

  private constructor(world: World, shop: TestTenant, dice: Dice) {
    this.#world = world;
    this.#shop = shop;
    this.#dice = dice;
  }

  /** Plays a seed to its end. */
  static async play(seed: number): Promise<Compared> {
    const dice = new Dice(seed);
    const world = await startWorld(
      START + dice.between(0, 365) * DAY,
      undefined,
      openMemory,
      async () => undefined,
    );
    try {
      const shop = await makeTenant(world, {
        plans: drawnPlans(dice),
        recovery: { retryDays: [], then: 'keep' },
      });
      const played = new PlanChanges(world, shop, dice);
      await played.#play();
      return played.compared;
    } finally {
      await world.stop();
    }
  }

  async #play(): Promise<void> {
    for (let nth = 0; nth < MEMBERS; nth++) await this.#subscribe();
    for (let round = 0; round < ROUNDS; round++) {
      await this.#pass(this.#dice.pick([HOUR, 3 * DAY, 11 * DAY, 17 * DAY, 40 * DAY]));
      const before = new Map<Subscribed, { preview: Preview; entries: number }>();
      for (const member of this.#members) {
        if (this.#dice.chance(0.1)) await this.#leaveOrStay(member);
        const preview = await this.#change(member);
        if (preview) before.set(member, { preview, entries: this.#entriesOf(member).length });
      }
      await this.#pass(CHARGED_WITHIN_MS);
      for (const [member, { preview, entries }] of before) this.#judgeCharge(member, preview, entries);
    }
    await this.#pass(40 * DAY);
  }

  async #subscribe(): Promise<void> {
    const isGood = this.#dice.chance(0.9);
    const cardNumber = isGood ? CARDS.good : CARDS.refusedLater;
    const body = directBody(this.#anyPlan(), { paymentCard: { ...GOOD_CARD, cardNumber } });
    const { body: sold } = await this.#shop.call('checkout/initialize-direct', { body });
    const { referenceCode } = (sold.data ?? {}) as { referenceCode?: string };
    if (referenceCode === undefined) throw new Error(JSON.stringify(sold));
    this.#members.push({ references: [referenceCode], isGood, expected: undefined });
  }

  /** Lets time pass, and compares each payment that was said to come meanwhile. */
  async #pass(ms: number): Promise<void> {
    await this.#world.advance(ms);
    this.#ledger = await ledger(this.#world, this.#shop);
    for (const member of this.#members) this.#judgeNext(member);
  }

  /** A cancellation, or its undoing: what was said of the next payment holds no longer. */
  async #leaveOrStay(member: Subscribed): Promise<void> {
    const route = this.#dice.pick(['subscribers/cancel', 'subscribers/undo-cancel'] as const);
    member.expected = undefined;
    await this.#shop.call(route, { body: { 'pay-subscriber-reference-code': member.references.at(-1)! } });
  }

  /** Previews a plan change and carries it out; undefined where it cannot be. */
  async #change(member: Subscribed): Promise<Preview | undefined> {
    const body = {
      'pay-subscriber-reference-code': member.references.at(-1)!,
      'pay-plan-reference-code': this.#anyPlan().reference,
      upgradePeriod: this.#dice.pick(['NOW', 'NEXT_PERIOD']),
      useTrial: this.#dice.chance(0.2),
    };
    const said = await this.#shop.call('subscribers/preview-change', { body });
    const preview = said.body.data as Preview | undefined;
    if (said.status !== 200 || !preview?.previewId) return undefined;
    const { previewId } = preview;
    const made = await this.#shop.call('subscribers/change-plan', { body: { ...body, previewId } });
    if (made.status !== 200) return undefined;
    const { payReference } = made.body.data as { payReference: string };
    if (!member.references.includes(payReference)) member.references.push(payReference);
    member.expected = preview.exact
      ? { next: preview.nextPayment, since: this.#world.clock.now() }
      : undefined;
    this.compared.changes++;
    if (!preview.exact) this.compared.unknowable++;
    return preview;
  }

  #judgeCharge(member: Subscribed, { charge, exact }: Preview, entries: number): void {
    if (!exact) return;
    const fresh = this.#entriesOf(member).slice(entries);
    const expected = charge ? [`${charge.amount} ${charge.currency}`] : [];
    const found = fresh.map(({ amount, currency }) => `${amount} ${currency}`);
    if (found.join() !== expected.join())
      this.#found(member, `charged ${found.join() || 'nothing'}, previewed ${expected.join() || 'nothing'}`);
    if (fresh.some(({ status }) => status !== 'SUCCESS')) member.expected = undefined;
  }

  /** Nothing is charged before the payment that was said to come, and it is what was said. */
  #judgeNext(member: Subscribed): void {
    const { expected } = member;
    if (!expected) return;
    const after = this.#entriesOf(member).filter(({ time }) => time > expected.since + CHARGED_WITHIN_MS);
    const [first] = after;
    const dueBy = expected.next ? Date.parse(expected.next.at) + CHARGED_WITHIN_MS : Infinity;
    if (!first && this.#world.clock.now() < dueBy) return;
    const found = first ? `${first.amount} ${first.currency}` : 'nothing';
    const said = expected.next ? `${expected.next.amount} ${expected.next.currency}` : 'nothing';
    const early = first && expected.next ? Math.abs(first.time - Date.parse(expected.next.at)) : 0;
    if (found !== said || early > CHARGED_WITHIN_MS)
      this.#found(member, `next was ${found}, ${early} ms beside its time, previewed ${said}`);
    this.compared.nextPayments++;
    member.expected = undefined;
  }

  #entriesOf({ references }: Subscribed): readonly LedgerEntry[] {
    return this.#ledger.filter((one) => references.includes(String(one.subscriptionReferenceCode)));
  }

  #found({ references }: Subscribed, what: string): void {
    this.compared.wrong.push(`${String(references.at(-1))}: ${what}`);
  }

  #anyPlan(): Plan {
    return this.#dice.pick(Object.values(this.#shop.plans));
  }
}

/** Plans of one product and interval, with prices to the kuruş and now and then a trial. */
function drawnPlans(dice: Dice) {
  const interval = dice.pick(['DAILY', 'WEEKLY', 'MONTHLY', 'MONTHLY', 'YEARLY'] as const);
  const count = interval === 'YEARLY' ? 1 : dice.between(1, 3);
  return Array.from({ length: 5 }, (_, nth) => ({
    name: `plan ${nth}`,
    price: (dice.between(1, 100_000) / 100).toFixed(2),
    ...{ interval, count, trialDays: dice.pick([0, 0, 7, 30]) },
  }));
}
