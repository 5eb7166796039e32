import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Ends } from './ends.ts';

/**
 * Claims a data folder for one cloud: a second one on the same data would do all its work once more, and both would
 * meet locked files. The claim is a file lock, so it ends with the process, even with a killed one. Throws one plain
 * line if another cloud has it.
 */
export function claimDataFolder(folder: string, ends: Ends): void {
  mkdirSync(folder, { recursive: true });
  const lock = new DatabaseSync(join(folder, 'lock.db'));
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new Error(`${folder} is in use by another local cloud; stop it, or choose another with --data DIR`);
  }
  ends.add(() => lock.close());
}
