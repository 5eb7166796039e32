/** A group is noisy above this share of recent processing time, as in SQS fair queues. */
const NOISY_SHARE = 0.1;
/** The half-life of recorded processing time. SQS does not document what counts as recent. */
const HALF_LIFE_MS = 60_000;

/** A message of a fair queue. */
export interface Grouped {
  readonly group: string;
}

interface Batch {
  readonly groups: readonly string[];
  /** By the machine's monotonic clock, in ms. */
  readonly began: number;
}

/**
 * Which messages of a fair queue come next: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/
 * SQSDeveloperGuide/sqs-fair-queues-detailed.html. Messages of quiet groups come first; among noisy groups, the one
 * with the fewest messages in flight.
 */
export class Fairness {
  readonly #now: () => number;
  readonly #underWay = new Set<Batch>();
  readonly #spent = new Map<string, number>();
  #decayedAt: number;

  /** `now` is a monotonic clock in ms. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#decayedAt = now();
  }

  /** Records a batch with messages of these groups; call the returned function when it is done. */
  began(groups: readonly string[]): () => void {
    const batch = { groups, began: this.#now() };
    this.#underWay.add(batch);
    return () => {
      this.#underWay.delete(batch);
      this.#decay();
      const tookMs = this.#now() - batch.began;
      for (const group of groups) this.#spent.set(group, (this.#spent.get(group) ?? 0) + tookMs);
    };
  }

  /** At most `size` messages of quiet groups, in order of arrival. */
  quiet<T extends Grouped>(waiting: readonly T[], size: number): T[] {
    const noisy = this.#noisy();
    return waiting.filter(({ group }) => !noisy.has(group)).slice(0, size);
  }

  /** At most `size` messages, when no quiet group has any. */
  noisy<T extends Grouped>(waiting: readonly T[], size: number): T[] {
    const counts = Map.groupBy(
      [...this.#underWay].flatMap(({ groups }) => groups),
      String,
    );
    const count = ({ group }: T) => counts.get(group)?.length ?? 0;
    return [...waiting].sort((a, b) => count(a) - count(b)).slice(0, size);
  }

  #noisy(): ReadonlySet<string> {
    this.#decay();
    const spent = new Map(this.#spent);
    for (const { groups, began } of this.#underWay)
      for (const group of groups) spent.set(group, (spent.get(group) ?? 0) + this.#now() - began);
    const all = [...spent.values()].reduce((sum, ms) => sum + ms, 0);
    return new Set([...spent].filter(([, ms]) => ms > all * NOISY_SHARE).map(([group]) => group));
  }

  /** Decays the recorded time, and drops it below a millisecond. */
  #decay(): void {
    const factor = 0.5 ** ((this.#now() - this.#decayedAt) / HALF_LIFE_MS);
    this.#decayedAt = this.#now();
    for (const [group, ms] of this.#spent)
      if (ms * factor < 1) this.#spent.delete(group);
      else this.#spent.set(group, ms * factor);
  }
}
