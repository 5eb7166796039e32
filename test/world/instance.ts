import type { Context } from 'aws-lambda';
import type { App } from '../../lib/app.ts';
import type { HttpHandler, HttpResult } from '../../lib/http/call.ts';
import type { QueueName, RouteName } from '../../lib/routes.ts';
import { eventFor } from './front.ts';
import type { Consumer } from './queues.ts';
import type { Answer, Ask } from './world.ts';

/** One process of the service: every function, made with one App. What an App caches, it shares with nobody. */
export interface Instance {
  readonly call: (route: RouteName, ask?: Ask) => Promise<Answer>;
  readonly consumers: Readonly<Record<QueueName, Consumer>>;
  readonly sweep: () => Promise<void>;
}

export function instanceOf(app: App): Instance {
  const own: App = { ...app, memory: {} };
  const made = new Map<string, Promise<unknown>>();

  function handlerOf<Handler>(name: string): Promise<Handler> {
    let handler = made.get(name);
    if (!handler) {
      const file = new URL(`../../functions/${name}.ts`, import.meta.url).href;
      handler = import(/* @vite-ignore */ file).then((module: { create: (app: App) => unknown }) =>
        module.create(own),
      );
      made.set(name, handler);
    }
    return handler as Promise<Handler>;
  }

  const consumer =
    (name: string): Consumer =>
    async (event, context) =>
      (await handlerOf<Consumer>(name))(event, context);

  return {
    call: async (name, ask = {}) => {
      const handler = await handlerOf<HttpHandler>(name);
      return answerOf(await handler(eventFor(name, ask), {} as Context));
    },
    consumers: {
      deliveries: consumer('webhooks/deliver'),
      reconciliation: consumer('reconciliation/run'),
      invoicing: consumer('invoicing/issue'),
    },
    sweep: async () => {
      const sweep = await handlerOf<() => Promise<unknown>>('sweep');
      await sweep();
    },
  };
}

export function answerOf({ statusCode = 0, headers = {}, body = '' }: HttpResult): Answer {
  const parsed = body.startsWith('{') ? (JSON.parse(body) as Record<string, unknown>) : {};
  return { status: statusCode, headers: headers as Record<string, string>, text: body, body: parsed };
}
