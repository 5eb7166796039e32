import { spawnSync } from 'node:child_process';

/** What deploying needs of its machine: programs, and output. */
export interface Tools {
  /** Runs a program in the terminal; returns its exit status. */
  run(program: string, args: readonly string[], cwd: string): number;
  /** Runs a program and returns its output. */
  read(
    program: string,
    args: readonly string[],
  ): { readonly status: number; readonly stdout: string; readonly stderr: string };
  say(line: string): void;
  complain(line: string): void;
}

/** The programs of this machine, and its terminal. */
export const TERMINAL: Tools = {
  run: (program, args, cwd) => spawnSync(program, args, { cwd, stdio: 'inherit' }).status ?? 1,
  read: (program, args) => {
    const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
    return { status: status ?? 1, stdout, stderr: error ? withoutStart(program, error) : stderr };
  },
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
};

function withoutStart(program: string, error: Error & { readonly code?: string }): string {
  return error.code === 'ENOENT' ? `${program} is not installed, or not on the PATH` : error.message;
}
