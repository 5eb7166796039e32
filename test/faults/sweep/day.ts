import type { Message } from '../../../lib/app.ts';
import { runSweep, type SweepApp } from '../../../lib/background/sweep-run.ts';
import { startSweep } from '../../../lib/background/sweep-start.ts';
import { PAY_HEALTH } from '../../../lib/limits.ts';
import type { SweepMessage } from '../../../lib/queue/messages.ts';
import type { QueueName } from '../../../lib/footprint.ts';
import { due, type DueKind } from '../../../lib/table/due.ts';
import { key } from '../../../lib/table/schema.ts';
import { doublingWait } from '../../../lib/table/silences.ts';
import type { Key } from '../../../lib/table/table.ts';
import { everyQueue } from '../../world/queues.ts';
import { Dice } from '../delivery/dice.ts';
import { IndexTable } from './index-table.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 0, 15);
const TURN = 10_000;
/** What becomes due, and how often of a hundred. */
const MIX: readonly (readonly [DueKind, number])[] = [
  ['reconciliation', 60],
  ['ending', 15],
  ['checkout', 15],
  ['notification', 10],
];

export interface Scale {
  readonly tenants: number;
  readonly items: number;
  readonly hostileItems: number;
  readonly outage: { readonly from: number; readonly until: number };
}

/** How late things were handed out, in ms, hour by hour, without the outage's and the hostile tenant's. */
export interface Day {
  readonly latest: readonly number[];
  readonly handedOut: number;
  readonly backlogGoneAfter: number;
  readonly hostileHandedOut: number;
  readonly callsPerItem: number;
}

/** A day of the sweep's own code over a modelled table and modelled workers: a fifth of everything falls into one hour. */
export class Model {
  readonly #index = new IndexTable();
  readonly #scale: Scale;
  readonly #dice: Dice;
  readonly #latest = Array.from({ length: 24 }, () => 0);
  readonly #waiting: { at: number; message: SweepMessage }[] = [];
  readonly #inARow = new Map<string, number>();
  #work: Message[] = [];
  #now = START;
  #made = 0;
  #handedOut = 0;
  #hostileHandedOut = 0;
  #backlogGoneAt = 0;
  #ids = 0;

  constructor(scale: Scale, seed: number) {
    this.#scale = scale;
    this.#dice = new Dice(seed);
  }

  async run(): Promise<Day> {
    this.#hostile();
    for (let minute = 0; minute < 24 * 60; minute++) {
      this.#now = START + minute * MINUTE;
      this.#fallDue(minute);
      await startSweep(this.#app, '');
      for (let turn = 0; turn < 6; turn++) {
        await this.#sweep();
        this.#doWork();
        this.#now += TURN;
      }
    }
    const { due: pages, apply, getMany } = this.#index.calls;
    return {
      latest: this.#latest,
      handedOut: this.#handedOut,
      hostileHandedOut: this.#hostileHandedOut,
      backlogGoneAfter: this.#backlogGoneAt - (START + this.#scale.outage.until),
      callsPerItem: (pages - 24 * 60 * 128 + apply + getMany) / (this.#handedOut + this.#hostileHandedOut),
    };
  }

  get #isOut(): boolean {
    const { from, until } = this.#scale.outage;
    return this.#now >= START + from && this.#now < START + until;
  }

  get #app(): SweepApp {
    const forbidden = () => {
      throw new Error('the sweep has no use for this');
    };
    return {
      clock: () => this.#now,
      newId: () => `id-${++this.#ids}`,
      newNonce: forbidden,
      newSecret: forbidden,
      timeLeft: () => 50_000,
      table: this.#index.table,
      log: { info: () => undefined, warn: () => undefined, error: console.error, measure: () => undefined },
      memory: {},
      settings: { publicUrl: '', loopbackAllowed: [] },
      queues: everyQueue((name: QueueName) => ({
        send: async (messages: readonly Message[]) => {
          if (name !== 'sweeps') return void this.#work.push(...messages);
          for (const { body, delaySeconds = 0 } of messages)
            this.#waiting.push({ at: this.#now + delaySeconds * 1000, message: body as SweepMessage });
        },
      })),
    };
  }

