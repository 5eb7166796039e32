import type { DatabaseSync } from 'node:sqlite';

/** Anything that a table can hold. */
export interface Kept {
  readonly id: string;
}

/** Records of one kind, read from memory and written through to disk where there is a database. `put` replaces by id. */
export class Table<T extends Kept> {
  readonly #items = new Map<string, T>();
  readonly #db: DatabaseSync | undefined;
  readonly #kind: string;
  #last: number;

  constructor(db: DatabaseSync | undefined, kind: string, firstId: number) {
    this.#db = db;
    this.#kind = kind;
    const rows = db?.prepare('SELECT json FROM kept WHERE kind = ? ORDER BY ord').all(kind) ?? [];
    for (const { json } of rows) {
      const item = JSON.parse(String(json)) as T;
      this.#items.set(item.id, item);
    }
    const row = db?.prepare('SELECT last FROM ids WHERE kind = ?').get(kind);
    this.#last = row ? Number(row['last']) : firstId - 1;
  }

  /** The next id; never reused, not even after a removal. */
  nextId(): string {
    this.#last += 1;
    this.#db?.prepare('INSERT OR REPLACE INTO ids VALUES (?, ?)').run(this.#kind, this.#last);
    return String(this.#last);
  }

  get(id: string): T | undefined {
    return this.#items.get(id);
  }

  /** In the order in which they were first put. */
  all(): T[] {
    return [...this.#items.values()];
  }

  find(fits: (item: T) => boolean): T | undefined {
    return this.#items.values().find(fits);
  }

  put(item: T): T {
    this.#items.set(item.id, item);
    this.#db
      ?.prepare(
        'INSERT INTO kept (kind, id, json) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET json = excluded.json',
      )
      .run(this.#kind, item.id, JSON.stringify(item));
    return item;
  }

  remove(id: string): void {
    this.#items.delete(id);
    this.#db?.prepare('DELETE FROM kept WHERE kind = ? AND id = ?').run(this.#kind, id);
  }
}
