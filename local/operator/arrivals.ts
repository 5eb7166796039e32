import { createHmac, timingSafeEqual } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { Arrival, StoredArrival } from './arrival.ts';

/** What arrived at the inbox, oldest first, and the secrets for checking signatures. */
export class Arrivals {
  readonly #db: DatabaseSync;

  /** In memory unless a file is given. */
  constructor(dataFile = ':memory:') {
    this.#db = new DatabaseSync(dataFile);
    this.#db.exec(
      'PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS arrivals (id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL, json TEXT NOT NULL)',
    );
    this.#db.exec('CREATE TABLE IF NOT EXISTS secret (path TEXT PRIMARY KEY, value TEXT NOT NULL)');
  }

  add(arrival: Arrival): void {
    this.#db
      .prepare('INSERT INTO arrivals (path, json) VALUES (?, ?)')
      .run(arrival.path, JSON.stringify(arrival));
  }

  /** Arrivals after an id, of one path or of all. */
  list({ after = 0, path }: { after?: number; path?: string | undefined } = {}): StoredArrival[] {
    const rows = this.#db
      .prepare('SELECT id, json FROM arrivals WHERE id > ? AND (? IS NULL OR path = ?) ORDER BY id')
      .all(after, path ?? null, path ?? null);
    return rows.map(stored);
  }

  get(id: number): StoredArrival | undefined {
    const row = this.#db.prepare('SELECT id, json FROM arrivals WHERE id = ?').get(id);
    return row && stored(row);
  }

  clear(): void {
    this.#db.exec('DELETE FROM arrivals');
  }

  /** From now on, arrivals at a path are checked against this secret. */
  registerSecret(path: string, secret: string): void {
    this.#db.prepare('INSERT OR REPLACE INTO secret (path, value) VALUES (?, ?)').run(path, secret);
  }

  /** Whether a signature is that of the body with the path's secret; null where no secret is known. */
  verify(path: string, body: Buffer, signature: string | undefined): boolean | null {
    const secret = this.#db.prepare('SELECT value FROM secret WHERE path = ?').get(path)?.value;
    if (typeof secret !== 'string') return null;
    const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
    const given = Buffer.from(signature ?? '');
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  close(): void {
    this.#db.close();
  }
}

function stored(row: Record<string, unknown>): StoredArrival {
  return { id: Number(row.id), ...(JSON.parse(String(row.json)) as Arrival) };
}
