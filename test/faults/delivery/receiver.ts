import type { PostOutcome } from '../../../lib/billing/delivery.ts';
import type { VirtualTime } from './time.ts';

const PATIENCE_MS = 10_000;

/** What a receiver does with a POST: a status after a while, or no answer at all. */
export interface Reaction {
  readonly status: number | 'silent';
  readonly tookMs: number;
}

/** One POST as the receiver saw it. `accepted`: it answered 2xx within ten seconds. */
export interface Received {
  readonly at: number;
  endedAt: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly accepted: boolean;
}

/** A tenant's endpoint with a memory of its own. `react` is told how many POSTs of the event came before. */
export class Receiver {
  readonly history: Received[] = [];
  readonly #time: VirtualTime;
  readonly #react: (before: number) => Reaction;

  constructor(time: VirtualTime, react: (before: number) => Reaction) {
    this.#time = time;
    this.#react = react;
  }

  async post(headers: Readonly<Record<string, string>>, body: Buffer): Promise<PostOutcome> {
    const eventId = headers['X-Svc-Event-ID'];
    const before = this.history.filter((past) => past.headers['X-Svc-Event-ID'] === eventId).length;
    const { status, tookMs } = this.#react(before);
    const inTime = status !== 'silent' && tookMs < PATIENCE_MS;
    const accepted = inTime && status >= 200 && status <= 299;
    const at = this.#time.now;
    const took = inTime ? tookMs : PATIENCE_MS;
    this.history.push({ at, endedAt: at + took, headers: { ...headers }, body: body.toString(), accepted });
    await this.#time.sleep(took);
    return inTime
      ? { is: 'answered', status, body: 'noted', tookMs }
      : { is: 'failed', why: 'timeout', tookMs: took };
  }
}
