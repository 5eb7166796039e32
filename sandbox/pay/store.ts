import { Journal } from './journal.ts';
import type {
  Customer,
  Form,
  Job,
  LedgerEntry,
  Merchant,
  Plan,
  Product,
  Refund,
  Subscription,
} from './records.ts';
import type { Notification } from './notification-records.ts';

/** Records of one kind by key, in order of their first appearance. */
export class Shelf<T> {
  readonly #name: string;
  readonly #journal: Journal;
  readonly #records: Map<string, T>;

  constructor(name: string, journal: Journal) {
    this.#name = name;
    this.#journal = journal;
    this.#records = new Map(journal.restored(name) as ReadonlyMap<string, T>);
  }

  get size(): number {
    return this.#records.size;
  }

  get(key: string): T | undefined {
    return this.#records.get(key);
  }

  /** Stores a record as it is now; later changes to it must be put again. */
  put(key: string, record: T): T {
    this.#records.set(key, record);
    this.#journal.note(this.#name, key, record);
    return record;
  }

  remove(key: string): void {
    if (this.#records.delete(key)) this.#journal.note(this.#name, key, null);
  }

  /** Oldest first. */
  all(): T[] {
    return [...this.#records.values()];
  }

  /** Those that fit, newest first. */
  newest(fits: (record: T) => boolean): T[] {
    return this.all().filter(fits).reverse();
  }

  find(fits: (record: T) => boolean): T | undefined {
    return this.#records.values().find(fits);
  }
}

/** All records of the sandbox, in a file if `path` names one. */
export class Store {
  readonly #journal: Journal;
  readonly merchants: Shelf<Merchant>;
  readonly products: Shelf<Product>;
  readonly plans: Shelf<Plan>;
  readonly customers: Shelf<Customer>;
  readonly subscriptions: Shelf<Subscription>;
  readonly forms: Shelf<Form>;
  readonly ledger: Shelf<LedgerEntry>;
  readonly refunds: Shelf<Refund>;
  readonly notifications: Shelf<Notification>;
  readonly jobs: Shelf<Job>;

  constructor(path?: string) {
    this.#journal = new Journal(path);
    this.merchants = new Shelf('merchants', this.#journal);
    this.products = new Shelf('products', this.#journal);
    this.plans = new Shelf('plans', this.#journal);
    this.customers = new Shelf('customers', this.#journal);
    this.subscriptions = new Shelf('subscriptions', this.#journal);
    this.forms = new Shelf('forms', this.#journal);
    this.ledger = new Shelf('ledger', this.#journal);
    this.refunds = new Shelf('refunds', this.#journal);
    this.notifications = new Shelf('notifications', this.#journal);
    this.jobs = new Shelf('jobs', this.#journal);
  }

  /** Runs `work`; all its changes are written together. */
  batch<T>(work: () => T): T {
    return this.#journal.batch(work);
  }

  close(): void {
    this.#journal.close();
  }
}
