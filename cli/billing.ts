import { ask } from './ask.ts';
import { openTarget } from './open.ts';
import { run } from './program.ts';

process.exitCode = await run(process.argv.slice(2), {
  open: openTarget,
  ask: (fields) => ask(fields, process.stdin, process.stderr),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
