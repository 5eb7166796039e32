import { confirm, prompt } from './prompt.ts';
import { run } from './program.ts';

// A closed pipe (`| head`) does not end the work: further output is dropped.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

/** Of a terminal that does not say how wide it is. */
const USUAL_WIDTH = 80;

process.exitCode = await run(process.argv.slice(2), {
  open: async (choice) => (await import('./open.ts')).openTarget(choice), // help need not wait for the AWS SDK
  prompt: (fields) => prompt(fields, process.stdin, process.stderr),
  confirm: (question) => confirm(question, process.stdin, process.stderr),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  width: process.stdout.isTTY ? process.stdout.columns || USUAL_WIDTH : undefined, // a pipe has none
});
