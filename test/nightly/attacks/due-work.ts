import type { Delivery, Running } from '../../flows/cloud/running.ts';
import type { DemoTenant } from '../../../local/demo-tenant.ts';

/** Something that the service has to do for a tenant by itself; times in epoch ms of the moved clock. */
export interface DueWork {
  readonly what: string;
  readonly dueAt: number;
  /** When it was done, undefined as long as it is not. */
  doneAt: number | undefined;
}

type Watched = DueWork & {
  readonly look: (arrived: readonly Delivery[]) => Promise<number | undefined>;
};

/** What is due for a tenant, and when it was done, as its receiver and its lists tell. */
export class DueList {
  readonly #cloud: Running;
  readonly #hook: string;
  #all: Watched[] = [];

  constructor(cloud: Running, { webhookUrl }: DemoTenant) {
    this.#cloud = cloud;
    this.#hook = new URL(webhookUrl ?? '').pathname;
  }

  /** A webhook about a customer that has to arrive, and to be taken. */
  webhook(what: string, dueAt: number, type: string, email: string): void {
    const look = async (arrived: readonly Delivery[]) => {
      const found = arrived.find((one) => one.status === 200 && isAbout(one, type, email));
      return found && Date.parse(found.receivedAt);
    };
    this.#all.push({ what, dueAt, doneAt: undefined, look });
  }

  /** Something of which only asking tells whether it is done. */
  asked(what: string, dueAt: number, isDone: () => Promise<boolean>): void {
    const look = async () => ((await isDone()) ? this.now() : undefined);
    this.#all.push({ what, dueAt, doneAt: undefined, look });
  }

  /** Notes what has been done since it was last looked. */
  async look(): Promise<void> {
    const arrived = await this.#cloud.deliveries(this.#hook);
    for (const work of this.#all) work.doneAt ??= await work.look(arrived);
  }

  /** What was due until then, and forgets it. */
  take(until: number): DueWork[] {
    const taken = this.#all.filter(({ dueAt }) => dueAt <= until);
    this.#all = this.#all.filter(({ dueAt }) => dueAt > until);
    return taken;
  }

  /** Makes the tenant's receiver fail once, by the next webhook of a customer; answers when that was (epoch ms). */
  async failOnce(type: string, buy: () => Promise<string>): Promise<{ email: string; at: number }> {
    const { json, stack } = this.#cloud;
    await json('POST', `${stack.inboxUrl}/behaviour`, { path: this.#hook, status: 500, times: 1 });
    const email = await buy();
    for (let tries = 0; tries < 600; tries++) {
      const found = (await this.#cloud.deliveries(this.#hook)).find((one) => isAbout(one, type, email));
      if (found) return { email, at: Date.parse(found.receivedAt) };
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`no ${type} arrived within a minute, before anything was attacked`);
  }

  async now(): Promise<number> {
    const { now } = await this.#cloud.json('GET', `${this.#cloud.stack.controlUrl}/clock`);
    return Date.parse(String(now));
  }
}

function isAbout({ payload }: Delivery, type: string, email: string): boolean {
  const { customer } = (payload.data ?? {}) as { customer?: { email?: string } };
  return payload.notificationType === type && customer?.email === email;
}
