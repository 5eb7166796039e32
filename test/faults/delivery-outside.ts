import type { App, Queue, Secrets } from '../../lib/app.ts';
import type { Table } from '../../lib/table/table.ts';
import type { VirtualTime } from './delivery-time.ts';

/** `repeat`: the client lost the first answer and asks again by itself; the caller sees only the second answer. */
export type Fault = 'die before' | 'die after' | 'error before' | 'error after' | 'repeat';
export const FAULTS: readonly Fault[] = ['die before', 'die after', 'error before', 'error after', 'repeat'];

export type Subject = 'table' | 'queue' | 'secrets' | 'post';

/** Which fault strikes the n-th outside call of a run. */
export type Plan = (n: number, subject: Subject) => Fault | undefined;

/** One process: it dies at once, and then nothing it was waiting for ever comes back. */
export class Process {
  #alive = true;
  onDeath: () => void = () => undefined;

  isAlive(): boolean {
    return this.#alive;
  }

  die(): void {
    if (!this.#alive) return;
    this.#alive = false;
    this.onDeath();
  }
}

const never = new Promise<never>(() => undefined);

/** Everything outside goes through here: each call is numbered, takes time, and may meet a fault. */
export class Outside {
  calls = 0;
  effects = 0;
  /** Faults that really struck, apart from repeats, which must not be noticed at all. */
  struck = 0;
  kills = 0;
  readonly #time: VirtualTime;
  readonly #plan: Plan;
  readonly #latencyMs: () => number;

  constructor(time: VirtualTime, plan: Plan, latencyMs: () => number) {
    this.#time = time;
    this.#plan = plan;
    this.#latencyMs = latencyMs;
  }

  async call<T>(process: Process, subject: Subject, effect: () => Promise<T>): Promise<T> {
    const fault = this.#plan(this.calls++, subject);
    if (fault && fault !== 'repeat') this.struck++;
    if (fault === 'die before') this.#kill(process);
    if (!process.isAlive()) return never;
    await this.#time.sleep(this.#latencyMs());
    const result = fault === 'error before' ? lost() : await this.#carryOut(effect, fault);
    if (fault === 'die after') this.#kill(process);
    await this.#time.sleep(this.#latencyMs());
    if (!process.isAlive()) return never;
    const answer = fault === 'error after' ? lost() : result;
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  }

  #kill(process: Process): void {
    if (process.isAlive()) this.kills++;
    process.die();
  }

  async #carryOut<T>(effect: () => Promise<T>, fault: Fault | undefined): Promise<PromiseSettledResult<T>> {
    this.effects++;
    const [first] = await Promise.allSettled([effect()]);
    if (fault !== 'repeat') return first;
    return (await Promise.allSettled([effect()]))[0];
  }

  /** The App as one process sees it. A POST is never repeated by a client, so a repeat passes it by. */
  app(process: Process, inside: App): App {
    const through =
      <A extends unknown[], T>(subject: Subject, effect: (...args: A) => Promise<T>) =>
      (...args: A): Promise<T> =>
        this.call(
          process,
          subject,
          once(subject, () => effect(...args)),
        );
    const table: Table = {
      get: through('table', (...asked: Parameters<Table['get']>) => inside.table.get(...asked)),
      getMany: through('table', (...asked: Parameters<Table['getMany']>) => inside.table.getMany(...asked)),
      query: through('table', (...asked: Parameters<Table['query']>) => inside.table.query(...asked)),
      apply: through('table', (...asked: Parameters<Table['apply']>) => inside.table.apply(...asked)),
      write: through('table', (...asked: Parameters<Table['write']>) => inside.table.write(...asked)),
      due: through('table', (...asked: Parameters<Table['due']>) => inside.table.due(...asked)),
    };
    const send = through('queue', (...asked: Parameters<Queue['send']>) =>
      inside.queues.deliveries.send(...asked),
    );
    const open = through('secrets', (...asked: Parameters<Secrets['open']>) => inside.secrets.open(...asked));
    return {
      ...inside,
      table,
      queues: { ...inside.queues, deliveries: { send } },
      secrets: { ...inside.secrets, open },
      post: through('post', inside.post),
    };
  }
}

function once<T>(subject: Subject, effect: () => Promise<T>): () => Promise<T> {
  if (subject !== 'post') return effect;
  let made: Promise<T> | undefined;
  return () => (made ??= effect());
}

function lost(): PromiseRejectedResult {
  return { status: 'rejected', reason: new Error('the answer never came') };
}
