import type { Arrivals } from '../arrivals.ts';
import type { DemoTenant } from '../demo-tenant.ts';
import type { ReceiverBehaviours } from '../receiver-behaviour.ts';
import type { ConsoleUrls } from './shapes.ts';

/** What the console reads and switches. */
export interface ConsoleSources {
  readonly urls: ConsoleUrls;
  readonly tenants: () => readonly DemoTenant[];
  readonly arrivals: Arrivals;
  readonly behaviours: ReceiverBehaviours;
  /** Whether the API has a route, such as `GET /plans/list`. */
  readonly serves: (routeKey: string) => boolean;
  /** Calls a port of this local cloud. Rejects with the answer's message on failure. */
  readonly call: <T>(
    method: string,
    url: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<T>;
}

/** Calls a local server with JSON over HTTP. Throws its message on failure. */
export const callLocally: ConsoleSources['call'] = async <T>(
  method: string,
  url: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
): Promise<T> => {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const result = (await answer.json()) as T & { error?: string };
  if (!answer.ok) throw new Error(result.error ?? `${method} ${url} answered ${answer.status}`);
  return result;
};
