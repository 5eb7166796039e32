import { setTimeout as sleep } from 'node:timers/promises';
import { create } from '../../../functions/webhooks/deliver.ts';
import { create as createSlow } from '../../../functions/webhooks/deliver-slow.ts';
import type { Post } from '../../../lib/runtime/app.ts';
import { messageOf } from '../../../lib/queue/messages.ts';
import { range } from '../../../lib/table/ranges.ts';
import { key } from '../../../lib/table/schema.ts';
import { tenantItem, type Tenant } from '../../../lib/table/tenants/tenants.ts';
import { guardedPost } from '../../../lib/outgoing/post.ts';
import { memoryTable } from '../../doubles/memory-table.ts';
import { webhookAt } from '../../world/webhook.ts';
import { eventNamed, insideApp, outboxItemOf, SECRET, tenantNamed } from './cast.ts';
import { Dice } from './dice.ts';
import { Lambda } from './lambda.ts';
import { Process } from './outside.ts';
import { VirtualQueue } from './queue.ts';
import { judgeEvent, type RecordedAttempt, type RecordedEvent } from './rogue-checker.ts';
import { RogueReceiver } from './rogue-receiver.ts';
import { VirtualTime } from './time.ts';

const MINUTE_MS = 60_000;
/** Eleven attempts of ten seconds, a minute apart, and the minutes in which events happen. */
const HORIZON_MS = 20 * MINUTE_MS;
/** The deployed functions' limit of concurrent invocations. */
const WORKERS = 25;
/** How long the ten seconds of an attempt really last. */
const REAL_DEADLINE_MS = 150;
const ANSWERED_MS = 50;

/** Virtual time that stands still while something real is under way. */
class WireTime extends VirtualTime {
  readonly #underWay = new Set<Promise<unknown>>();

