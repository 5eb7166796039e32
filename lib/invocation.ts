import type { CoreApp, Log, LogFields } from './app.ts';

/** What one invocation knows about itself. */
export interface Invocation {
  /** The id of the caller's request, or of the one that brought a message about. */
  readonly requestId?: string | undefined;
  /** How much of the invocation is left, in ms. */
  readonly timeLeft?: (() => number) | undefined;
}

/**
 * The App as one invocation sees it: it knows how much time is left, and each of its log lines carries the request's id.
 * Everything else, also what the instance remembers, is the App's own.
 */
export function duringInvocation<App extends CoreApp>(app: App, { requestId, timeLeft }: Invocation): App {
  const own: Partial<Record<keyof CoreApp, PropertyDescriptor>> = {
    ...(timeLeft && { timeLeft: { value: timeLeft } }),
    ...(requestId !== undefined && {
      requestId: { value: requestId },
      log: { value: withRequestId(app.log, requestId) },
    }),
  };
  return Object.create(app, own as PropertyDescriptorMap) as App;
}

function withRequestId(log: Log, requestId: string): Log {
  const line =
    (level: 'info' | 'warn' | 'error') =>
    (what: string, fields: LogFields = {}) =>
      log[level](what, { requestId, ...fields });
  return {
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
    measure: (...metric) => log.measure(...metric),
  };
}
