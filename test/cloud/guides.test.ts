import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { differences } from '../guides/alike.ts';
import { blocksOf, GUIDES, type Block } from '../guides/blocks.ts';
import { runBlocks } from '../guides/shell.ts';
import { startRunning, type Running } from './running.ts';

let cloud: Running;
beforeAll(async () => {
  cloud = await startRunning();
});
afterAll(() => cloud.stop());

/** What every guide but the first takes for granted: the function that the first one defines. */
const API = blocksOf(GUIDES.start!).find(({ code }) => code.startsWith('api()'))!;

const variables = () =>
  Object.fromEntries(
    [...readFileSync(join(cloud.out, 'env'), 'utf8').matchAll(/^export (\w+)='(.*)'$/gm)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

/** The commands of a guide, each with the answer that the guide shows right after it. */
function steps(blocks: readonly Block[]): { code: string; shown: string | undefined }[] {
  return blocks.flatMap(({ language, code }, index) => {
    if (language !== 'sh') return [];
    const next = blocks[index + 1];
    return [{ code, shown: next?.language === 'json' ? next.code : undefined }];
  });
}

describe('a guide', () => {
  const runnable = Object.entries(GUIDES).map(([name, text]) => [name, steps(blocksOf(text))] as const);

  it.each(runnable.filter(([, { length }]) => length > 0))(
    'can be followed: %s',
    { timeout: 240_000 },
    async (name, commands) => {
      const before = name === 'start' ? [] : [API.code];
      const here = `npx billing --local ${join(cloud.out, 'stack.json')}`;
      const code = commands.map((command) => command.code.replaceAll('npx billing', here));
      const printed = await runBlocks([...before, ...code], variables());
      commands.forEach(({ code, shown }, index) => {
        if (shown === undefined) return;
        const given = printed[before.length + index] ?? '';
        expect(differences(JSON.parse(shown), JSON.parse(given)), `${code}\nanswered\n${given}`).toEqual([]);
      });
    },
  );

  it('shows the answers of at least twenty commands', () => {
    expect(runnable.flatMap(([, commands]) => commands).filter(({ shown }) => shown).length).toBeGreaterThan(
      19,
    );
  });
});