  during<T>(work: Promise<T>): Promise<T> {
    const ended = work.finally(() => this.#underWay.delete(ended));
    this.#underWay.add(ended);
    return ended;
  }

  protected override async rest(): Promise<void> {
    do {
      await Promise.all(this.#underWay);
      await super.rest();
    } while (this.#underWay.size > 0);
  }
}

interface Cast {
  readonly tenant: Tenant;
  readonly receiver: RogueReceiver;
}

interface Happened {
  readonly cast: Cast;
  readonly eventId: string;
  readonly happenedAt: number;
  readonly sequence: number;
}

/** The functions of both lanes in virtual time, and receivers of several tenants behind the real sender on real connections. */
export class RogueWorld {
  readonly time = new WireTime();
  readonly #table = memoryTable();
  readonly #dice: Dice;
  readonly #casts: Cast[] = [];
  readonly #events: Happened[] = [];
  readonly #lambdas: Lambda[] = [];
  /** How long after a timer of the same length an attempt ended, at most. */
  latestMs = 0;

  constructor(seed: number) {
    this.#dice = new Dice(seed);
  }

  async play(elsewhere: string): Promise<void> {
    const ca = await this.#invite(elsewhere);
    const lanes = this.#lanes(this.#post(ca));
    this.#casts.forEach((cast, i) => {
      for (let sequence = 1; sequence <= 4; sequence++) {
        const at = this.time.now + this.#dice.between(0, 2 * MINUTE_MS);
        this.time.at(
          at,
          () => void this.#happen(cast, { nth: 10 * i + sequence, sequence }, lanes.deliveries),
        );
      }
    });
    await this.time.run(this.time.now + HORIZON_MS);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#casts.map(({ receiver }) => receiver.stop()));
  }

  get posts(): readonly { readonly way: string }[] {
    return this.#casts.flatMap(({ receiver }) => receiver.history);
  }

  async recorded(): Promise<RecordedEvent[]> {
    return Promise.all(this.#events.map((event) => this.#recordedOf(event)));
  }

  async judge(): Promise<string[]> {
    const found = this.#lambdas.flatMap(({ timeouts }) =>
      timeouts > 0 ? ['a function ran out of time'] : [],
    );
    for (const event of this.#events) {
      const { history } = event.cast.receiver;
      const posts = history.filter(({ headers }) => headers['x-svc-event-id'] === event.eventId);
      const recorded = await this.#recordedOf(event);
      found.push(...judgeEvent(recorded, posts, SECRET));
    }
    return found;
  }

  /** Three tenants with rogue receivers, one of them over TLS, and one whose receiver is good. Answers whom to trust. */
  async #invite(elsewhere: string): Promise<string> {
    const seed = this.#dice.between(0, 2 ** 31);
    const rogue = () => ({ seed, accepting: this.#dice.pick([0.05, 0.2, 0.5]), deaf: 0.15, good: false });
    const now = () => this.time.now;
    const natures = [rogue(), rogue(), rogue(), { ...rogue(), deaf: 0, good: true }];
    const receivers = natures.map((nature) => new RogueReceiver(nature, now, elsewhere));
    const [overTls, ...plain] = receivers;
    const ca = await overTls!.openTls('hooks.tenant-0.example');
    for (const receiver of plain) await receiver.openPlain();
    for (const [i, receiver] of receivers.entries()) {
      const id = `tenant-${i}`;
      const url = `${i === 0 ? 'https' : 'http'}://hooks.${id}.example:${receiver.port}/hook`;
      const tenant = { ...tenantNamed(id), webhook: webhookAt(url, `sealed ${SECRET}`) };
      await this.#table.apply({ put: tenantItem(tenant) });
      this.#casts.push({ tenant, receiver });
    }
    return ca;
  }

  #lanes(post: Post) {
    const { time } = this;
    const queue = (): VirtualQueue =>
      new VirtualQueue(time, () => this.#lambdas.forEach((each) => each.poll()));
    const lanes = { deliveries: queue(), 'slow-deliveries': queue() };
    const inside = { ...insideApp(time, this.#table, lanes, undefined as never), post };
    const start = () => ({ process: new Process(), app: { ...inside, memory: {} } });
    this.#lambdas.push(new Lambda({ time, queue: lanes.deliveries, start }, create, WORKERS));
    this.#lambdas.push(new Lambda({ time, queue: lanes['slow-deliveries'], start }, createSlow, WORKERS));
    return lanes;
  }

  /** The real sender with a short deadline, which takes as long in virtual time as it would with its own. */
  #post(ca: string): Post {
    const allowed = this.#casts.map(({ tenant }) => new URL(tenant.webhook!.url).host);
    const wire = guardedPost({ allowed, resolve: async () => ['127.0.0.1'], ca });
    return async (url, headers, body, deadlineMs = 0) => {
      const outcome = await this.time.during(this.#timed(wire(url, headers, body, REAL_DEADLINE_MS)));
      const tookMs = outcome.tookMs >= REAL_DEADLINE_MS - 1 ? deadlineMs : ANSWERED_MS;
      await this.time.sleep(tookMs);
      return { ...outcome, tookMs };
    };
  }

  async #timed<T>(work: Promise<T>): Promise<T> {
    let dueAt = Infinity;
    const over = new AbortController();
    sleep(REAL_DEADLINE_MS, undefined, over).then(
      () => (dueAt = performance.now()),
      () => undefined,
    );
    const result = await work;
    over.abort();
    this.latestMs = Math.max(this.latestMs, performance.now() - dueAt);
    return result;
  }

  async #happen(cast: Cast, { nth, sequence }: { nth: number; sequence: number }, queue: VirtualQueue) {
    const { now } = this.time;
    const { tenant } = cast;
    const { change, eventId } = outboxItemOf(tenant, eventNamed(nth, now), 'webhook', now, sequence);
    this.#events.push({ cast, eventId, happenedAt: now, sequence });
    await this.#table.write([change]);
    await queue.send([messageOf({ tenantId: tenant.id, eventId, attempt: 1 })]);
  }

  async #recordedOf({ cast, eventId, happenedAt, sequence }: Happened): Promise<RecordedEvent> {
    const { tenant } = cast;
    const item = await this.#table.get(key.event(tenant.id, eventId), { consistent: true });
    const failed = await this.#table.query({ ...range.attempts(tenant.id, eventId), consistent: true });
    const last = { attempt: item?.attempt, transactionId: item?.transactionId, why: null };
    const delivered = item?.delivered ? [{ ...last, ...(item.delivered as object) }] : [];
    const attempts = [...failed, ...delivered] as unknown as RecordedAttempt[];
    attempts.sort((a, b) => a.attempt - b.attempt);
    return { eventId, happenedAt, sequence, state: item?.state as string, attempts };
  }
}
