import { randomUUID } from 'node:crypto';
import type { App, Post } from '../../../lib/runtime/app.ts';
import { exchange } from '../../../lib/pay/iyzico/exchange.ts';
import { iyzico } from '../../../lib/pay/iyzico/iyzico.ts';
import { instanceOf, type Instance } from '../../support/world/instance.ts';
import type { World } from '../../support/world/world.ts';
import { throughPorts, type Through } from '../ports.ts';

/** What everything of ours takes for one call, in ms of the world's time. */
const OURS_TAKES_MS = 5;

/** How long an invocation has, and how long others take to answer; ms. */
export interface Circumstances {
  readonly leftMs: number;
  readonly delayMs: number;
}

/** What became of an invocation. */
export interface Ended<T> {
  /** Undefined where its time was over before it answered. */
  readonly answer: T | undefined;
  /** Calls that were still under way, or were begun, when the answer had been given. */
  readonly afterwards: readonly string[];
}

/**
 * Runs a function once, in a fresh process, on the world's clock: its own parts take a moment each, the payment provider
 * and receivers take their time and do what they are asked only at the end of it, also where nobody waits any more.
 */
export async function invoke<T>(
  world: World,
  { leftMs, delayMs }: Circumstances,
  run: (instance: Instance, timeLeft: () => number) => Promise<T>,
): Promise<Ended<T>> {
  const { clock } = world;
  const deadline = clock.now() + leftMs;
  const timeLeft = () => deadline - clock.now();
  const underWay = new Map<symbol, string>();
  const afterwards: string[] = [];
  let isAnswered = false;
  let kill: () => void = () => undefined;
  const killed = new Promise<undefined>((resolve) => (kill = () => resolve(undefined)));

  const through: Through = async ({ port, method }, effect) => {
    const call = Symbol();
    const name = `${port}.${method}`;
    if (isAnswered) afterwards.push(name);
    underWay.set(call, name);
    try {
      const isOthers = port === 'pay' || port === 'post';
      const ready = clock.now() + (isOthers ? 0 : OURS_TAKES_MS);
      await turn();
      const done = await effect();
      await clock.advanceTo(ready);
      return done;
    } finally {
      if (timeLeft() <= 0) {
        kill();
        await new Promise(() => undefined);
      }
      underWay.delete(call);
    }
  };

  const instance = instanceOf(throughPorts(slow(world, delayMs), through), timeLeft);
  const answer = await Promise.race([run(instance, timeLeft), killed]);
  isAnswered = true;
  if (answer !== undefined) afterwards.push(...underWay.values());
  for (let i = 0; i < 3; i++) await turn();
  return { answer, afterwards };
}

const turn = () => new Promise<void>((done) => setImmediate(done));

/** The App whose payment provider and receivers answer after so long. */
function slow({ app, clock }: World, delayMs: number): App {
  const late: typeof exchange = async (request) => {
    const carriedOutAt = clock.now() + delayMs;
    if (delayMs >= request.deadlineMs) {
      if (request.method !== 'GET') clock.at(carriedOutAt, () => exchange(patient(request)));
      await clock.advanceTo(clock.now() + request.deadlineMs);
      return { is: 'timeout' };
    }
    await clock.advanceTo(carriedOutAt);
    return exchange(patient(request));
  };
  const post: Post = async (url, headers, body, deadlineMs = 10_000) => {
    const until = clock.now() + Math.min(delayMs, deadlineMs);
    await clock.advanceTo(until);
    if (delayMs >= deadlineMs) return { is: 'failed', why: 'timeout', tookMs: deadlineMs };
    return app.post(url, headers, body);
  };
  return {
    ...app,
    wait: (ms) => clock.advanceTo(clock.now() + ms),
    post,
    pay: (account, timeLeft) =>
      iyzico(account, { now: () => clock.now(), randomKey: () => randomUUID(), timeLeft, exchange: late }),
  };
}

/** Real time is no matter here. */
const patient = (request: Parameters<typeof exchange>[0]) => ({ ...request, deadlineMs: 20_000 });
