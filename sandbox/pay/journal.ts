import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** A record after a change; null if it was removed. */
type Change = readonly [shelf: string, key: string, value: unknown];

/**
 * Writes changes of records to a file, if there is one: one line per batch, before the batch returns, so that a killed
 * process loses nothing it has answered. A line torn by the kill counts as unwritten. Each start compacts the file.
 */
export class Journal {
  readonly #restored = new Map<string, Map<string, unknown>>();
  #pending = new Map<string, Change>();
  #depth = 0;
  #file: number | undefined;

  constructor(path?: string) {
    if (path === undefined) return;
    mkdirSync(dirname(path), { recursive: true });
    if (existsSync(path)) for (const line of readFileSync(path, 'utf8').split('\n')) this.#replay(line);
    writeFileSync(`${path}.new`, this.#lines());
    renameSync(`${path}.new`, path);
    this.#file = openSync(path, 'a');
  }

  /** What the file held of one shelf, in order of first appearance. */
  restored(shelf: string): ReadonlyMap<string, unknown> {
    return this.#restored.get(shelf) ?? new Map<string, unknown>();
  }

  /** Notes a change; of several to one record in a batch only the last is written. */
  note(shelf: string, key: string, value: unknown): void {
    this.#pending.set(`${shelf}/${key}`, [shelf, key, value]);
    if (this.#depth === 0) this.#flush();
  }

  /** Runs `work` and writes all its changes as one line. They are kept even if `work` throws. */
  batch<T>(work: () => T): T {
    this.#depth++;
    try {
      return work();
    } finally {
      this.#depth--;
      if (this.#depth === 0) this.#flush();
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #flush(): void {
    const changes = [...this.#pending.values()];
    this.#pending = new Map();
    if (this.#file !== undefined && changes.length > 0) writeSync(this.#file, `${JSON.stringify(changes)}\n`);
  }

  #replay(line: string): void {
    for (const [shelf, key, value] of changesIn(line)) {
      const records = this.#restored.get(shelf) ?? new Map<string, unknown>();
      this.#restored.set(shelf, records);
      if (value === null) records.delete(key);
      else records.set(key, value);
    }
  }

  #lines(): string {
    return [...this.#restored]
      .flatMap(([shelf, records]) =>
        [...records].map(([key, value]) => `${JSON.stringify([[shelf, key, value]])}\n`),
      )
      .join('');
  }
}

function changesIn(line: string): readonly Change[] {
  try {
    return line === '' ? [] : (JSON.parse(line) as Change[]);
  } catch {
    return []; // torn: its batch never returned
  }
}
