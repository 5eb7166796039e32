import type { Context } from 'aws-lambda';
import type { App } from '../../../lib/runtime/app.ts';
import type { HttpEvent, HttpHandler } from '../../../lib/http/call.ts';
import { ROUTES, type RouteName } from '../../../functions/routes.ts';
import { answerOf } from '../../support/world/instance.ts';
import type { Answer } from '../../support/world/world.ts';

/** The handlers of all routes, made with one App. */
export type Handlers = Readonly<Record<RouteName, (event: HttpEvent) => Promise<Answer>>>;

export async function handlersOf(app: App): Promise<Handlers> {
  const made = await Promise.all(
    ROUTES.map(async ({ name }) => {
      const file = new URL(`../../../functions//${name}.ts`, import.meta.url).href;
      const { create } = (await import(/* @vite-ignore */ file)) as { create: (app: App) => HttpHandler };
      const handler = create(app);
      return [name, async (event: HttpEvent) => answerOf(await handler(event, {} as Context))] as const;
    }),
  );
  return Object.fromEntries(made) as Handlers;
}
