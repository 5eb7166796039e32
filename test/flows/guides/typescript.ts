import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './blocks.ts';
import { movesClock, type Step } from './steps.ts';

const urlOf = (path: string) => pathToFileURL(join(ROOT, path)).href;

/** Where each part of the client's package is in the repository. */
export const CLIENT_PARTS: Readonly<Record<string, string>> = {
  'subscription-billing-client': 'client/src/billing.ts',
  'subscription-billing-client/refusals': 'client/src/refusals.ts',
  'subscription-billing-client/webhooks': 'client/src/webhooks.ts',
  'subscription-billing-client/types': 'client/src/generated.ts',
};

const fromRepository = (code: string) =>
  code.replaceAll(/ from '(subscription-billing-client[\w/]*)'/g, (_, part: string) => {
    const path = CLIENT_PARTS[part];
    if (path === undefined) throw new Error(`the client's package has no ${part}`);
    return ` from '${urlOf(path)}'`;
  });

const BEFORE = `
import { once } from 'node:events';
import { Shell } from '${urlOf('test/flows/guides/shell.ts')}';
const shell$ = new Shell();
const printed$: string[][] = [];
const textOf$ = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
console.log = (...values: unknown[]) => void printed$.at(-1)?.push(values.map(textOf$).join(' '));
const step$ = () => void printed$.push([]);
const pause$ = async () => {
  process.send?.([]);
  await once(process, 'message');
};
await pause$();
`;

const AFTER = `
shell$.end();
process.send?.(printed$);
process.disconnect();
`;

/** A command without TypeScript runs as it is; what it takes from the page (`$TOKEN`) has the page's name (`token`). */
function commandOf(sh: string, isGiven: (name: string) => boolean): string {
  const names = [...sh.matchAll(/\$([A-Z_]+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !isGiven(name));
  const values = [...new Set(names)].map((name) => `${name}=\${${name.toLowerCase()}}`);
  return `await shell$.run(\`${values.join(' ')}\n\` + ${JSON.stringify(sh)});`;
}

/** A guide to be run, and what it takes for granted. */
export interface TypeScriptGuide {
  /** What the first guide defines for all: `client`, and `api` for the commands that are not for the client. */
  readonly setup: { readonly sh: string; readonly ts: string };
  /** How the first guide made the subscriber that others go on with; none where a guide needs none. */
  readonly subscriber: readonly Step[];
  readonly steps: readonly Step[];
  readonly variables: Readonly<Record<string, string>>;
}

function programOf({ setup, subscriber, steps, variables }: TypeScriptGuide): string {
  const isGiven = (name: string) => name in variables;
  const made = subscriber.map(({ sh, ts }) => ts ?? commandOf(sh, isGiven)).join('\n');
  const going =
    made === ''
      ? ''
      : `step$();
const { subscriber, reference } = await (async () => {
${made}
return { subscriber, reference };
})();
printed$.length = 0;`;
  const parts = steps.map((step) => {
    const does = movesClock(step) ? 'await pause$();' : (step.ts ?? commandOf(step.sh, isGiven));
    return `step$();\n${does}`;
  });
  const before = [BEFORE, `await shell$.run(${JSON.stringify(setup.sh)});`, setup.ts, going];
  return fromRepository([...before, ...parts, AFTER].join('\n'));
}

/** Somebody who follows a guide with the client: its TypeScript, and the commands that are for the sandbox. */
export class TypeScriptReader {
  readonly #folder = mkdtempSync(join(tmpdir(), 'guide-'));
  readonly #process: ChildProcess;
  #err = '';

  private constructor(guide: TypeScriptGuide) {
    const file = join(this.#folder, 'guide.mts');
    writeFileSync(file, programOf(guide));
    const env = { ...process.env, ...guide.variables };
    const stdio = ['ignore', 'ignore', 'pipe', 'ipc'] as const;
    this.#process = spawn(process.execPath, [file], { cwd: ROOT, env, stdio: [...stdio] });
    this.#process.stderr?.on('data', (chunk: Buffer) => (this.#err += chunk.toString()));
  }

  /** A reader before the first step. */
  static async of(guide: TypeScriptGuide): Promise<TypeScriptReader> {
    const reader = new TypeScriptReader(guide);
    await reader.#said();
    return reader;
  }

  /**
   * Reads on until the clock is to be moved, or to the end: then what each step printed, value by value. Rejects with
   * what failed.
   */
  readOn(): Promise<string[][]> {
    const said = this.#said();
    this.#process.send('go on');
    return said;
  }

  end(): void {
    this.#process.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #said(): Promise<string[][]> {
    return new Promise((done, failed) => {
      const ended = () => failed(new Error(this.#err));
      this.#process.once('close', ended);
      this.#process.once('message', (printed) => {
        this.#process.off('close', ended);
        done(printed as string[][]);
      });
    });
  }
}
