import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { z } from 'zod';
import { page } from './mutation/page.ts';
import { keepByChapter, readChapters, readResult } from './mutation/results.ts';

const reasons = z.record(z.string(), z.record(z.string(), z.string()));

/** Writes the page about mutation testing from what was last found of every chapter. */
export async function writePage(root: string): Promise<void> {
  const survivors = resolve(root, 'docs/mutation-survivors.json');
  const known: unknown = existsSync(survivors) ? JSON.parse(readFileSync(survivors, 'utf8')) : {};
  const text = page(readChapters(root), reasons.parse(known));
  const target = resolve(root, 'docs/mutation.md');
  writeFileSync(target, await format(text, { ...(await resolveConfig(target)), filepath: target }));
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..');
  keepByChapter(root, readResult(resolve(root, 'reports/mutation/mutation.json')));
  await writePage(root);
}
