import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { DemoTenant } from '../../../local/demo-tenant.ts';
import type { Stack } from '../../../local/local-cloud.ts';
import type { Arrival } from '../../../local/operator/arrival.ts';
import { fiveFreePorts } from '../../../local/ports.ts';
import { patientCall, type JsonAnswer } from './patient-call.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** What a tenant calls the API with. */
export type Keys = Pick<DemoTenant, 'apiKey' | 'apiSecret'>;

/** A local cloud of a test's own, started as a person starts it. */
export interface Running {
  readonly stack: Stack;
  readonly out: string;
  readonly said: () => string;
  readonly process: ChildProcess;
  tenant(name: string): DemoTenant;
  /** Calls the API as a tenant. */
  api(method: string, path: string, body?: unknown, tenant?: Keys): Promise<JsonAnswer>;
  /** Calls the control port, a sandbox or the inbox. */
  readonly json: (method: string, url: string, body?: unknown) => Promise<Record<string, unknown>>;
  advance(duration: string): Promise<void>;
  settle(): Promise<void>;
  /** Webhooks of the demo tenant, as they arrived. */
  deliveries(path?: string): Promise<Delivery[]>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** A webhook that arrived, with what its body says. */
export interface Delivery extends Arrival {
  readonly payload: Record<string, unknown>;
}

export interface RunningOptions {
  readonly data?: string;
  readonly empty?: boolean;
  readonly port?: number;
  /** `host:port` pairs of this machine that webhooks may be sent to besides the inbox. */
  readonly allow?: readonly string[];
  /** Told of the process as soon as there is one, long before it is ready. */
  readonly born?: (child: ChildProcess) => void;
}

/** Rejects where the local cloud ends before it is ready; chooses other ports if somebody was faster at those chosen. */
export async function startRunning(options: RunningOptions = {}): Promise<Running> {
  if (options.port !== undefined) return startAt(options.port, options);
  return startAt(await fiveFreePorts(), options).catch(async (error: unknown) => {
    if (!String(error).includes('EADDRINUSE')) throw error;
    return startAt(await fiveFreePorts(), options);
  });
}

async function startAt(port: number, options: RunningOptions): Promise<Running> {
  const out = mkdtempSync(join(tmpdir(), 'billing-'));
  const args = ['local/start.ts', '--port', String(port), '--out', out, '--quiet'];
  if (options.data !== undefined) args.push('--data', options.data);
  if (options.empty) args.push('--empty');
  for (const address of options.allow ?? []) args.push('--allow', address);
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  options.born?.(child);
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
    const { status, body: told } = await patientCall(method, url, body);
    if (status >= 300) throw new Error(`${method} ${url}: ${status} ${JSON.stringify(told)}`);
    return told;
  };
  return {
    stack,
    out,
    said,
    process: child,
    tenant,
    json,
    api(method, path, body, as) {
      const { apiKey, apiSecret } = as ?? tenant('demo');
      return patientCall(method, stack.baseUrl + path, body, {
        'x-api-key': apiKey,
        'x-api-secret': apiSecret,
      });
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
        const ended = () => {
          rmSync(out, { recursive: true, force: true });
          done();
        };
        if (child.exitCode !== null || child.signalCode !== null) return ended();
        child.once('exit', ended);
        child.kill(signal);
      }),
  };
}
