import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './blocks.ts';

/** What `jq -r <path>` does, for the paths that our pages use, so that nobody needs it installed to test them. */
const JQ = `#!${process.execPath}
const { readFileSync } = require('node:fs');
const path = process.argv.at(-1);
if (!/^(\\.[A-Za-z]\\w*|\\.?\\[\\d+\\])+$/.test(path)) throw new Error('jq: ' + path + ' is no path');
let value = JSON.parse(readFileSync(0, 'utf8'));
for (const [step] of path.matchAll(/\\w+/g)) value = value[step];
if (value === undefined || value === null) throw new Error('jq: nothing at ' + path);
process.stdout.write((typeof value === 'string' ? value : JSON.stringify(value)) + '\\n');
`;

const MARK = '=====8<=====';

/** Runs blocks one after another in one Bash, and answers what each printed. Rejects with the block that failed. */
export async function runBlocks(
  blocks: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'guide-'));
  try {
    writeFileSync(join(folder, 'jq'), JQ);
    chmodSync(join(folder, 'jq'), 0o755);
    const script = blocks.map((code) => `${code.trimEnd()}\nprintf '%s' '${MARK}'\n`).join('');
    writeFileSync(join(folder, 'script'), script);
    const { code, out, err } = await bash(join(folder, 'script'), {
      ...process.env,
      ...variables,
      PATH: `${folder}:${process.env.PATH ?? ''}`,
    });
    const printed = out.split(MARK);
    const failed = blocks[printed.length - 1];
    if (code !== 0 || failed !== undefined)
      throw new Error(`${failed ?? 'the last block'}\nended with ${code}:\n${printed.at(-1) ?? ''}\n${err}`);
    return printed.slice(0, -1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function bash(script: string, env: NodeJS.ProcessEnv): Promise<{ code: number; out: string; err: string }> {
  return new Promise((done, failed) => {
    const child = spawn('bash', ['-euo', 'pipefail', script], { cwd: ROOT, env });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.once('error', failed);
    child.once('close', (code) => done({ code: code ?? 1, out, err }));
  });
}
