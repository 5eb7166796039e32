import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { fiveFreePorts, portsInUse } from '../../../local/ports.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Starts as a person or a script does, through npm; resolves when the local cloud is ready. */
async function npmStart(port: number, ...more: readonly string[]) {
  const out = mkdtempSync(join(tmpdir(), 'npm-start-'));
  const args = ['start', '--', '--port', String(port), '--out', out, ...more];
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
  return { npm, said };
}

it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'a %s to npm itself ends the local cloud within three seconds',
  async (signal) => {
    const port = await fiveFreePorts();
    const { npm } = await npmStart(port, '--empty', '--quiet');
    npm.kill(signal);
    const until = performance.now() + 3_000;
    while ((await portsInUse(port)).length > 0 && performance.now() < until) await wait(50);
    expect(await portsInUse(port)).toEqual([]);
  },
);

it('prints addresses that open', async () => {
  const { said } = await npmStart(await fiveFreePorts());
  const [, api] = /^ {2}API +(\S+)$/m.exec(said)!;
  const printed = [...said.matchAll(/^ {2}\S.* {2}(http:\S+)/gm)].map(([, url]) => url!);
  const pages = printed.filter((url) => url !== api && !url.includes('<'));
  expect(pages.length).toBeGreaterThan(7);
  const opened = await Promise.all(pages.map(async (url) => `${url} ${(await fetch(url)).status}`));
  expect(opened).toEqual(pages.map((url) => `${url} 200`));
});
