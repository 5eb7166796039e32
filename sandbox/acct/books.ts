import { DatabaseSync } from 'node:sqlite';
import type { AcctCompany } from './company.ts';
import type { Json } from './http.ts';
import { Table } from './table.ts';

export interface Ref {
  readonly id: string;
  readonly type: string;
}

/** A record of the API. `aside` is what the sandbox keeps with it and never shows. */
export interface Row {
  readonly id: string;
  readonly type: RowType;
  readonly companyId: string;
  readonly attributes: Json;
  readonly relationships: Readonly<Record<string, Ref | readonly Ref[] | null>>;
  readonly aside: Json;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A login. Both tokens of a pair end together when the pair is renewed: the strictest reading of "rotates". */
export interface Login {
  /** The access token. */
  readonly id: string;
  readonly refreshToken: string;
  readonly companyId: string;
  readonly expiresAt: number;
}

/** A code to be exchanged for a login, once. */
export interface Code {
  readonly id: string;
  readonly companyId: string;
  readonly redirectUri: string;
}

const firstIds = {
  contacts: 1_000_000_001,
  products: 2_000_000_001,
  accounts: 3_000_000_001,
  sales_invoices: 4_000_000_001,
  trackable_jobs: 5_000_000_001,
  e_archives: 6_000_000_001,
  sales_invoice_details: 7_000_000_001,
  payments: 8_000_000_001,
  transactions: 9_000_000_001,
  e_invoice_inboxes: 1_100_000_001,
} as const;

export type RowType = keyof typeof firstIds;

/** Everything the provider knows, of all companies. With a file, what is put is on disk once `together` returns. */
export class Books {
  readonly companies: Table<AcctCompany>;
  readonly logins: Table<Login>;
  readonly codes: Table<Code>;
  readonly #rows: Readonly<Record<RowType, Table<Row>>>;
  readonly #db: DatabaseSync;

  constructor(dataFile?: string) {
    const db = new DatabaseSync(dataFile ?? ':memory:');
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    db.exec('CREATE TABLE IF NOT EXISTS ids (kind TEXT PRIMARY KEY, last INTEGER) STRICT');
    db.exec(
      'CREATE TABLE IF NOT EXISTS kept (ord INTEGER PRIMARY KEY, kind TEXT, id TEXT, json TEXT, UNIQUE (kind, id)) STRICT',
    );
    this.#db = db;
    this.companies = new Table(db, 'companies', 100_001);
    this.logins = new Table(db, 'logins', 1);
    this.codes = new Table(db, 'codes', 1);
    const table = (type: RowType): Table<Row> => new Table(db, type, firstIds[type]);
    this.#rows = {
      contacts: table('contacts'),
      products: table('products'),
      accounts: table('accounts'),
      sales_invoices: table('sales_invoices'),
      trackable_jobs: table('trackable_jobs'),
      e_archives: table('e_archives'),
      sales_invoice_details: table('sales_invoice_details'),
      payments: table('payments'),
      transactions: table('transactions'),
      e_invoice_inboxes: table('e_invoice_inboxes'),
    };
  }

  rows(type: RowType): Table<Row> {
    return this.#rows[type];
  }

  /** A company's record; another company's is as unknown as one that does not exist. */
  row(type: RowType, companyId: string, id: string): Row | undefined {
    const row = this.#rows[type].get(id);
    return row?.companyId === companyId ? row : undefined;
  }

  follow(ref: Ref): Row | undefined {
    return Object.hasOwn(firstIds, ref.type) ? this.#rows[ref.type as RowType].get(ref.id) : undefined;
  }

  insert(
    now: number,
    row: Pick<Row, 'type' | 'companyId' | 'attributes'> & Partial<Pick<Row, 'relationships' | 'aside'>>,
  ): Row {
    const table = this.#rows[row.type];
    return table.put({
      relationships: {},
      aside: {},
      ...row,
      id: table.nextId(),
      createdAt: now,
      updatedAt: now,
    });
  }

  change(now: number, row: Row, changes: Partial<Pick<Row, 'attributes' | 'relationships' | 'aside'>>): Row {
    return this.#rows[row.type].put({
      ...row,
      updatedAt: now,
      attributes: { ...row.attributes, ...changes.attributes },
      relationships: { ...row.relationships, ...changes.relationships },
      aside: { ...row.aside, ...changes.aside },
    });
  }

  /** One transaction on disk; work that ends in a refusal is kept too, as memory keeps it. */
  together<T>(work: () => T): T {
    this.#db.exec('BEGIN');
    try {
      return work();
    } finally {
      this.#db.exec('COMMIT');
    }
  }

  close(): void {
    this.#db.close();
  }
}
