import { SWEEP } from '../limits.ts';

/** The tenants' turns in one run. What exceeds a tenant's share gets a later turn; tenants held back get none. */
export class Turns {
  readonly #now: number;
  readonly #taken = new Map<string, number>();
  readonly #isHeld = new Map<string | undefined, boolean>();
  readonly #reads = new Map<string | undefined, number>();
  /** How many items had to wait, and why. */
  readonly waiting = { overShare: 0, heldBack: 0 };

  constructor(now: number) {
    this.#now = now;
  }

  /** Those of the tenants whose accounts have not been looked up in this run. */
  unknown(tenants: readonly (string | undefined)[]): string[] {
    const distinct = new Set(tenants.filter((tenant) => tenant !== undefined));
    return [...distinct].filter((tenant) => !this.#isHeld.has(tenant));
  }

  /** Records which of these tenants are held back. */
  hold(asked: readonly string[], held: ReadonlySet<string>): void {
    for (const tenant of asked) this.#isHeld.set(tenant, held.has(tenant));
  }

  /** Whether to read an item of a tenant that is held back, as it may need no provider: at most a share of them per run. */
  mayRead(tenant: string | undefined): boolean {
    if (!this.#isHeld.get(tenant)) return false;
    const reads = (this.#reads.get(tenant) ?? 0) + 1;
    this.#reads.set(tenant, reads);
    return reads <= SWEEP.itemsPerTenant;
  }

  /** Counts one item of a tenant: now, a time (epoch ms), or `held` with its tenant, unless the item `needsNobody`. */
  next(tenant: string, needsNobody = false): 'now' | 'held' | number {
    if (!needsNobody && this.#isHeld.get(tenant)) {
      this.waiting.heldBack++;
      return 'held';
    }
    const taken = this.#taken.get(tenant) ?? 0;
    this.#taken.set(tenant, taken + 1);
    const turn = Math.floor(taken / SWEEP.itemsPerTenant);
    if (turn === 0) return 'now';
    this.waiting.overShare++;
    return this.#now + turn * SWEEP.turnMs;
  }
}
