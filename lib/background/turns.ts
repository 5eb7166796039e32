import { SWEEP } from './sweep-limits.ts';

/**
 * Whose turn it is in one run. A tenant has its share; what is over comes at its later turns, in the order it was due.
 * A tenant that is held back has none.
 */
export class Turns {
  readonly #now: number;
  readonly #taken = new Map<string, number>();
  readonly #isHeld = new Map<string, boolean>();
  /** How many things had to wait, and why. */
  readonly waiting = { overShare: 0, heldBack: 0 };

  constructor(now: number) {
    this.#now = now;
  }

  /** Which of these tenants nobody has yet asked about, whether they are held back. */
  unknown(tenants: readonly (string | undefined)[]): string[] {
    const distinct = new Set(tenants.filter((tenant) => tenant !== undefined));
    return [...distinct].filter((tenant) => !this.#isHeld.has(tenant));
  }

  /** Notes of tenants just asked about which are held back. */
  hold(asked: readonly string[], held: ReadonlySet<string>): void {
    for (const tenant of asked) this.#isHeld.set(tenant, held.has(tenant));
  }

  /** Counts one more thing of a tenant: its turn is now, comes then (epoch ms), or not before the tenant is let go. */
  next(tenant: string): 'now' | 'held' | number {
    if (this.#isHeld.get(tenant)) {
      this.waiting.heldBack++;
      return 'held';
    }
    const taken = this.#taken.get(tenant) ?? 0;
    this.#taken.set(tenant, taken + 1);
    const turn = Math.floor(taken / SWEEP.shareOfTenant);
    if (turn === 0) return 'now';
    this.waiting.overShare++;
    return this.#now + turn * SWEEP.turnMs;
  }
}
