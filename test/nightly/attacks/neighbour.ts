import { checkoutBody } from '../../flows/cloud/checkout-calls.ts';
import type { Running } from '../../flows/cloud/running.ts';
import { GOOD_CARD } from '../../support/world/tenant.ts';
import type { DemoTenant } from '../../../local/demo-tenant.ts';
import { DueList } from './due-work.ts';
import { Requests } from './requests.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PLANS_IN_TURN = ['Plus', 'Basic'];

interface Purchase {
  readonly email: string;
  readonly svcId: string;
  readonly reference: string;
  readonly startedAt: number;
}

/** The tenant beside the hostile one: a shop like any other, that buys, cancels, changes, lists and hears its webhooks. */
export class Neighbour {
  readonly due: DueList;
  readonly requests: Requests;
  readonly #cloud: Running;
  readonly #demo: DemoTenant;
  #customers = 0;
  #changes = 0;
  #regular: Purchase | undefined;

  constructor(cloud: Running) {
    this.#cloud = cloud;
    this.#demo = cloud.tenant('demo');
    this.due = new DueList(cloud, this.#demo);
    this.requests = new Requests(cloud, this.#demo);
  }

  /** A subscriber whose renewal nobody tells of: the service looks for it two hours after it was due. */
  async buyForRenewal(): Promise<void> {
    const { email, startedAt } = await this.#mustBuy('Daily paper');
    this.due.webhook('renewal nobody told of', startedAt + 26 * HOUR, 'DID_RENEW', email);
  }

  /** A subscriber that is cancelled at once; answers when its access ends (epoch ms): a day later. */
  async buyAndCancel(): Promise<number> {
    const { email, reference, startedAt } = await this.#mustBuy('Daily paper');
    await this.requests.ask('DELETE', '/subscribers', { 'pay-subscriber-reference-code': reference });
    const endsAt = startedAt + 24 * HOUR;
    this.due.webhook('end of access', endsAt, 'EXPIRED', email);
    return endsAt;
  }

  /** Leaves behind what the service has to finish by itself within minutes. */
  async leaveUnfinished(): Promise<void> {
    this.#regular ??= await this.#mustBuy('Basic');
    await this.#leaveForm();
    await this.#loseAnswer();
    const { email, at } = await this.due.failOnce('SUBSCRIBED', () => this.#buyWithDocument());
    this.due.webhook('webhook tried again', at + MINUTE, 'SUBSCRIBED', email);
  }

  /** One of everything that a shop asks for. */
  async trade(): Promise<void> {
    const svcId = this.#regular?.svcId ?? '';
    const plan = this.#plan(PLANS_IN_TURN[this.#changes++ % 2] ?? '');
    const { requests } = this;
    await requests.ask('GET', '/plans/list?pageSize=100');
    await requests.ask('GET', '/subscribers/check?email=ayse%40example.com');
    await requests.ask('GET', `/subscribers?svc-id=${svcId}`);
    await requests.ask('GET', `/subscribers/invoices?svc-id=${svcId}&limit=100`);
    await requests.ask('PUT', '/subscribers', { 'svc-subscriber-id': svcId, 'svc-plan-id': plan.svcId });
    await requests.ask('DELETE', '/subscribers', { 'svc-id': svcId });
    await requests.ask('POST', '/subscribers/undo-cancel', { 'svc-id': svcId });
    await requests.ask('POST', '/checkout/initialize', this.#body('Pro', this.#newEmail()));
    await this.#buy('Pro');
  }

  /** A checkout that is paid, and whose browser never comes back. */
  async #leaveForm(): Promise<void> {
    const email = this.#newEmail();
    const at = await this.due.now();
    const opened = await this.requests.ask('POST', '/checkout/initialize', this.#body('Basic', email));
    const complete = `${this.#cloud.stack.payUrl}/v2/subscription/checkoutform/complete`;
    await this.#cloud.json('POST', complete, { token: opened?.token, paymentCard: GOOD_CARD });
    this.due.webhook('checkout nobody came back from', at + 2 * MINUTE, 'SUBSCRIBED', email);
  }

  /** A direct checkout whose answer is lost on its way from the provider. */
  async #loseAnswer(): Promise<void> {
    const { payUrl } = this.#cloud.stack;
    const { merchantId } = this.#demo.pay;
    const behaviour = { merchantId, loseAnswerNext: 1, path: '/subscription/initialize' };
    await this.#cloud.json('POST', `${payUrl}/sandbox/behaviour`, behaviour);
    const email = this.#newEmail();
    const at = await this.due.now();
    const { status } = await this.#cloud.api(
      'POST',
      '/checkout/initialize-direct',
      this.#direct('Basic', email),
    );
    if (status !== 504) throw new Error(`an answer was to be lost, and came as ${status}`);
    this.due.webhook('payment of unknown outcome', at + MINUTE, 'SUBSCRIBED', email);
  }

  /** Buys, and waits for the invoice's document; answers the customer's e-mail. */
  async #buyWithDocument(): Promise<string> {
    const { email, svcId, startedAt } = await this.#mustBuy('Basic');
    this.due.asked('document of an invoice', startedAt, async () => {
      const { body } = await this.#cloud.api(
        'GET',
        `/subscribers/invoices?svc-id=${svcId}`,
        undefined,
        this.#demo,
      );
      const [invoice] = (body.data ?? []) as { pdfStatus: string }[];
      return invoice?.pdfStatus === 'ready';
    });
    return email;
  }

  async #mustBuy(plan: string): Promise<Purchase> {
    const bought = await this.#buy(plan);
    if (!bought) throw new Error(`nothing could be bought: ${JSON.stringify(this.requests.failures.at(-1))}`);
    return bought;
  }

  async #buy(plan: string): Promise<Purchase | undefined> {
    const email = this.#newEmail();
    const body = await this.requests.ask('POST', '/checkout/initialize-direct', this.#direct(plan, email));
    if (!body) return undefined;
    const { referenceCode: reference, startDate: startedAt } = body.data as Record<string, unknown>;
    return {
      ...{ email, svcId: String(body.svcSubscriptionId) },
      ...{ reference: String(reference), startedAt: Number(startedAt) },
    };
  }

  #direct(plan: string, email: string): Record<string, unknown> {
    const { callbackUrl: _, ...body } = this.#body(plan, email);
    return { ...body, paymentCard: GOOD_CARD };
  }

  #body(plan: string, email: string): Record<string, unknown> {
    return checkoutBody(this.#cloud.stack, this.#plan(plan).referenceCode, { email });
  }

  #plan(name: string): DemoTenant['plans'][number] {
    const plan = this.#demo.plans.find((one) => one.name === name);
    if (!plan) throw new Error(`there is no plan ${name}`);
    return plan;
  }

  #newEmail(): string {
    return `neighbour.${++this.#customers}@example.com`;
  }
}
