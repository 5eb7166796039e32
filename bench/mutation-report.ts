import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { z } from 'zod';
import { page } from './mutation/page.ts';
import { chapterOf, keepByChapter, readChapters, readResult } from './mutation/results.ts';

const configured = z.object({ mutate: z.array(z.string()) });
const reasons = z.record(z.string(), z.record(z.string(), z.string()));

/** Writes the page about mutation testing from what was last found of every chapter. */
export async function writePage(root: string): Promise<void> {
  const survivors = resolve(root, 'bench/mutation-survivors.json');
  const known: unknown = existsSync(survivors) ? JSON.parse(readFileSync(survivors, 'utf8')) : {};
  const { mutate } = configured.parse(JSON.parse(readFileSync(resolve(root, 'stryker.config.json'), 'utf8')));
  const chapters = [...new Set(globSync(mutate, { cwd: root }).map(chapterOf))].toSorted();
  const text = page(readChapters(root), reasons.parse(known), chapters);
  const target = resolve(root, 'bench/mutation.md');
  writeFileSync(target, await format(text, { ...(await resolveConfig(target)), filepath: target }));
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..');
  keepByChapter(root, readResult(resolve(root, 'reports/mutation/mutation.json')));
  await writePage(root);
}
