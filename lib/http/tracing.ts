import type { CoreApp } from '../app.ts';
import type { Route } from '../routes.ts';
import type { HttpRequest } from './call.ts';

/** First in, last out: shows the request in its invocation's trace, by the id that its answer carries. */
export function tracing(app: CoreApp, { name }: Route) {
  const end = ({ event, context: { found } }: HttpRequest): void => {
    const endedAt = app.clock();
    app.trace?.({
      name,
      requestId: event.requestContext.requestId,
      tenant: found.tenant?.id,
      startedAt: found.startedAt ?? endedAt,
      endedAt,
    });
  };
  return {
    before: ({ context }: HttpRequest): void => void (context.found.startedAt = app.clock()),
    after: end,
    onError: end,
  };
}
