import type { CoreApp, Log, LogFields, Message, Queue } from './app.ts';

/** What one invocation knows about itself. */
export interface Invocation {
  /** Which function it is of, where a queue brought it about. */
  readonly name?: string | undefined;
  /** The id of the caller's request, or of the one that brought a message about. */
  readonly requestId?: string | undefined;
  /** How much of the invocation is left, in ms. */
  readonly timeLeft?: (() => number) | undefined;
}

type Sending = CoreApp & { readonly queues?: Readonly<Record<string, Queue>> };

/**
 * The App as one invocation sees it: it knows how much time is left, and each of its log lines and messages carries the
 * request's id. What the sweep hands out was brought about by others, and carries none. Everything else, also what the
 * instance remembers, is the App's own.
 */
export function duringInvocation<A extends Sending>(app: A, { name, requestId, timeLeft }: Invocation): A {
  const own: Partial<Record<keyof Sending, PropertyDescriptor>> = {
    ...(timeLeft && { timeLeft: { value: timeLeft } }),
    ...(requestId !== undefined && {
      requestId: { value: requestId },
      log: { value: withRequestId(app.log, requestId) },
      ...(name !== 'sweep/run' && { queues: { get: () => carrying(app.queues ?? {}, requestId) } }),
    }),
  };
  return Object.create(app, own as PropertyDescriptorMap) as A;
}

function withRequestId(log: Log, requestId: string): Log {
  type Level = 'info' | 'warn' | 'error';
  const line =
    (level: Level) =>
    (what: string, fields: LogFields = {}) =>
      log[level](what, { requestId, ...fields });
  const measure: Log['measure'] = (...metric) => log.measure(...metric);
  return { info: line('info'), warn: line('warn'), error: line('error'), measure };
}

/** The same queues, each made on first use; a message that has the id of another request keeps it. */
function carrying(queues: Readonly<Record<string, Queue>>, requestId: string) {
  const withId = (message: Message) => ({ ...message, body: { requestId, ...message.body } });
  const sender = (to?: Queue) => to && { send: (all: readonly Message[]) => to.send(all.map(withId)) };
  return new Proxy(queues, { get: (all, name) => sender(all[String(name)]) });
}
