import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { bodyOf } from '../../../../local/queues/forward.ts';
import { KEEP_RESTING_CONNECTIONS } from '../../../../sandbox/resting-connections.ts';
import { attempt, type Misbehave, type Trouble } from '../trouble.ts';
import { listen } from '../../../support/world/loopback.ts';

/** So many times as fast as a slow provider is by the walk's clock, a call is answered here by the machine's. */
const FASTER = 30;
const ACTIVATION = /\/subscriptions\/([^/]+)\/activate$/;
/** What a connection carries by itself. */
const OWN_HEADERS = ['host', 'connection', 'content-length', 'transfer-encoding', 'expect'];

/** The wire to the sandbox provider, as one tenant has it. */
export interface ProviderLine {
  readonly url: string;
  stop(): Promise<void>;
}

type Outcome = { readonly status: number; readonly type: string; readonly body: string } | 'dropped';

/** Hands a tenant's calls on to the provider, with the tenant's trouble on the way; what nobody answers is a dropped connection. */
export async function startProviderLine(
  provider: string,
  trouble: Trouble,
  clock: { now(): number },
  misbehave: Misbehave,
): Promise<ProviderLine> {
  async function answer(request: IncomingMessage): Promise<Outcome> {
    const path = request.url ?? '';
    const body = await bodyOf(request);
    return attempt<Outcome>(trouble, {
      carryOut: () => handOn(provider + path, request, body),
      activates: ACTIVATION.exec(path)?.[1],
      isLost: (outcome) => outcome === 'dropped',
      unanswered: () => 'dropped',
      misbehave,
      clock,
      pass: (slowMs) => wait(slowMs / FASTER),
    });
  }
  const server = createServer(KEEP_RESTING_CONNECTIONS, (request, response) => {
    void answer(request).then((outcome) => {
      if (outcome === 'dropped') response.destroy();
      else response.writeHead(outcome.status, { 'content-type': outcome.type }).end(outcome.body);
    });
  });
  return listen(server);
}

async function handOn(
  url: string,
  { method = 'GET', headers }: IncomingMessage,
  body: Buffer,
): Promise<Outcome> {
  const passed = Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name));
  try {
    const answer = await fetch(url, {
      method,
      headers: Object.fromEntries(passed.map(([name, value]) => [name, String(value)])),
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    return {
      status: answer.status,
      type: answer.headers.get('content-type') ?? '',
      body: await answer.text(),
    };
  } catch {
    return 'dropped';
  }
}
