const windowMs = 10_000;

/** Sliding windows of ten seconds, one for each key. Refused calls do not count. */
export class Rate {
  readonly #taken = new Map<string, number[]>();

  /** 0 where the call may pass, else the seconds until one may. */
  take(key: string, limit: number, now: number): number {
    const recent = (this.#taken.get(key) ?? []).filter((time) => time > now - windowMs);
    this.#taken.set(key, recent);
    if (recent.length >= limit) return Math.ceil(((recent.at(-limit) ?? now) + windowMs - now) / 1000);
    recent.push(now);
    return 0;
  }
}
