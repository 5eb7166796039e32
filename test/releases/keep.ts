import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { written } from './scenario.ts';

/** Keeps how this release reads and what it writes, for the tests of the next one: `node test/releases/keep.ts`. */
const KEPT = join(import.meta.dirname, 'kept');

mkdirSync(KEPT, { recursive: true });
await build({
  entryPoints: [join(import.meta.dirname, 'readers.ts')],
  outfile: join(KEPT, 'readers.mjs'),
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  legalComments: 'none',
});
const { items, messages } = await written();
writeFileSync(join(KEPT, 'written.json'), `${JSON.stringify({ items, messages })}\n`);
console.log(`Kept the readers of this release, ${items.length} items and ${messages.length} messages.`);
