import { join } from 'node:path';
import { Readable } from 'node:stream';
import { openTarget } from '../../../cli/open.ts';
import { run } from '../../../cli/program.ts';
import { prompt } from '../../../cli/prompt.ts';
import type { Running } from './running.ts';

/** Runs operators' commands on a local cloud, in this process; answers what each says with `--json`. */
export function commandLineOf({ out: folder }: Running) {
  return async (args: readonly string[], input?: object): Promise<Record<string, unknown>> => {
    let [out, err] = ['', ''];
    const typed = Readable.from([Buffer.from(input === undefined ? '' : JSON.stringify(input))]);
    const code = await run(['--json', '--local', join(folder, 'stack.json'), ...args], {
      open: openTarget,
      prompt: (fields) => prompt(fields, typed, process.stderr),
      confirm: async () => true,
      out: (text) => void (out += text),
      err: (text) => void (err += text),
    });
    if (code !== 0) throw new Error(`billing ${args.join(' ')} ended with ${code}: ${err}`);
    return JSON.parse(out) as Record<string, unknown>;
  };
}
