import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a file that has secrets: only its owner may read it, and a killed process leaves the old one or the new one. */
export function writePrivately(path: string, text: string): void {
  rmSync(`${path}.next`, { force: true });
  writeFileSync(`${path}.next`, text, { mode: 0o600 });
  renameSync(`${path}.next`, path);
}
