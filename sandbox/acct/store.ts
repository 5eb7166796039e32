import { DatabaseSync } from 'node:sqlite';
import {
  FIRST_IDS,
  type AcctCompany,
  type Code,
  type Login,
  type Ref,
  type Row,
  type RowType,
} from './records.ts';
import { Table } from './table.ts';

/** All records of all companies. With a file, changes are on disk once `together` returns; without one, there is no database. */
export class Store {
  readonly companies: Table<AcctCompany>;
  readonly logins: Table<Login>;
  readonly codes: Table<Code>;
  readonly #rows: Readonly<Record<RowType, Table<Row>>>;
  readonly #db: DatabaseSync | undefined;

  constructor(dataFile?: string) {
    const db = dataFile === undefined ? undefined : open(dataFile);
    this.#db = db;
    this.companies = new Table(db, 'companies', 100_001);
    this.logins = new Table(db, 'logins', 1);
    this.codes = new Table(db, 'codes', 1);
    const table = (type: RowType): Table<Row> => new Table(db, type, FIRST_IDS[type]);
    this.#rows = {
      contacts: table('contacts'),
      products: table('products'),
      accounts: table('accounts'),
      sales_invoices: table('sales_invoices'),
      trackable_jobs: table('trackable_jobs'),
      e_archives: table('e_archives'),
      e_invoices: table('e_invoices'),
      sales_invoice_details: table('sales_invoice_details'),
      payments: table('payments'),
      transactions: table('transactions'),
      e_invoice_inboxes: table('e_invoice_inboxes'),
    };
  }

  rows(type: RowType): Table<Row> {
    return this.#rows[type];
  }

  /** A company's record; another company's counts as missing. */
  row(type: RowType, companyId: string, id: string): Row | undefined {
    const row = this.#rows[type].get(id);
    return row?.companyId === companyId ? row : undefined;
  }

  follow(ref: Ref): Row | undefined {
    return Object.hasOwn(FIRST_IDS, ref.type) ? this.#rows[ref.type as RowType].get(ref.id) : undefined;
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

  /** One transaction on disk; changes before a refusal are kept, as in memory. */
  together<T>(work: () => T): T {
    this.#db?.exec('BEGIN');
    try {
      return work();
    } finally {
      this.#db?.exec('COMMIT');
    }
  }

  close(): void {
    this.#db?.close();
  }
}

function open(dataFile: string): DatabaseSync {
  const db = new DatabaseSync(dataFile);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  db.exec('CREATE TABLE IF NOT EXISTS ids (kind TEXT PRIMARY KEY, last INTEGER) STRICT');
  db.exec(
    'CREATE TABLE IF NOT EXISTS kept (ord INTEGER PRIMARY KEY, kind TEXT, id TEXT, json TEXT, UNIQUE (kind, id)) STRICT',
  );
  return db;
}
