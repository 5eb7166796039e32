import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Ends } from './ends.ts';

/**
 * Empties a data folder, so that a cloud on it begins anew. Throws one plain line if another cloud has it, or if it holds
 * what no cloud has put there.
 */
export async function emptyDataFolder(folder: string): Promise<void> {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  if (names.length > 0 && !names.includes('lock.db'))
    throw new Error(`${folder} is not emptied: it is no data folder of a local cloud`);
  const ends = new Ends();
  claimDataFolder(folder, ends);
  for (const name of readdirSync(folder))
    if (!name.startsWith('lock.db')) rmSync(join(folder, name), { recursive: true });
  await ends.stop();
}

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
