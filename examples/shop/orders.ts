import { randomUUID } from 'node:crypto';

/** What a browser of ours has done, found by its cookie. A real shop keeps this in its database. */
export interface Session {
  /** The subscription that was bought, by its internal id. */
  subscriber?: string;
  /** What was entered to order, for a customer who has to correct it; never the national ID number. */
  entered?: Readonly<Record<string, string>>;
  /** What the next page says once. */
  message?: string;
}

/** A checkout that was begun: who began it, and for whom. */
interface Order {
  readonly session: Session;
  readonly email: string;
}

/** Sessions and begun checkouts, in memory. */
export class Orders {
  readonly #sessions = new Map<string, Session>();
  readonly #begun = new Map<string, Order>();

  /** The session of a cookie; a new one, with its cookie, for a browser that has none. */
  sessionOf(cookie: string | undefined): { session: Session; cookie: string } {
    const known = cookie === undefined ? undefined : this.#sessions.get(cookie);
    if (known && cookie !== undefined) return { session: known, cookie };
    const fresh = { session: {}, cookie: randomUUID() };
    this.#sessions.set(fresh.cookie, fresh.session);
    return fresh;
  }

  /** Begins a checkout; its id is unguessable, because it comes back in the customer's address. */
  begin(session: Session, email: string): string {
    const id = randomUUID();
    this.#begun.set(id, { session, email });
    return id;
  }

  /** The checkout of an id. It stays: customers go back and forth. */
  find(id: string | null): Order | undefined {
    return id === null ? undefined : this.#begun.get(id);
  }
}
