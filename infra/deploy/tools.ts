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
