import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { program } from '../../../cli/program.ts';
import { openCli } from './io.ts';
import { rightUses } from './right-uses.ts';

/** A command that does something itself, and the words it is called by. */
interface Leaf {
  readonly words: readonly string[];
  readonly command: Command;
}

function leavesOf(command: Command, words: readonly string[] = []): Leaf[] {
  if (command.commands.length === 0) return [{ words, command }];
  return command.commands.flatMap((inner) => leavesOf(inner, [...words, inner.name()]));
}

const silent = () => undefined;
const nowhere = () => Promise.reject(new Error('a test of the use has nowhere to work'));
const LEAVES = leavesOf(
  program({ open: nowhere, prompt: nowhere, confirm: nowhere, out: silent, err: silent }),
);
const NAMES = LEAVES.map(({ words }) => words.join(' '));

/** A command line with a value for everything that it must have. */
function whole({ words, command }: Leaf): { args: string[]; options: Map<string, string[]> } {
  const args = command.registeredArguments.filter(({ required }) => required).map(() => 'x');
  const mandatory = command.options.filter((option) => option.mandatory);
  const options = new Map(mandatory.map(({ long = '' }) => [long, [long, '1']]));
  return { args: [...words, ...args], options };
}

/** Ways to use a command wrongly, and a word of what must be said. */
function wrongUses(leaf: Leaf): (readonly [args: string[], why: string])[] {
  const { args, options } = whole(leaf);
  const { command, words } = leaf;
  const given = [...options.values()].flat();
  const takes = command.registeredArguments.length;
  const tooMany = Array.from({ length: takes + 1 }, () => 'x');
  return [
    [[...args, ...given, '--no-such-option'], 'unknown option'],
    [[...words, ...tooMany, ...given], 'too many arguments'],
    ...(args.length > words.length
      ? [[[...words, ...given], 'missing required argument'] as [string[], string]]
      : []),
    ...[...options.keys()].map((left): [string[], string] => {
      const others = [...options].filter(([name]) => name !== left).flatMap(([, option]) => option);
      return [[...args, ...others], `required option '${left}`];
    }),
    ...command.options.flatMap(({ long = '', required, argChoices }): [string[], string][] => [
      ...(required ? [[[...args, ...given, long], 'argument missing'] as [string[], string]] : []),
      ...(argChoices ? [[[...args, ...given, long, 'x'], 'Allowed choices'] as [string[], string]] : []),
    ]),
  ];
}

describe.each(LEAVES)('$words', (leaf) => {
  it('has help, and reports each usage error in one line or one JSON object', async () => {
    const cli = await openCli();
    const help = await cli.run(['help', ...leaf.words]);
    expect([help.code, help.err]).toEqual([0, '']);
    expect(help.out).toContain(`Usage: billing ${leaf.words.join(' ')}`);
    expect(help.out.split('\n').filter((line) => line.length > 80)).toEqual([]);
    const wrong = wrongUses(leaf);
    expect(wrong.length).toBeGreaterThanOrEqual(2);
    for (const [args, why] of wrong) {
      const told = await cli.run(args);
      expect([args, told.code, told.out, told.err]).toEqual([args, 2, '', expect.stringContaining(why)]);
      expect(told.err).toMatch(/^billing: [^\n]+\n$/);
      const asJson = await cli.run([...args, '--json']);
      expect([args, asJson.code, asJson.out]).toEqual([args, 2, '']);
      expect((JSON.parse(asJson.err) as { error: { code: string } }).error.code).toBe('wrong_use');
    }
  });
});

const OF_TENANT = LEAVES.filter(({ command }) => command.options.some(({ long }) => long === '--tenant'));
/** What some commands must have besides, though each of it may be left out. */
const BESIDES: Readonly<Record<string, readonly string[]>> = {
  reconcile: ['--all'],
  'refunds settle': ['--made'],
};

it.each(OF_TENANT)('$words refuses an unknown tenant', async (leaf) => {
  const { args, options } = whole(leaf);
  const given = [...options].flatMap(([name, option]) => (name === '--tenant' ? [] : option));
  const besides = BESIDES[leaf.words.join(' ')] ?? [];
  const cli = await openCli();
  const unknown = await cli.run([...args, ...given, ...besides, '--tenant', 'nobody']);
  expect([unknown.code, unknown.out, unknown.err]).toEqual([1, '', 'billing: there is no tenant nobody\n']);
});

describe('every command', () => {
  it('succeeds with valid arguments, as text 80 characters wide and as JSON, and shows no secret', async () => {
    const used: string[] = [];
    for (const asJson of [false, true]) {
      const { cli, uses, secrets } = await rightUses();
      for (const use of uses) {
        const words = typeof use === 'function' ? await use() : use;
        const { args, input, said: wanted = /./ } = words;
        const said = await cli.run(asJson ? [...args, '--json'] : args, input, 80);
        expect([args, said.code, said.err.replace(/^.*(read|compared) .*\n/gm, '')]).toEqual([args, 0, '']);
        if (asJson) expect(JSON.parse(said.out)).toBeTypeOf('object');
        else expect([wideLines(said.out), said.out.match(ISO)]).toEqual([[], null]);
        if (!asJson) expect(said.out).toMatch(wanted);
        for (const secret of secrets) expect(said.out + said.err).not.toContain(secret);
        used.push(nameOf(args));
      }
    }
    expect([...new Set(used)].sort()).toEqual([...NAMES].sort());
  });
});

/** A time as JSON has it; people read `2026-01-15 09:00 UTC`. */
const ISO = /\dT\d\d:\d\d/;

/** Lines over 80 characters that could have been shorter: a command to paste, an address and a key could not. */
const wideLines = (out: string) =>
  out.split('\n').filter((line) => line.length > 80 && !/^ {2}npx billing |https?:|svck_/.test(line));

const nameOf = (args: readonly string[]) =>
  NAMES.find((name) => `${args.join(' ')} `.startsWith(`${name} `)) ?? `none of them: ${args.join(' ')}`;
