import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostOutcome } from '../../../lib/billing/delivery.ts';
import { everyQueue } from '../../support/world/queues.ts';
import type { App } from '../../../lib/runtime/app.ts';
import { NO_ANSWER } from '../../support/world/front.ts';
import { instanceOf, type Instance } from '../../support/world/instance.ts';
import type { Consumer } from '../../support/world/queues.ts';
import { throughPorts, type PortCall } from '../ports.ts';
import { WAYS, type Way } from '../walks/trouble.ts';

const EVERYWHERE = ['die before', 'die after', 'error before', 'error after'] as const;
/** The client of the table lost the answer and asked again by itself: a change with a condition now meets itself. */
const CHANGING = [...EVERYWHERE, 'repeat'] as const;
const PAYING = ['die before', 'die after', ...WAYS] as const;

export type Fault = (typeof CHANGING)[number] | (typeof PAYING)[number];

/** Which fault strikes the n-th outside call, if any. One that does not fit the call becomes one that does. */
export type Plan = (n: number) => Fault | undefined;

/** The ways in which a call can go wrong. */
export function faultsOf({ port, method }: PortCall): readonly Fault[] {
  if (port === 'pay') return PAYING;
  return method === 'apply' ? CHANGING : EVERYWHERE;
}

const never = new Promise<never>(() => undefined);
const ignored = (): undefined => undefined;

/** Says that a call never comes back, because its process died within it: a token may be read on the way to a provider. */
const hanging = new AsyncLocalStorage<() => void>();

/** What a dead process gets: nothing, and the call that this was within gets nothing either. */
function nothing(): Promise<never> {
  hanging.getStore()?.();
  return never;
}

/** One process: once dead, nothing it was waiting for ever comes back. */
class Process {
  readonly instance: Instance;
  readonly died: Promise<void>;
  readonly inFlight = new Set<Promise<unknown>>();
  isAlive = true;
  #tell: () => void = () => undefined;

  constructor(instance: (process: Process) => Instance) {
    this.died = new Promise((resolve) => (this.#tell = resolve));
    this.instance = instance(this);
  }

  die(): void {
    this.isAlive = false;
    this.#tell();
  }
}

/** The service with faults at its outside calls. A process that dies is replaced by a new one at the next call. */
export class FaultyService implements Instance {
  readonly made: PortCall[] = [];
  effects = 0;
  /** The faults that struck, one by one. */
  readonly struck: Fault[] = [];
  kills = 0;
  readonly #app: App;
  readonly #plan: Plan;
  readonly #misbehave: (way: Way) => void;
  readonly #strikes: () => void;
  #process: Process;

  /** `misbehave` has the provider do so at the call that comes next; `strikes` is told of each fault. */
  constructor(app: App, plan: Plan, misbehave: (way: Way) => void, strikes: () => void) {
    this.#app = app;
    this.#plan = plan;
    this.#misbehave = misbehave;
    this.#strikes = strikes;
    this.#process = this.#start();
  }

  readonly call: Instance['call'] = (route, ask) =>
    this.#survive(({ call }) => call(route, ask), {
      status: NO_ANSWER,
      headers: {},
      text: '',
      body: {},
    });

  readonly sweep = (): Promise<void> => this.#survive(({ sweep }) => sweep(), undefined);

  get consumers(): Instance['consumers'] {
    const consumer =
      (name: keyof Instance['consumers']): Consumer =>
      (event, context) =>
        this.#survive(({ consumers }) => consumers[name](event, context), {
          batchItemFailures: event.Records.map(({ messageId }) => ({ itemIdentifier: messageId })),
        });
    return everyQueue(consumer);
  }

  async #survive<T>(work: (instance: Instance) => Promise<T>, lost: T): Promise<T> {
    if (!this.#process.isAlive) this.#process = this.#start();
    const process = this.#process;
    const died = process.died.then(async () => {
      await Promise.allSettled(process.inFlight); // what had left the process before it died still happens
      return lost;
    });
    return Promise.race([work(process.instance), died]);
  }

  #start(): Process {
    return new Process((process) =>
      instanceOf(throughPorts(this.#app, (call, effect) => this.#through(process, call, effect))),
    );
  }

  async #through<T>(process: Process, call: PortCall, effect: () => Promise<T>): Promise<T> {
    if (!process.isAlive) return nothing();
    const fault = this.#next(call);
    const carryOut = () => this.#carryOut(process, effect);
    switch (fault) {
      case undefined:
        return carryOut();
      case 'die before':
        return this.#kill(process);
      case 'die after':
        await Promise.allSettled([carryOut()]);
        return this.#kill(process);
      case 'error before':
        return lost(call) as T;
      case 'error after':
        await Promise.allSettled([carryOut()]);
        return lost(call) as T;
      case 'repeat':
        await Promise.allSettled([carryOut()]);
        return carryOut();
      default:
        this.#misbehave(fault);
        return carryOut();
    }
  }

  #next(call: PortCall): Fault | undefined {
    const wanted = this.#plan(this.made.push(call) - 1);
    if (wanted === undefined) return undefined;
    const fitting = faultsOf(call);
    const fault = fitting.includes(wanted) ? wanted : fitting[wanted.length % fitting.length]!;
    this.struck.push(fault);
    this.#strikes();
    return fault;
  }

  async #carryOut<T>(process: Process, effect: () => Promise<T>): Promise<T> {
    this.effects++;
    const hung = Promise.withResolvers<undefined>();
    const running = hanging.run(() => hung.resolve(undefined), effect);
    const ended = Promise.race([running, hung.promise]).then(ignored, ignored);
    process.inFlight.add(ended);
    try {
      const answer = await running;
      return process.isAlive ? answer : await nothing();
    } finally {
      process.inFlight.delete(ended);
    }
  }

  #kill(process: Process): Promise<never> {
    if (process.isAlive) this.kills++;
    process.die();
    return nothing();
  }
}

/** Words of the inside, in every error of ours: no answer and no page may repeat them. */
const INSIDE = 'arn:aws:inside:eu-central-1:123456789012';

/** How a call fails towards its caller: a POST to a tenant by its outcome, everything else by throwing. */
function lost({ port, method }: PortCall): PostOutcome {
  if (port === 'post') return { is: 'failed', why: 'connection reset', tookMs: 1 };
  throw new Error(`${port}.${method} of ${INSIDE}: the answer never came`);
}
