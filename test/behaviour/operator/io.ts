import { Readable } from 'node:stream';
import { expect } from 'vitest';
import type { CliIo } from '../../../cli/io.ts';
import { prompt } from '../../../cli/prompt.ts';
import { run } from '../../../cli/program.ts';
import type { DeadLetterQueues } from '../../../local/queues/dead-letters.ts';
import { openOperator, type Operator } from '../account/operator.ts';
import type { Ran } from './spawn.ts';

/** The command line at an office of a test's own, in this process. */
export interface TestCli {
  readonly operator: Operator;
  /** `width` is that of a screen; without one, programs read what is said. */
  readonly run: (args: readonly string[], input?: string, width?: number) => Promise<Ran>;
  /** Runs with `--json`, which must succeed, and answers what it said. */
  readonly json: (args: readonly string[], input?: unknown) => Promise<Record<string, unknown>>;
}

/** A command line whose operator answers every question with yes, unless another answer is given; undefined: nobody is there. */
export async function openCli(
  deadLetters?: DeadLetterQueues,
  confirm: CliIo['confirm'] = async () => true,
): Promise<TestCli> {
  const operator = await openOperator();
  const cli: TestCli = {
    operator,
    run: async (args, input = '', width?) => {
      let [out, err] = ['', ''];
      const code = await run(args, {
        open: async () => ({
          app: operator.app,
          name: 'the test',
          mode: 'test',
          deadLetters,
          providers: { pay: { live: operator.pay.url, test: operator.pay.url }, acct: operator.acct.url },
        }),
        prompt: (fields) => prompt(fields, Readable.from([Buffer.from(input)]), process.stderr),
        confirm,
        out: (text) => (out += text),
        err: (text) => (err += text),
        width,
      });
      return { code, out, err };
    },
    json: async (args, input) => {
      const text = input === undefined ? '' : JSON.stringify(input);
      const { code, out, err } = await cli.run([...args, '--json'], text);
      expect([code, err]).toEqual([0, '']);
      return JSON.parse(out) as Record<string, unknown>;
    },
  };
  return cli;
}
