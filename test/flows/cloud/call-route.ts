import { routeNamed, type RouteName } from '../../../functions/routes.ts';
import type { Answer, Ask } from '../../support/world/ask.ts';

/** Calls a route of a stack over HTTP, as a test asks a world of its own. */
export async function callRoute(baseUrl: string, name: RouteName, ask: Ask): Promise<Answer> {
  const { methods, path } = routeNamed(name);
  const query = ask.query ? `?${new URLSearchParams(ask.query).toString()}` : '';
  const kind = ask.raw === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  const body = ask.raw ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body));
  const answer = await fetch(`${baseUrl}${path}${query}`, {
    method: ask.method ?? methods[0] ?? 'GET',
    redirect: 'manual',
    headers: { ...(body !== undefined && { 'content-type': kind }), ...ask.headers },
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  const parsed = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text, body: parsed };
}
