import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const QUESTIONS = 28;
const docs = (name: string) => readFileSync(join(import.meta.dirname, '../../../docs', name), 'utf8');

it('a tenant’s first live day has something to look at for every question about the providers', () => {
  const rows = [...docs('providers-unknown.md').matchAll(/^\| (\d+) +\| ([\d, –]*) +\|/gm)];
  const asked = rows.flatMap(([, , cell = '']) =>
    cell.split(',').flatMap((part) => {
      const [from = 0, to = from] = part.split('–').map(Number);
      return Array.from({ length: to - from + 1 }, (_, nth) => from + nth);
    }),
  );
  const all = Array.from({ length: QUESTIONS }, (_, nth) => nth + 1);
  expect(all.filter((question) => !asked.includes(question))).toEqual([]);
  expect(rows.map(([, nth]) => Number(nth))).toEqual(rows.map((_, nth) => nth + 1));
});
