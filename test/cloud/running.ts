import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

export interface StackTenant {
  readonly tenantId: string;
  readonly name: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly webhookSecret: string | null;
  readonly webhookUrl: string | null;
  readonly plans: readonly {
    readonly svcId: string;
    readonly referenceCode: string;
    readonly name: string;
  }[];
}

/** What the local cloud writes for scripts and tests. */
export interface Stack {
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly payUrl: string;
  readonly acctUrl: string;
  readonly inboxUrl: string;
  readonly tenants: readonly StackTenant[];
}

/** A local cloud of a test's own, started as a person starts it. */
export interface Running {
  readonly stack: Stack;
  readonly out: string;
  readonly said: () => string;
  readonly process: ChildProcess;
  tenant(name: string): StackTenant;
  /** Calls the API as a tenant. */
  api(
    method: string,
    path: string,
    body?: unknown,
    tenant?: StackTenant,
  ): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Calls the control port, a sandbox or the inbox. */
  readonly json: (method: string, url: string, body?: unknown) => Promise<Record<string, unknown>>;
  advance(duration: string): Promise<void>;
  settle(): Promise<void>;
  /** Webhooks of the demo tenant, as they arrived. */
  deliveries(path?: string): Promise<Delivery[]>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface Delivery {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly status: number;
  readonly verified: boolean | null;
  readonly receivedAt: string;
  readonly payload: Record<string, unknown>;
}

export async function startRunning(
  options: { data?: string; empty?: boolean; port?: number } = {},
): Promise<Running> {
  const out = mkdtempSync(join(tmpdir(), 'billing-'));
  const port = options.port ?? (await fivePorts());
  const args = ['local/start.ts', '--port', String(port), '--out', out, '--quiet'];
  if (options.data !== undefined) args.push('--data', options.data);
  if (options.empty) args.push('--empty');
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await new Promise<void>((ready, failed) => {
    child.stdout.on('data', () => /^Ready/m.test(said) && ready());
    child.once('exit', (code) =>
      failed(new Error(`the local cloud ended with ${code ?? 'a signal'}: ${said}`)),
    );
  });
  const stack = JSON.parse(readFileSync(join(out, 'stack.json'), 'utf8')) as Stack;
  return runningFrom(stack, out, child, () => said);
}

function runningFrom(stack: Stack, out: string, child: ChildProcess, said: () => string): Running {
  const tenant = (name: string) => {
    const found = stack.tenants.find((one) => one.name === name);
    if (!found) throw new Error(`there is no tenant ${name}`);
    return found;
  };
  const json = async (method: string, url: string, body?: unknown) => {
    const answer = await fetch(url, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    const told = (await answer.json()) as Record<string, unknown>;
    if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${JSON.stringify(told)}`);
    return told;
  };
  return {
    stack,
    out,
    said,
    process: child,
    tenant,
    json,
    async api(method, path, body, as) {
      const { apiKey, apiSecret } = as ?? tenant('demo');
      const answer = await fetch(stack.baseUrl + path, {
        method,
        headers: {
          'x-api-key': apiKey,
          'x-api-secret': apiSecret,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
    advance: async (duration) =>
      void (await json('POST', `${stack.controlUrl}/clock`, { advance: duration })),
    settle: async () => void (await json('POST', `${stack.controlUrl}/settle`)),
    async deliveries(path) {
      const query = path === undefined ? '' : `?path=${path}`;
      const { requests } = (await json('GET', `${stack.inboxUrl}/requests${query}`)) as unknown as {
        requests: Delivery[];
      };
      return requests.map((one) => ({ ...one, payload: JSON.parse(one.body) as Record<string, unknown> }));
    },
    stop: (signal = 'SIGTERM') =>
      new Promise((done) => {
        if (child.exitCode !== null || child.signalCode !== null) return done();
        child.once('exit', () => {
          rmSync(out, { recursive: true, force: true });
          done();
        });
        child.kill(signal);
      }),
  };
}

/** The first of five consecutive free ports. */
async function fivePorts(): Promise<number> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 20_000);
    const free = await Promise.all([0, 1, 2, 3, 4].map((offset) => isFree(first + offset)));
    if (free.every(Boolean)) return first;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
}

/** A body for POST /checkout/initialize. */
export function checkoutBody(
  stack: Stack,
  planReference: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    pricingPlanReferenceCode: planReference,
    callbackUrl: `${stack.inboxUrl}/`,
    name: 'Ayşe',
    surname: 'Yılmaz',
    email: 'ayse@example.com',
    gsmNumber: '+905350000000',
    identityNumber: '11111111111',
    ...more,
  };
}

export const GOOD_CARD = {
  cardHolderName: 'Ayşe Yılmaz',
  cardNumber: '5528790000000008',
  expireMonth: '12',
  expireYear: '2039',
  cvc: '123',
};

/** Pays the hosted form of a token as the form's script would, then comes back as the browser would. */
export async function payAndReturn(running: Running, token: string): Promise<URL> {
  await running.json('POST', `${running.stack.payUrl}/v2/subscription/checkoutform/complete`, {
    token,
    paymentCard: GOOD_CARD,
  });
  const back = await fetch(`${running.stack.baseUrl}/checkout/callback`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token }),
  });
  return new URL(back.headers.get('location') ?? 'about:blank');
}
