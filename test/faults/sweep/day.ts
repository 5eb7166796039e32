import type { Message } from '../../../lib/runtime/app.ts';
import { runSweep, type SweepApp } from '../../../lib/sweep/run.ts';
import { startSweep } from '../../../lib/sweep/start.ts';
import { DUE_SHARDS } from '../../../lib/limits.ts';
import type { SweepMessage } from '../../../lib/queue/messages.ts';
import type { QueueName } from '../../../lib/footprint.ts';
import { due, DUE_KINDS, type DueKind, type DueWork } from '../../../lib/table/work/due.ts';
import { closedApp } from '../../support/world/closed-app.ts';
import { everyQueue } from '../../support/world/queues.ts';
import { SUBSCRIPTION } from '../../../lib/billing/subscription.ts';
import { subscription } from '../../rules/billing/given.ts';
import { Dice } from '../dice.ts';
import { IndexTable } from './index-table.ts';
import { workOf, Workers, type Done } from './workers.ts';
import { intentWork } from '../../../lib/table/work/works.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 0, 15);
/** What an outage leaves behind may take so long to work off. */
export const BACKLOG_MS = 30 * MINUTE;
const GIANT = 'giant';
const TURN = 10_000;
/** A page of the index for each kind and shard and minute. */
const IDLE_DAY = 24 * 60 * DUE_KINDS.length * DUE_SHARDS;
/** A subscriber whose end, if there is one, waits for the provider. */
const NOT_OVER = SUBSCRIPTION.write(subscription());
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

/** An hour's things, without the hostile tenant's; what met the outage, or fell due behind its own tenant's backlog, counts to no lateness. */
export interface Hour {
  readonly fellDue: number;
  readonly latestMs: number;
}

export interface Day {
  readonly hours: readonly Hour[];
  readonly handedOut: number;
  readonly backlogGoneAfter: number;
  /** How late things of the giant tenant were, in ms, that fell due while its own backlog was worked off. */
  readonly giantAfterOutageMs: number;
  readonly hostileHandedOut: number;
  /** Of the table; what an idle day costs is not in them. */
  readonly callsPerItem: number;
  /** Of the sweep and of its work. */
  readonly messagesPerItem: number;
}

/** A day of the sweep's own code over a modelled table and modelled workers: a fifth of everything falls into one hour. */
export class Model {
  readonly #index = new IndexTable();
  readonly #workers = new Workers(this.#index);
  readonly #scale: Scale;
  readonly #dice: Dice;
  readonly #hours = Array.from({ length: 24 }, () => ({ fellDue: 0, latestMs: 0 }));
  readonly #waiting: { at: number; message: SweepMessage }[] = [];
  #now = START;
  #made = 0;
  #handedOut = 0;
  #hostileHandedOut = 0;
  #backlogGoneAt = 0;
  #giantAfterOutageMs = 0;
  #ids = 0;
  #messages = 0;

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
        this.#workers.work(this.#now, this.#isOut, (thing) => this.#note(thing));
        this.#now += TURN;
      }
    }
    const { due: pages, apply, getMany } = this.#index.calls;
    const all = this.#handedOut + this.#hostileHandedOut;
    return {
      hours: this.#hours,
      giantAfterOutageMs: this.#giantAfterOutageMs,
      handedOut: this.#handedOut,
      hostileHandedOut: this.#hostileHandedOut,
      backlogGoneAfter: this.#backlogGoneAt - (START + this.#scale.outage.until),
      callsPerItem: (pages - IDLE_DAY + apply + getMany) / all,
      messagesPerItem: this.#messages / all,
    };
  }

  get #isOut(): boolean {
    const { from, until } = this.#scale.outage;
    return this.#now >= START + from && this.#now < START + until;
  }

  get #app(): SweepApp {
    return closedApp({
      clock: () => this.#now,
      newId: () => `id-${++this.#ids}`,
      timeLeft: () => 50_000,
      table: this.#index.table,
      log: { info: () => undefined, warn: () => undefined, error: console.error, measure: () => undefined },
      queues: everyQueue((name: QueueName) => ({
        send: async (messages: readonly Message[]) => {
          this.#messages += messages.length;
          if (name !== 'sweeps') return this.#workers.take(messages);
          for (const { body, delaySeconds = 0 } of messages)
            this.#waiting.push({ at: this.#now + delaySeconds * 1000, message: body as SweepMessage });
        },
      })),
    });
  }

  /** A million things of one tenant, all due in the third hour. */
  #hostile(): void {
    for (let nth = 0; nth < this.#scale.hostileItems; nth++)
      this.#put('reconciliation', intentWork('hostile', `h${nth}`), START + 3 * HOUR + (nth % MINUTE));
  }

  #fallDue(minute: number): void {
    const share = Math.floor(minute / 60) === 20 ? 0.2 : 0.8 / 23;
    const count = Math.round((this.#scale.items * share) / 60);
    for (let nth = 0; nth < count; nth++) {
      const tenant = this.#dice.chance(0.5) ? GIANT : `t${this.#dice.between(1, this.#scale.tenants)}`;
      const kind = this.#kind();
      this.#put(
        kind,
        workOf(kind, tenant, `r${++this.#made}`),
        this.#now + this.#dice.between(0, MINUTE - 1),
      );
    }
  }

  #kind(): DueKind {
    let roll = this.#dice.between(0, 99);
    return MIX.find(([, share]) => (roll -= share) < 0)?.[0] ?? 'reconciliation';
  }

  #put(kind: DueKind, work: DueWork, dueAt: number): void {
    const { tenantId: tenant } = work.message;
    const content = kind === 'ending' ? NOT_OVER : {};
    this.#index.put({ ...content, ...work.key, ...due(kind, dueAt, work), tenant, since: dueAt });
  }

  async #sweep(): Promise<void> {
    const ready = this.#waiting.filter(({ at }) => at <= this.#now);
    const later = this.#waiting.filter(({ at }) => at > this.#now);
    this.#waiting.splice(0, this.#waiting.length, ...later);
    for (const { message } of ready) await runSweep(this.#app, message, () => 50_000);
  }

  #note({ tenant, since }: Done): void {
    if (tenant === 'hostile') return void this.#hostileHandedOut++;
    this.#handedOut++;
    const hour = this.#hours[Math.floor((since - START) / HOUR)]!;
    hour.fellDue++;
    const { from, until } = this.#scale.outage;
    // What fell due in the minute before the outage met it as well.
    if (since >= START + from - MINUTE && since < START + until)
      return void (this.#backlogGoneAt = this.#now);
    const late = this.#now - since;
    const mayQueueUp = tenant === GIANT && since >= START + until && since < START + until + BACKLOG_MS;
    if (mayQueueUp) this.#giantAfterOutageMs = Math.max(this.#giantAfterOutageMs, late);
    else hour.latestMs = Math.max(hour.latestMs, late);
  }
}
