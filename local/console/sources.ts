import { Agent, request, type IncomingMessage } from 'node:http';
import type { Arrivals } from '../operator/arrivals.ts';
import type { DemoTenant } from '../demo-tenant.ts';
import { bodyOf } from '../queues/forward.ts';
import type { ReceiverBehaviours } from '../operator/receiver-behaviour.ts';
import type { ConsoleUrls } from './shapes.ts';

/** What the console reads and switches. */
export interface ConsoleSources {
  readonly urls: ConsoleUrls;
  readonly tenants: () => readonly DemoTenant[];
  readonly arrivals: Arrivals;
  readonly behaviours: ReceiverBehaviours;
  /** Signs in whoever sits at this machine to a tenant's console: the cookie of a new session. */
  readonly signIn: (tenantId: string) => Promise<string>;
  /** Calls a port of this local cloud. Rejects with the answer's message on failure. */
  readonly call: <T>(
    method: string,
    url: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<T>;
}

const agent = new Agent({ keepAlive: true });

/**
 * Calls a local server with JSON over HTTP. Throws its message on failure. It waits for as long as it takes, which `fetch`
 * does not: a move of the clock with a thousand renewals on its way takes longer than five minutes.
 */
export const callLocally: ConsoleSources['call'] = async <T>(
  method: string,
  url: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
): Promise<T> => {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = { ...headers, ...(body && { 'content-type': 'application/json' }) };
    request(url, { agent, method, headers: sent }, resolve)
      .on('error', reject)
      .end(body && JSON.stringify(body));
  });
  const result = JSON.parse((await bodyOf(answer)).toString()) as T & { error?: string };
  const { statusCode = 0 } = answer;
  if (statusCode >= 300) throw new Error(result.error ?? `${method} ${url} answered ${statusCode}`);
  return result;
};
