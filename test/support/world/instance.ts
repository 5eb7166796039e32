import type { Context } from 'aws-lambda';
import type { App } from '../../../lib/runtime/app.ts';
import { isAtOtherHost } from '../../../lib/runtime/console-address.ts';
import type { HttpHandler, HttpResult } from '../../../lib/http/call.ts';
import { BACKGROUND } from '../../../lib/background-functions.ts';
import type { QueueName } from '../../../lib/footprint.ts';
import { routeNamed, type RouteName } from '../../../functions/routes.ts';
import { deviation } from './contract.ts';
import { eventFor } from './front.ts';
import { narrowed } from './narrowed.ts';
import { everyQueue, type Consumer } from './queues.ts';
import type { Answer, Ask } from './ask.ts';

/** One process of the service: every function, made with one App. What an App caches, it shares with nobody. */
export interface Instance {
  readonly call: (route: RouteName, ask?: Ask) => Promise<Answer>;
  readonly consumers: Readonly<Record<QueueName, Consumer>>;
  /** Begins a minute's sweep; the consumers of its queue do the rest. */
  readonly sweep: () => Promise<void>;
}

/** `seen` is what of the App each function is given, by its name. */
export function instanceOf(
  app: App,
  timeLeft?: () => number,
  seen = (narrow: App, _name: string): App => narrow,
): Instance {
  // Each invocation has a context of its own, in which the request chain keeps what it found.
  const newContext = () => (timeLeft ? { getRemainingTimeInMillis: timeLeft } : {}) as Context;
  const own: App = { ...app, memory: {} };
  const made = new Map<string, Promise<unknown>>();

  function handlerOf<Handler>(name: string): Promise<Handler> {
    let handler = made.get(name);
    if (!handler) {
      handler = moduleOf(name).then(({ create }) => create(seen(narrowed(own, name), name)));
      made.set(name, handler);
    }
    return handler as Promise<Handler>;
  }

  const consumer =
    (name: string): Consumer =>
    async (event, context) =>
      (await handlerOf<Consumer>(name))(event, context);

  // A host that does not serve a route answers as for any address that it does not have.
  const isElsewhere = (name: RouteName, { host = '' }: Ask) =>
    isAtOtherHost(app, routeNamed(name).door === 'console', host);

  return {
    call: async (name, ask = {}) => {
      const handler = await handlerOf<HttpHandler>(name);
      const answer = answerOf(await handler(eventFor(name, ask), newContext()));
      const deviates = deviation(isElsewhere(name, ask) ? 'not-found' : name, ask, answer);
      if (deviates !== undefined) throw new Error(deviates);
      return answer;
    },
    consumers: everyQueue((queue) => consumer(consumerOf(queue))),
    sweep: async () => {
      const start = await handlerOf<(event: unknown, context: Context) => Promise<unknown>>('sweep/start');
      await start({}, { ...newContext(), awsRequestId: 'a-minute' });
    },
  };
}

interface FunctionModule {
  readonly create: (app: App) => unknown;
}

const modules = new Map<string, Promise<FunctionModule>>();

/** A function's code, asked for once: where the test runner serves it, each asking costs a message to another process. */
function moduleOf(name: string): Promise<FunctionModule> {
  let module = modules.get(name);
  if (!module) {
    const file = new URL(`../../../functions//${name}.ts`, import.meta.url).href;
    modules.set(name, (module = import(/* @vite-ignore */ file) as Promise<FunctionModule>));
  }
  return module;
}

function consumerOf(queue: QueueName): string {
  const row = BACKGROUND.find(({ triggeredBy }) => triggeredBy === queue);
  if (!row) throw new Error(`nobody consumes the queue ${queue}`);
  return row.name;
}

export function answerOf({ statusCode = 0, headers = {}, cookies = [], body = '' }: HttpResult): Answer {
  const parsed = body.startsWith('{') ? (JSON.parse(body) as Record<string, unknown>) : {};
  return {
    status: statusCode,
    headers: headers as Record<string, string>,
    cookies,
    text: body,
    body: parsed,
  };
}
