import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
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

/** One Bash that runs blocks one after another, as somebody does who pastes them into a terminal. */
export class Shell {
  readonly #folder = mkdtempSync(join(tmpdir(), 'guide-'));
  readonly #bash: ChildProcessWithoutNullStreams;
  #out = '';
  #err = '';

  constructor(variables: Readonly<Record<string, string>> = {}) {
    writeFileSync(join(this.#folder, 'jq'), JQ);
    chmodSync(join(this.#folder, 'jq'), 0o755);
    const env = { ...process.env, ...variables, PATH: `${this.#folder}:${process.env.PATH ?? ''}` };
    this.#bash = spawn('bash', ['-euo', 'pipefail'], { cwd: ROOT, env });
    this.#bash.stdout.on('data', (chunk: Buffer) => (this.#out += chunk.toString()));
    this.#bash.stderr.on('data', (chunk: Buffer) => (this.#err += chunk.toString()));
    // Bash that has ended cannot be written to; run() says why it ended.
    this.#bash.stdin.on('error', () => {});
  }

  /** Runs a block and answers what it printed. Rejects where it fails. */
  run(code: string): Promise<string> {
    this.#out = '';
    return new Promise((done, failed) => {
      const ended = (status: number | null) =>
        failed(new Error(`${code}\nended with ${status}:\n${this.#out}\n${this.#err}`));
      const look = () => {
        if (!this.#out.endsWith(MARK)) return;
        this.#bash.stdout.off('data', look);
        this.#bash.off('close', ended);
        done(this.#out.slice(0, -MARK.length));
      };
      this.#bash.once('close', ended);
      this.#bash.stdout.on('data', look);
      this.#bash.stdin.write(`{\n${code.trimEnd()}\n} </dev/null\nprintf '%s' '${MARK}'\n`);
    });
  }

  end(): void {
    this.#bash.stdin.end();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Runs blocks one after another in one Bash, and answers what each printed. Rejects with the block that failed. */
export async function runBlocks(
  blocks: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const shell = new Shell(variables);
  try {
    const printed: string[] = [];
    for (const code of blocks) printed.push(await shell.run(code));
    return printed;
  } finally {
    shell.end();
  }
}
