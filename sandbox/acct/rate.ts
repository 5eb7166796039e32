const WINDOW_MS = 10_000;

/** Sliding ten-second windows per key. Refused calls do not count. */
export class Rate {
  readonly #taken = new Map<string, number[]>();

  /** 0 if the call may pass, else the seconds until it may. */
  take(key: string, limit: number, now: number): number {
    const recent = (this.#taken.get(key) ?? []).filter((time) => time > now - WINDOW_MS);
    this.#taken.set(key, recent);
    if (recent.length >= limit) return Math.ceil(((recent.at(-limit) ?? now) + WINDOW_MS - now) / 1000);
    recent.push(now);
    return 0;
  }
}
