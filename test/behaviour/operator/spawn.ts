import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line as people do, from a folder that is not the project's; with or without a reader of what it says. */
export function billing(
  args: readonly string[],
  input = '',
  env: NodeJS.ProcessEnv = {},
  { reads = true } = {},
): Promise<Ran> {
  const { BILLING_TABLE: _t, BILLING_KEY_ID: _k, BILLING_API_URL: _u, ...usual } = process.env;
  const child = spawn(resolve(ROOT, 'cli/billing'), args, { cwd: '/', env: { ...usual, ...env } });
  let [out, err] = ['', ''];
  if (!reads) child.stdout.destroy();
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.on('error', () => undefined); // a command that fails early does not read
  child.stdin.end(input);
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => done({ code, out, err }));
  });
}
