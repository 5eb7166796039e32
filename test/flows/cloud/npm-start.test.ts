import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { fiveFreePorts, portsInUse } from '../../../local/ports.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Starts as a person or a script does, through npm; resolves when the local cloud is ready. */
async function npmStart(port: number) {
  const out = mkdtempSync(join(tmpdir(), 'npm-start-'));
  const args = ['start', '--', '--port', String(port), '--out', out, '--empty', '--quiet'];
  const npm = spawn('npm', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const { pid } = npm;
  onTestFinished(() => {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // nothing of it runs any more, as it should be
    }
  });
  let said = '';
  await new Promise<void>((ready, failed) => {
    npm.stdout.on('data', (chunk: Buffer) => /^Ready/m.test((said += chunk.toString())) && ready());
    npm.once('exit', () => failed(new Error(`ended before it was ready: ${said}`)));
  });
  return npm;
}

it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'a %s to npm itself ends the local cloud within three seconds',
  async (signal) => {
    const port = await fiveFreePorts();
    const npm = await npmStart(port);
    npm.kill(signal);
    const until = performance.now() + 3_000;
    while ((await portsInUse(port)).length > 0 && performance.now() < until) await wait(50);
    expect(await portsInUse(port)).toEqual([]);
  },
);
