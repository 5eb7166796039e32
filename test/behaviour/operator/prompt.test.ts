import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { confirm, prompt } from '../../../cli/prompt.ts';
import type { Field } from '../../../cli/io.ts';

const FIELDS: Field[] = [
  { name: 'baseUrl', question: 'address', otherwise: 'https://usual.example' },
  { name: 'merchantId', question: 'number (empty: none)', otherwise: '' },
  { name: 'apiKey', question: 'key' },
  { name: 'secretKey', question: 'secret', secret: true },
];

/** A terminal, with what is typed into it line by line and all that it shows. */
function terminal(lines: readonly string[]) {
  const input = Object.assign(new PassThrough(), { isTTY: true as const, setRawMode: () => input });
  const output = new PassThrough();
  let shown = '';
  output.on('data', (chunk: Buffer) => (shown += chunk.toString()));
  const typing = (async () => {
    for (const line of lines) {
      await wait(20);
      input.write(line);
    }
  })();
  return { input, output, typing, shown: () => shown };
}

describe('at a terminal', () => {
  it('asks one question at a time, with the default for empty input', async () => {
    const { input, output, shown } = terminal(['\r', '\r', 'my-key\r', 'hush\r']);
    const answers = await prompt(FIELDS, input, output);
    expect(answers).toEqual({ baseUrl: 'https://usual.example', apiKey: 'my-key', secretKey: 'hush' });
    expect(shown()).toContain('address [https://usual.example]: ');
  });

  it('echoes input, but not a secret', async () => {
    const { input, output, shown } = terminal(['a\r', 'b\r', 'my-key\r', 'hu', 'sh\r']);
    expect(await prompt(FIELDS, input, output)).toMatchObject({ merchantId: 'b', secretKey: 'hush' });
    expect(shown()).toContain('my-key');
    expect(shown()).toContain('secret: ');
    expect(shown()).not.toMatch(/hu|sh/);
  });

  it('refuses empty input for a required field', async () => {
    const { input, output } = terminal(['\r', '\r', '\r']);
    await expect(prompt(FIELDS, input, output)).rejects.toThrow('key is needed');
  });

  it('changes nothing when it is interrupted', async () => {
    const { input, output, shown } = terminal(['\r', '\u0003']);
    await expect(prompt(FIELDS, input, output)).rejects.toThrow('nothing was changed');
    expect(shown()).toMatch(/\n$/);
  });
});

describe('a question before what cannot be undone', () => {
  it.each([
    ['y\r', true],
    ['YES\r', true],
    ['n\r', false],
    ['\r', false],
    ['yesterday\r', false],
  ])('answered with %j at a terminal: %s', async (typed, wanted) => {
    const { input, output, shown } = terminal([typed]);
    expect(await confirm('Erase it?', input, output)).toBe(wanted);
    expect(shown()).toContain('Erase it? [no]: ');
  });

  it('is not asked where nobody is at a terminal: scripts go on', async () => {
    const output = new PassThrough();
    expect(await confirm('Erase it?', new PassThrough(), output)).toBe(true);
    expect(output.read()).toBeNull();
  });
});
