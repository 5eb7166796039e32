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

/** Sessions and begun checkouts, in memory. */
export class Orders {
  readonly #sessions = new Map<string, Session>();
  readonly #begun = new Map<string, Session>();

  /** The session of a cookie; a new one, with its cookie, for a browser that has none. */
  sessionOf(cookie: string | undefined): { session: Session; cookie: string } {
    const known = cookie === undefined ? undefined : this.#sessions.get(cookie);
    if (known && cookie !== undefined) return { session: known, cookie };
    const fresh = { session: {}, cookie: randomUUID() };
    this.#sessions.set(fresh.cookie, fresh.session);
    return fresh;
  }

  /** Keeps who began a checkout, by its `clientReferenceId`. */
  begin(session: Session, reference: string): void {
    this.#begun.set(reference, session);
  }

  /**
   * Whether a session began a checkout. Only that session may be given what was bought by it: the link of a payment page
   * can be sent to somebody else, who pays.
   */
  isBegunBy(session: Session, reference: string): boolean {
    return this.#begun.get(reference) === session;
  }
}
