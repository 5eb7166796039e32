const SECOND_MS = 1_000;

/** How many messages were taken in the last second. */
export class Rate {
  #taken: number[] = [];

  /** Takes one more, unless so many were taken in the last second (epoch ms). */
  isOver(perSecond: number, now: number): boolean {
    this.#taken = this.#taken.filter((at) => at > now - SECOND_MS && at <= now);
    if (this.#taken.length >= perSecond) return true;
    this.#taken.push(now);
    return false;
  }
}
