import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCli } from './io.ts';

const TESTS = ['cli', 'cloud', 'guides'].map((room) => join(import.meta.dirname, '..', room));

/** The commands that a help lists, without their arguments. */
function commandsIn(help: string): string[] {
  const [, listed = ''] = help.split(/^Commands:$/m);
  return [...listed.matchAll(/^ {2}([a-z][a-z-]*)/gm)]
    .map(([, name]) => name!)
    .filter((name) => name !== 'help');
}

test('every command has its help, refuses what it does not know, also as JSON, and is run by a test', async () => {
  const cli = await openCli();
  const sources = TESTS.flatMap((room) => readdirSync(room).map((file) => join(room, file)))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const missing: string[] = [];
  const leaves: string[][] = [];
  const open: string[][] = [[]];
  for (let words = open.shift(); words; words = open.shift()) {
    const { code, out } = await cli.run([...words, '--help']);
    expect([words, code]).toEqual([words, 0]);
    const inner = commandsIn(out);
    if (inner.length > 0) open.push(...inner.map((name) => [...words, name]));
    else leaves.push(words);
  }
  expect(leaves.length).toBeGreaterThan(40);
  for (const words of leaves) {
    const help = await cli.run(['help', ...words]);
    expect([words, help.code]).toEqual([words, 0]);
    const wrong = await cli.run([...words, '--no-such-option']);
    expect([words, wrong.code, wrong.out]).toEqual([words, 2, '']);
    const asJson = await cli.run([...words, '--no-such-option', '--json']);
    expect((JSON.parse(asJson.err) as { error: { code: string } }).error.code).toBe('wrong_use');
    const written = words.map((word) => `'${word}'`).join(',\\s*');
    const typed = `billing[^\\n]* ${words.join(' ')}\\b`;
    if (!new RegExp(`\\[[^\\]]*?${written}|${typed}`).test(sources)) missing.push(words.join(' '));
  }
  expect(missing).toEqual([]);
});
