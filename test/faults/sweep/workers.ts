import { AGAIN, PAY_HEALTH, againAfter } from '../../../lib/limits.ts';
import type { Message } from '../../../lib/runtime/app.ts';
import { due, type DueKind, type DueWork } from '../../../lib/table/work/due.ts';
import { key } from '../../../lib/table/schema.ts';
import { checkoutWork, notificationWork, probeWork, intentWork } from '../../../lib/table/work/works.ts';
import type { IndexTable } from './index-table.ts';

const PROBE_AFTER_MS = 60_000;

/** A thing that was dealt with: whose it was, and when it fell due first (epoch ms). */
export interface Done {
  readonly tenant: string;
  readonly since: number;
}

/** Workers that ask the provider: what it answers is done with; while it is out, the third silence marks the tenant. */
export class Workers {
  readonly #index: IndexTable;
  readonly #inARow = new Map<string, number>();
  #waiting: Message[] = [];

  constructor(index: IndexTable) {
    this.#index = index;
  }

  take(messages: readonly Message[]): void {
    for (const message of messages) this.#waiting.push(message);
  }

  /** Works off everything that waits; calls back for each thing that is done. */
  work(now: number, isOut: boolean, done: (thing: Done) => void): void {
    const work = this.#waiting;
    this.#waiting = [];
    for (const { body, group: tenant = '' } of work) {
      const message = body as Readonly<Record<string, unknown>>;
      if (message.kind === 'probe') this.#probe(tenant, now, isOut);
      else this.#ask(workOf(message.kind, tenant, nameIn(message)), tenant, now, isOut, done);
    }
  }

  #probe(tenant: string, now: number, isOut: boolean): void {
    if (isOut) this.#mark(tenant, now);
    else this.#index.remove(key.payHealth(tenant));
  }

  #ask(work: DueWork, tenant: string, now: number, isOut: boolean, done: (thing: Done) => void): void {
    const at = work.key;
    const item = this.#index.get(at);
    if (!item) return;
    if (!isOut) {
      this.#inARow.delete(tenant);
      this.#index.remove(at);
      return done({ tenant, since: Number(item.since) });
    }
    const tries = Number(item.tries ?? 0);
    const inARow = (this.#inARow.get(tenant) ?? 0) + 1;
    this.#inARow.set(tenant, inARow);
    if (inARow % PAY_HEALTH.silencesMax === 0) this.#mark(tenant, now);
    const [kind] = (item.dueShard as string).split('#') as [DueKind];
    this.#index.put({
      ...item,
      tries: tries + 1,
      ...due(kind, now + againAfter(tries, AGAIN.ofRecord), work),
    });
  }

  #mark(tenant: string, now: number): void {
    const work = probeWork(tenant);
    this.#index.put({ ...work.key, ...due('job', now + PROBE_AFTER_MS, work) });
  }
}

/** What is due of a kind. */
export function workOf(kind: unknown, tenant: string, name: string): DueWork {
  if (kind === 'checkout') return checkoutWork(tenant, name);
  if (kind === 'notification') return notificationWork(tenant, name);
  return intentWork(tenant, name);
}

const nameIn = ({ token, reference }: Readonly<Record<string, unknown>>) => String(token ?? reference);
