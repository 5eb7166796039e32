/** What deploying asks of the machine it runs on: programs, and where to say something. */
export interface Tools {
  /** Runs a program in the terminal; answers its exit status. */
  run(program: string, args: readonly string[], cwd: string): number;
  /** Runs a program and answers what it printed. */
  read(
    program: string,
    args: readonly string[],
  ): { readonly status: number; readonly stdout: string; readonly stderr: string };
  say(line: string): void;
  complain(line: string): void;
}
