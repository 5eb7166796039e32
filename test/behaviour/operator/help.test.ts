import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { program, run } from '../../../cli/program.ts';
import type { CliIo } from '../../../cli/io.ts';

let said = '';
const IO: CliIo = {
  open: () => Promise.reject(new Error('help opens nothing')),
  prompt: () => Promise.reject(new Error('help asks for nothing')),
  confirm: () => Promise.reject(new Error('help asks for nothing')),
  out: (text) => void (said += text),
  err: (text) => void (said += text),
};

/** The words of every command, however deep. */
function namesIn(command: Command, before: readonly string[] = []): (readonly string[])[] {
  return command.commands.flatMap((one) => {
    const words = [...before, one.name()];
    return [words, ...namesIn(one, words)];
  });
}

const COMMANDS = [[], ...namesIn(program(IO))];

it('shows help for every command within 80 characters', async () => {
  expect(COMMANDS.length).toBeGreaterThan(30);
  for (const words of COMMANDS) {
    said = '';
    const code = await run([...words, '--help'], IO);
    const name = words.join(' ');
    expect({ name, code, wide: said.split('\n').filter((line) => line.length > 80) }).toEqual({
      name,
      code: 0,
      wide: [],
    });
    expect(said, name).toContain(`Usage: billing${name === '' ? '' : ` ${name}`}`);
  }
});
