import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { prompt } from '../../../cli/prompt.ts';
import { run } from '../../../cli/program.ts';

const RUNBOOK = join(import.meta.dirname, '../../../docs/runbook');

/** Every command of ours that a page says, by page; in a sentence it stands between backticks. */
const commands = readdirSync(RUNBOOK).flatMap((page) => {
  const text = readFileSync(join(RUNBOOK, page), 'utf8');
  return [...text.matchAll(/npx billing ([^`\n|]+)/g)].map(([, words = '']) => [page, words.trim()] as const);
});

describe('the runbook', () => {
  it('says each command as it is run, and names its stage', () => {
    expect(commands.filter(([, words]) => !words.startsWith('--stack prod '))).toEqual([]);
    expect(commands.length).toBeGreaterThan(20);
    for (const page of readdirSync(RUNBOOK))
      expect(readFileSync(join(RUNBOOK, page), 'utf8'), page).not.toMatch(/cli\/billing|<tenant>/);
  });

  it.each(commands)('%s: billing %s is accepted as written', async (_page, words) => {
    let opened = false;
    const said: string[] = [];
    const args = [...words.matchAll(/"([^"]*)"|\S+/g)].map(([whole, quoted]) => quoted ?? whole);
    const code = await run(args, {
      open: () => {
        opened = true;
        return Promise.reject(new Error('this is as far as it is to go'));
      },
      prompt: (fields) => prompt(fields, Readable.from([]), process.stderr),
      confirm: async () => true,
      out: () => undefined,
      err: (line) => void said.push(line),
    });
    const helped = args.includes('--help');
    expect({ opened, code, said: helped ? [] : said.join('').includes('as far as') }).toEqual({
      opened: !helped,
      code: helped ? 0 : 1,
      said: helped ? [] : true,
    });
  });
});
