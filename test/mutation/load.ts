import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Loads every function before the first test. Otherwise what a module does while it loads would count as done by
 * whichever test happens to load it first, and a mutant in there would meet no other test.
 */
const folder = join(import.meta.dirname, '../../functions');
for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (file.endsWith('.ts')) await import(/* @vite-ignore */ join(folder, file));
}
