import { checkoutBody } from '../../flows/cloud/checkout-calls.ts';
import { GOOD_CARD } from '../../support/world/tenant.ts';
import type { OwnShop } from '../../flows/cloud/own-shop.ts';
import { svcIdOf } from '../../../lib/billing/identifiers.ts';
import type { Dice } from '../../faults/dice.ts';
import { LATER, Line } from './line.ts';
import type { Change, Purchase } from './log.ts';

/** Where browsers are sent in the end; nobody follows them there. */
const CALLER = { inboxUrl: 'https://club.example' };

/** Customers and a tenant's own servers: they ask, and ask again after a restart what was never answered. */
export class Clients {
  readonly purchases: Purchase[] = [];
  readonly changes: Change[] = [];
  readonly line: Line;
  readonly #shop: OwnShop;
  readonly #dice: Dice;
  readonly #busy = new Set<Purchase>();

  constructor(shop: OwnShop, dice: Dice) {
    this.line = new Line(shop);
    this.#shop = shop;
    this.#dice = dice;
  }

  /** Does one thing that a customer or the tenant might do now. */
  async step(): Promise<void> {
    const free = this.purchases.filter((one) => !this.#busy.has(one) && mayAct(one));
    if (free.length === 0 || this.#dice.chance(0.55)) return this.#go(this.#newcomer());
    return this.#go(this.#dice.pick(free));
  }

  /** Asks again for everything that was begun and not answered, a few at a time. */
  async again(): Promise<void> {
    const open = this.open();
    const worker = async () => {
      for (let one = open.shift(); one && this.line.running; one = open.shift()) await this.#go(one);
    };
    await Promise.all([worker(), worker(), worker(), worker()]);
  }

  open(): Purchase[] {
    return this.purchases.filter((one) => isOpen(one) || one.move === 'begun' || one.cancel === 'begun');
  }

  #newcomer(): Purchase {
    const n = this.purchases.length;
    const purchase: Purchase = {
      email: `buyer${n}@example.com`,
      how: this.#dice.chance(0.5) ? 'direct' : 'hosted',
      role: this.#dice.pick(['stays', 'changes', 'changes', 'moves', 'cancels']),
      comesBack: this.#dice.chance(0.7),
      token: undefined,
      paid: false,
      svcId: undefined,
      payReference: undefined,
      move: 'none',
      cancel: 'none',
    };
    this.purchases.push(purchase);
    return purchase;
  }

  async #go(purchase: Purchase): Promise<void> {
    if (this.#busy.has(purchase)) return;
    this.#busy.add(purchase);
    try {
      if (isOpen(purchase))
        await (purchase.how === 'direct' ? this.#direct(purchase) : this.#hosted(purchase));
      else if (purchase.role === 'changes') await this.#change(purchase);
      else if (purchase.role === 'moves') await this.#move(purchase);
      else if (purchase.role === 'cancels') await this.#cancel(purchase);
    } finally {
      this.#busy.delete(purchase);
    }
  }

  async #direct(purchase: Purchase): Promise<void> {
    const { callbackUrl: _, ...body } = this.#order(purchase);
    const answer = await this.line.ask('POST', '/checkout/initialize-direct', {
      ...body,
      clientReferenceId: purchase.email,
      paymentCard: GOOD_CARD,
    });
    if (!this.line.isGood('direct', answer)) return;
    purchase.paid = true;
    purchase.svcId = String(answer.body.svcSubscriptionId);
    purchase.payReference = String((answer.body.data as Record<string, unknown>).referenceCode);
  }

  /** As far as it gets: a form, the card into the form, and back by the callback unless this customer never comes back. */
  async #hosted(purchase: Purchase): Promise<void> {
    if (purchase.token === undefined) {
      const begun = await this.line.ask('POST', '/checkout/initialize', this.#order(purchase));
      if (!this.line.isGood('hosted', begun)) return;
      purchase.token = String(begun.body.token);
    }
    const { token } = purchase;
    if (!purchase.paid) {
      const paid = await this.line.fetch('payUrl', '/v2/subscription/checkoutform/complete', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, paymentCard: GOOD_CARD }),
      });
      if (!paid) return;
      if (!paid.ok) return void this.line.odd.push(`the form answered ${paid.status}`);
      purchase.paid = true;
    }
    if (!purchase.comesBack) return;
    const way = `/checkout/callback?token=${token}`;
    const back = await this.line.fetch('baseUrl', way, { redirect: 'manual' });
    if (!back || back.status === 202 || LATER.includes(back.status)) return;
    const query = new URL(back.headers.get('location') ?? 'about:blank').searchParams;
    if (query.get('status') !== 'success')
      return void this.line.odd.push(`the callback led to ${query.toString()}`);
    purchase.svcId = query.get('svcSubscriptionId') ?? undefined;
    purchase.payReference = query.get('subscriptionReference') ?? undefined;
  }

  async #change(purchase: Purchase): Promise<void> {
    const plan = this.#dice.pick(Object.values(this.#shop.plans));
    const change: Change = { svcId: purchase.svcId!, planReference: plan.reference, outcome: 'unknown' };
    this.changes.push(change);
    const answer = await this.line.ask('PUT', '/subscribers', {
      'svc-subscriber-id': purchase.svcId,
      'svc-plan-id': svcIdOf('plan', plan.id),
    });
    if (answer?.status === 409) change.outcome = 'refused';
    else if (this.line.isGood('change', answer)) change.outcome = 'told';
  }

  /** Once for each customer, and until it is known to be done: by name of the provider, which then charges. */
  async #move(purchase: Purchase): Promise<void> {
    purchase.move = 'begun';
    const answer = await this.line.ask('PUT', '/subscribers', {
      'pay-subscriber-reference-code': purchase.payReference,
      'pay-plan-reference-code': this.#shop.plans.Most!.reference,
    });
    if (answer?.body.error === 'same_plan' || this.line.isGood('move', answer)) purchase.move = 'done';
  }

  async #cancel(purchase: Purchase): Promise<void> {
    purchase.cancel = 'begun';
    const answer = await this.line.ask('DELETE', '/subscribers', { 'svc-id': purchase.svcId });
    if (this.line.isGood('cancel', answer)) purchase.cancel = 'done';
  }

  #order({ email }: Purchase): Record<string, unknown> {
    return checkoutBody(CALLER, this.#shop.plans.Least!.reference, { email });
  }
}

/** A customer who pays by form and never comes back has nothing more to ask. */
function isOpen({ svcId, how, paid, comesBack }: Purchase): boolean {
  return svcId === undefined && !(how === 'hosted' && paid && !comesBack);
}

function mayAct({ svcId, role, move, cancel }: Purchase): boolean {
  if (svcId === undefined) return false;
  return (
    role === 'changes' || (role === 'moves' && move === 'none') || (role === 'cancels' && cancel === 'none')
  );
}
