import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostOutcome } from '../../../lib/billing/delivery.ts';
import { everyQueue } from '../../support/world/queues.ts';
import type { App } from '../../../lib/runtime/app.ts';
import type { PayAnswer } from '../../../lib/pay/pay.ts';
import { NO_ANSWER } from '../../support/world/front.ts';
import { instanceOf, type Instance } from '../../support/world/instance.ts';
import type { Consumer } from '../../support/world/queues.ts';
import { behave } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import { throughPorts, type PortCall } from '../ports.ts';

const EVERYWHERE = ['die before', 'die after', 'error before', 'error after'] as const;
/** The client of the table lost the answer and asked again by itself: a change with a condition now meets itself. */
const CHANGING = [...EVERYWHERE, 'repeat'] as const;
/** What the provider does besides: see `Behaviour` of its sandbox. */
const AT_PROVIDER = ['failNext', 'limitNext', 'loseAnswerNext', 'stallNext'] as const;
const PAYING = ['die before', 'die after', 'unreachable', ...AT_PROVIDER] as const;

export type AtProvider = (typeof AT_PROVIDER)[number];
export type Fault = (typeof CHANGING)[number] | (typeof PAYING)[number];

/** Which fault strikes the n-th outside call, if any. One that does not fit the call becomes one that does. */
export type Plan = (n: number) => Fault | undefined;

/** Carries a call out at a provider that behaves as told for this one call. */
type Misbehave = <T>(how: AtProvider, carryOut: () => Promise<T>) => Promise<T>;

/** Real time (ms) the provider gets to answer: plenty on a busy machine, and little for an answer that never comes. */
const PATIENCE_MS = 20_000;
const STALLED_MS = 30;

/** How long the provider may take, to be handed to a world. */
export const patience = () => ({ money: PATIENCE_MS, read: PATIENCE_MS });

/** A tenant's provider that misbehaves for one call; where it stalls, nobody waits for long. */
export function misbehaving(
  world: World,
  shop: TestTenant,
  deadlineMs: ReturnType<typeof patience>,
): Misbehave {
  return async (how, carryOut) => {
    await behave(world, shop, { [how]: 1 });
    if (how === 'stallNext') Object.assign(deadlineMs, { money: STALLED_MS, read: STALLED_MS });
    return carryOut().finally(() => Object.assign(deadlineMs, patience()));
  };
}

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
  struck = 0;
  kills = 0;
  readonly #app: App;
  readonly #plan: Plan;
  readonly #misbehave: Misbehave;
  #process: Process;

  constructor(app: App, plan: Plan, misbehave: Misbehave) {
    this.#app = app;
    this.#plan = plan;
    this.#misbehave = misbehave;
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
      case 'unreachable':
        return { ok: false, is: 'unreachable' } satisfies PayAnswer<never> as T;
      default:
        return this.#misbehave(fault, carryOut);
    }
  }

  #next(call: PortCall): Fault | undefined {
    const wanted = this.#plan(this.made.push(call) - 1);
    if (wanted === undefined) return undefined;
    this.struck++;
    const fitting = faultsOf(call);
    return fitting.includes(wanted) ? wanted : fitting[wanted.length % fitting.length];
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

/** How a call fails towards its caller: a POST to a tenant by its outcome, everything else by throwing. */
function lost({ port, method }: PortCall): PostOutcome {
  if (port === 'post') return { is: 'failed', why: 'connection reset', tookMs: 1 };
  throw new Error(`${port}.${method}: the answer never came`);
}
