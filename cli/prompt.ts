import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { UsageError, type Field } from './io.ts';

type Input = NodeJS.ReadableStream & { readonly isTTY?: ReadStream['isTTY'] };

/**
 * Credentials as an object: from standard input as JSON, or, where that is a terminal, typed in one by one, secrets
 * without echo. What was read is never repeated in a message.
 */
export async function prompt(
  fields: readonly Field[],
  input: Input,
  output: NodeJS.WritableStream,
): Promise<unknown> {
  return input.isTTY ? askOneByOne(fields, input, output) : readJson(fields, input);
}

/** Whether a question is answered with yes at a terminal. Without one, as in scripts, nothing is asked: true. */
export async function confirm(
  question: string,
  input: Input,
  output: NodeJS.WritableStream,
): Promise<boolean> {
  if (!input.isTTY) return true;
  const { answer = '' } = await askOneByOne([{ name: 'answer', question, otherwise: 'no' }], input, output);
  return /^y(es)?$/i.test(answer);
}

async function readJson(fields: readonly Field[], input: Input): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString().trim();
  const wanted = fields.map(({ name }) => name).join(', ');
  if (text === '') throw new UsageError(`nothing on standard input; give a JSON object with ${wanted}`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UsageError(`what is on standard input is not JSON; give an object with ${wanted}`);
  }
}

async function askOneByOne(
  fields: readonly Field[],
  input: Input,
  output: NodeJS.WritableStream,
): Promise<Record<string, string>> {
  let silent = false;
  const screen = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!silent) output.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input, output: screen, terminal: true });
  let asking = true;
  const gone = new Promise<never>((_resolve, reject) =>
    terminal.once('close', () => {
      if (asking) output.write('\n');
      reject(new Error('stopped; nothing was changed'));
    }),
  );
  try {
    const answers: Record<string, string> = {};
    for (const { name, question, secret = false, otherwise } of fields) {
      const prompt = otherwise ? `${question} [${otherwise}]: ` : `${question}: `;
      if (secret) output.write(prompt);
      silent = secret;
      const typed = (await Promise.race([terminal.question(secret ? '' : prompt), gone])).trim();
      silent = false;
      if (secret) output.write('\n');
      const answer = typed === '' ? otherwise : typed;
      if (answer === undefined) throw new UsageError(`${question} is needed`);
      if (answer !== '') answers[name] = answer;
    }
    return answers;
  } finally {
    asking = false;
    gone.catch(() => undefined);
    terminal.close();
  }
}
