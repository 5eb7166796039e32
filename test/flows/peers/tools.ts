import { execFile } from 'node:child_process';
import { delimiter, join, resolve } from 'node:path';

/** Where the tools are installed, once for each list of them. */
export const CACHE = resolve(import.meta.dirname, '../../../node_modules/.cache/peers');
/** The folder of the tools from npm. */
export const NODE_TOOLS = join(CACHE, 'node');

/** The lists of Python's packages, each with a virtual environment: what one wants the other refuses. */
export type PythonList = 'tools' | 'emulator';

/** Where the programs of a list are. */
export const programsOf = (list: PythonList): string => join(CACHE, list, 'bin');

interface Options {
  readonly cwd?: string;
  readonly env?: object;
}

interface Ended {
  readonly status: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

function ended(program: string, args: readonly string[], { cwd, env: own }: Options): Promise<Ended> {
  const PATH = [programsOf('tools'), process.env.PATH].join(delimiter);
  const options = { cwd, env: { ...process.env, PATH, ...own }, maxBuffer: 256 * 1024 * 1024 };
  return new Promise((done) => {
    execFile(program, args, options, (error, stdout, stderr) =>
      done({ status: error ? (error.code ?? error.signal) : 0, stdout, stderr }),
    );
  });
}

/** Runs a program and answers what it printed; throws with it where the program fails. */
export async function run(program: string, args: readonly string[], options: Options = {}): Promise<string> {
  const { status, stdout, stderr } = await ended(program, args, options);
  if (status === 0) return stdout;
  throw new Error(`${program} ${args.join(' ')} ended with ${String(status)}\n${stdout}\n${stderr}`);
}

/** The same for a program that says by these statuses that it found something; throws where it ends with another. */
export async function output(
  program: string,
  args: readonly string[],
  found: readonly number[],
): Promise<string> {
  const { status, stdout, stderr } = await ended(program, args, {});
  if (status === 0 || found.includes(Number(status))) return stdout;
  throw new Error(`${program} ${args.join(' ')} ended with ${String(status)}\n${stdout}\n${stderr}`);
}
