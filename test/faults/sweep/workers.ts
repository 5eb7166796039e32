import { PAY_HEALTH } from '../../../lib/limits.ts';
import type { Message } from '../../../lib/runtime/app.ts';
import { due, type DueKind } from '../../../lib/table/work/due.ts';
import { key } from '../../../lib/table/schema.ts';
import { backoffMs } from '../../../lib/table/work/silences.ts';
import type { Key } from '../../../lib/table/table.ts';
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
      else this.#ask(keyOfMessage(message, tenant), tenant, now, isOut, done);
    }
  }

  #probe(tenant: string, now: number, isOut: boolean): void {
    if (isOut) this.#mark(tenant, now);
    else this.#index.remove(key.payHealth(tenant));
  }

  #ask(at: Key, tenant: string, now: number, isOut: boolean, done: (thing: Done) => void): void {
    const item = this.#index.get(at);
    if (!item) return;
    if (!isOut) {
      this.#inARow.delete(tenant);
      this.#index.remove(at);
      return done({ tenant, since: Number(item.since) });
    }
    const silences = Number(item.silences ?? 0);
    const inARow = (this.#inARow.get(tenant) ?? 0) + 1;
    this.#inARow.set(tenant, inARow);
    if (inARow % PAY_HEALTH.silencesMax === 0) this.#mark(tenant, now);
    const [kind] = (item.dueShard as string).split('#') as [DueKind];
    this.#index.put({ ...item, silences: silences + 1, ...due(kind, now + backoffMs(silences), at) });
  }

  #mark(tenant: string, now: number): void {
    const at = key.payHealth(tenant);
    const message = { kind: 'probe', tenantId: tenant };
    this.#index.put({ ...at, queue: 'reconciliation', message, ...due('job', now + PROBE_AFTER_MS, at) });
  }
}

/** Where a due thing of a kind is kept. */
export function keyOf(kind: unknown, tenant: string, reference: string): Key {
  if (kind === 'checkout') return key.checkout(reference);
  if (kind === 'notification') return key.notification(tenant, reference);
  return key.reference(tenant, reference);
}

function keyOfMessage(message: Readonly<Record<string, unknown>>, tenant: string): Key {
  return keyOf(message.kind, tenant, String(message.kind === 'checkout' ? message.token : message.reference));
}