  /** A million things of one tenant, all due in the third hour. */
  #hostile(): void {
    for (let nth = 0; nth < this.#scale.hostileItems; nth++)
      this.#put('reconciliation', key.reference('hostile', `h${nth}`), START + 3 * HOUR + (nth % MINUTE));
  }

  #fallDue(minute: number): void {
    const share = Math.floor(minute / 60) === 20 ? 0.2 : 0.8 / 23;
    const count = Math.round((this.#scale.items * share) / 60);
    for (let nth = 0; nth < count; nth++) {
      const tenant = this.#dice.chance(0.5) ? 'giant' : `t${this.#dice.between(1, this.#scale.tenants)}`;
      const kind = this.#kind();
      this.#put(
        kind,
        keyOf(kind, tenant, `r${++this.#made}`),
        this.#now + this.#dice.between(0, MINUTE - 1),
        tenant,
      );
    }
  }

  #kind(): DueKind {
    let roll = this.#dice.between(0, 99);
    return MIX.find(([, share]) => (roll -= share) < 0)?.[0] ?? 'reconciliation';
  }

  #put(kind: DueKind, at: Key, dueAt: number, tenant = ''): void {
    this.#index.put({ ...at, ...due(kind, dueAt, at), tenant, since: dueAt });
  }

  async #sweep(): Promise<void> {
    const ready = this.#waiting.filter(({ at }) => at <= this.#now);
    const later = this.#waiting.filter(({ at }) => at > this.#now);
    this.#waiting.splice(0, this.#waiting.length, ...later);
    for (const { message } of ready) await runSweep(this.#app, message, () => 50_000);
  }

  /** The workers: what the provider answers is done with; while it is out, the third silence marks the tenant. */
  #doWork(): void {
    const work = this.#work;
    this.#work = [];
    for (const { body, group } of work) this.#doOne(body as Readonly<Record<string, unknown>>, group);
  }

  #doOne(body: Readonly<Record<string, unknown>>, tenant: string): void {
    if (body.kind === 'probe') {
      const mark = key.payHealth(tenant);
      if (this.#isOut) this.#mark(tenant);
      else this.#index.remove(mark);
      return;
    }
    const at = keyOfMessage(body, tenant);
    const item = this.#index.items.get(`${at.pk} ${at.sk}`);
    if (!item) return;
    const [kind] = (item.dueShard as string).split('#') as [DueKind];
    if (this.#isOut) {
      const silences = Number(item.silences ?? 0);
      const inARow = (this.#inARow.get(tenant) ?? 0) + 1;
      this.#inARow.set(tenant, inARow);
      if (inARow % PAY_HEALTH.silencesMax === 0) this.#mark(tenant);
      const again = this.#now + doublingWait(silences);
      this.#index.put({ ...item, silences: silences + 1, ...due(kind, again, at) });
      return;
    }
    this.#inARow.delete(tenant);
    this.#index.remove(at);
    this.#note(tenant, Number(item.since));
  }

  #mark(tenant: string): void {
    const at = key.payHealth(tenant);
    const message = { kind: 'probe', tenantId: tenant };
    this.#index.put({ ...at, queue: 'reconciliation', message, ...due('job', this.#now + MINUTE, at) });
  }

  #note(tenant: string, since: number): void {
    if (tenant === 'hostile') return void this.#hostileHandedOut++;
    this.#handedOut++;
    const { from, until } = this.#scale.outage;
    // What fell due in the minute before the outage met it as well.
    if (since >= START + from - MINUTE && since < START + until)
      return void (this.#backlogGoneAt = this.#now);
    const hour = Math.floor((since - START) / HOUR);
    this.#latest[hour] = Math.max(this.#latest[hour] ?? 0, this.#now - since);
  }
}

function keyOf(kind: DueKind, tenant: string, reference: string): Key {
  if (kind === 'checkout') return key.checkout(reference);
  if (kind === 'notification') return key.notification(tenant, reference);
  return key.reference(tenant, reference);
}

function keyOfMessage(body: Readonly<Record<string, unknown>>, tenant: string): Key {
  if (body.kind === 'checkout') return key.checkout(String(body.token));
  if (body.kind === 'notification') return key.notification(tenant, String(body.reference));
  return key.reference(tenant, String(body.reference));
}
