/** A group is noisy that has taken more than this of all recent processing time, as the real fair queues have it. */
const NOISY_SHARE = 0.1;
/** How soon processing time counts for half, in ms. The real queues do not say what they call recent. */
const HALF_LIFE_MS = 60_000;

/** A message of a fair queue, which takes turns by group. */
export interface Grouped {
  readonly group: string;
}

interface Batch {
  readonly groups: readonly string[];
  /** By the machine's steady clock, in ms. */
  readonly began: number;
}

/**
 * Whose messages are handed out next on a fair queue: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/
 * SQSDeveloperGuide/sqs-fair-queues-detailed.html. As long as quiet groups have messages, whoever asks gets theirs;
 * among noisy groups the one with the fewest messages under way goes first.
 */
export class Fairness {
  readonly #now: () => number;
  readonly #underWay = new Set<Batch>();
  readonly #spent = new Map<string, number>();
  #decayedAt: number;

  /** `now` is a steady clock in ms. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#decayedAt = now();
  }

  /** A batch with messages of these groups is handed out; the returned function is called when it is done. */
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

  /** At most `size` messages when no quiet group has any. */
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

  /** What was spent counts ever less, and not at all once it is less than a millisecond. */
  #decay(): void {
    const factor = 0.5 ** ((this.#now() - this.#decayedAt) / HALF_LIFE_MS);
    this.#decayedAt = this.#now();
    for (const [group, ms] of this.#spent)
      if (ms * factor < 1) this.#spent.delete(group);
      else this.#spent.set(group, ms * factor);
  }
}
