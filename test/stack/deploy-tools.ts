import type { Tools } from '../../infra/deploy/tools.ts';

/** What a program answers that is read. */
export type Answer = ReturnType<Tools['read']>;

/** Programs that do nothing, and what was asked of them. */
export function tools(answers: Partial<Answer> = {}, status = 0) {
  const said: string[] = [];
  const ran: string[] = [];
  const made: Tools = {
    run: (program, args) => (ran.push([program, ...args].join(' ')), status),
    read: (program, args) => {
      ran.push([program, ...args].join(' '));
      return { status: 0, stdout: '', stderr: '', ...answers };
    },
    say: (line) => said.push(line),
    complain: (line) => said.push(line),
  };
  return { ...made, said, ran };
}
