import type { Context } from 'aws-lambda';
import type { Actor, ActsAs, CoreApp, Log, LogFields, Message, Queue } from './app.ts';

/** The properties of one invocation. */
export interface Invocation {
  /** The function, if a queue triggered it. */
  readonly name?: string | undefined;
  /** The id of the caller's request, or of the request that caused the message. */
  readonly requestId?: string | undefined;
  /** The key pair that the caller has used. */
  readonly callerKey?: string | undefined;
  readonly keepsPace?: CoreApp['keepsPace'];
  /** Learns the random part of every secret that is made. */
  readonly onSecret?: ((secret: string) => void) | undefined;
  /** The remaining time, ms. */
  readonly timeLeft?: (() => number) | undefined;
}

/** The same App for somebody who acts. */
export const actingAs = <A extends CoreApp, By extends Actor>(app: A, actor: By): A & ActsAs<By> =>
  Object.create(app, { actor: { value: actor } }) as A & ActsAs<By>;

type Sending = CoreApp & { readonly queues?: Readonly<Record<string, Queue>> };

/**
 * The App within one invocation: it has the remaining time, and its log lines and messages carry the request's id.
 * Messages of the sweep carry none, because other requests caused their work. All else, also caches, is the App's own.
 */
export function duringInvocation<A extends Sending>(
  app: A,
  { name, requestId, callerKey, keepsPace, onSecret, timeLeft }: Invocation,
): A {
  const own: Partial<Record<keyof Sending, PropertyDescriptor>> = {
    ...(callerKey !== undefined && { callerKey: { value: callerKey } }),
    ...(keepsPace && { keepsPace: { value: keepsPace } }),
    ...(onSecret && { newSecret: { value: () => told(app.newSecret(), onSecret) } }),
    ...(timeLeft && { timeLeft: { value: timeLeft } }),
    ...(requestId !== undefined && {
      requestId: { value: requestId },
      log: { value: withRequestId(app.log, requestId) },
      ...(name !== 'sweep/run' && { queues: { get: () => carrying(app.queues ?? {}, requestId) } }),
    }),
  };
  return Object.create(app, own as PropertyDescriptorMap) as A;
}

function told(secret: string, onSecret: (secret: string) => void): string {
  onSecret(secret);
  return secret;
}

/** The invocation's remaining time; undefined (no limit) without a Lambda context. */
export function timeLeftIn(
  context: Partial<Pick<Context, 'getRemainingTimeInMillis'>>,
): (() => number) | undefined {
  return context.getRemainingTimeInMillis && (() => context.getRemainingTimeInMillis?.() ?? Infinity);
}

function withRequestId(log: Log, requestId: string): Log {
  type Level = 'info' | 'warn' | 'error';
  const line =
    (level: Level) =>
    (what: string, fields: LogFields = {}) =>
      log[level](what, { requestId, ...fields });
  const measure: Log['measure'] = (metric, value, by, fields) =>
    log.measure(metric, value, by, { requestId, ...fields });
  return { info: line('info'), warn: line('warn'), error: line('error'), measure };
}

/** The same queues, each created on first use; a message that already has a request id keeps it. */
function carrying(queues: Readonly<Record<string, Queue>>, requestId: string) {
  const withId = (message: Message) => ({ ...message, body: { requestId, ...message.body } });
  const sender = (to?: Queue) => to && { send: (all: readonly Message[]) => to.send(all.map(withId)) };
  return new Proxy(queues, { get: (all, name) => sender(all[String(name)]) });
}
