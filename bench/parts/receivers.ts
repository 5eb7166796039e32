import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { against, type Result } from '../result.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** B8: what receivers that answer get while a tenth of them is silent, against a run in which all answer. */
export async function silentReceivers(): Promise<Result[]> {
  const args = [
    'run',
    '--project',
    'load',
    '--disableConsoleIntercept',
    '-t',
    'keeps the throughput',
    'test/nightly/load/events.load.ts',
  ];
  const child = spawn(resolve(ROOT, 'node_modules/.bin/vitest'), args, {
    cwd: ROOT,
    env: { ...process.env, EVENTS_BESIDE: process.env.EVENTS_BESIDE ?? '2000', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await new Promise((done) => child.once('exit', done));
  const [, beside, healthy] = /the others got ([\d.]+) of ([\d.]+) events a second/.exec(text) ?? [];
  if (beside === undefined) throw new Error(`the load test measured nothing:\n${text.slice(-2_000)}`);
  const what = `throughput of the others, a tenth of the receivers silent, × all answering (${beside} and ${healthy} a second)`;
  return [against('B8', what, Number(beside) / Number(healthy), { least: 0.9 })];
}
