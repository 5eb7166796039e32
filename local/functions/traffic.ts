/** No request is held back longer, ms: an event's receiver may call back before it answers, and time waits for it. */
const HELD_MS = 1_000;

/** The API's requests in progress, by their turn. */
export class Traffic {
  readonly #inProgress = new Set<number>();
  #latest = 0;
  #hold: { readonly over: Promise<void>; readonly end: () => void } | undefined;

  /** The turn of the request that began last. */
  get latest(): number {
    return this.#latest;
  }

  /** Lets a request begin; the returned function ends it. While writing requests are held back, it comes later. */
  async admit(method: string | undefined): Promise<() => void> {
    if (this.#hold && method !== 'GET') await this.#hold.over;
    const turn = ++this.#latest;
    this.#inProgress.add(turn);
    return () => void this.#inProgress.delete(turn);
  }

  /** Whether a request is in progress, of all or of those up to a turn. */
  busy(upTo = Infinity): boolean {
    for (const turn of this.#inProgress) if (turn <= upTo) return true;
    return false;
  }

  /** Holds back writing requests from now on, each hold for a second at most. */
  hold(): void {
    if (this.#hold) return;
    let end: () => void = () => undefined;
    const over = new Promise<void>((resolve) => (end = resolve));
    const timer = setTimeout(() => this.release(), HELD_MS);
    this.#hold = { over: over.finally(() => clearTimeout(timer)), end };
  }

  release(): void {
    this.#hold?.end();
    this.#hold = undefined;
  }
}
