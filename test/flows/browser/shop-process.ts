import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect } from 'vitest';
import type { Running } from '../cloud/running.ts';

const SHOP = [resolve(import.meta.dirname, '../../../examples/shop/server.ts')];

/** What a person has set who starts the shop, with the demo tenant's keys. */
function variables(cloud: Running, port: number): NodeJS.ProcessEnv {
  const { apiKey, apiSecret, webhookSecret } = cloud.tenant('demo');
  return {
    ...process.env,
    BASE: cloud.stack.baseUrl,
    KEY: apiKey,
    SECRET: apiSecret,
    WEBHOOK_SECRET: webhookSecret ?? '',
    PORT: String(port),
  };
}

/** The shop, started as a person starts it. */
export async function openShop(cloud: Running, port: number): Promise<ChildProcess> {
  const env = variables(cloud, port);
  const child = spawn(process.execPath, SHOP, { stdio: ['ignore', 'pipe', 'inherit'], env });
  const [message] = (await once(child.stdout, 'data')) as [Buffer];
  expect(message.toString()).toBe(`The shop is open at http://127.0.0.1:${port}\n`);
  return child;
}
