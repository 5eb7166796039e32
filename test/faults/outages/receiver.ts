import type { PostOutcome } from '../../../lib/billing/delivery.ts';
import type { Post } from '../../../lib/runtime/app.ts';

/** One POST as the tenant's receiver saw it, and whether it took it. */
export interface ReceivedPost {
  readonly at: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly accepted: boolean;
}

/** How a receiver answers: well, with a 500, or not within the sender's patience. */
export type Reaction = 'takes' | 'fails' | 'hangs';

const PATIENCE_MS = 10_000;

/** A tenant's webhook receiver that keeps all it saw; `react` says how it answers at this instant. */
export class Receiver {
  readonly history: ReceivedPost[] = [];
  readonly #now: () => number;
  readonly #react: () => Reaction;

  constructor(now: () => number, react: () => Reaction) {
    this.#now = now;
    this.#react = react;
  }

  readonly post: Post = async (_url, headers, body) => {
    const reaction = this.#react();
    const accepted = reaction === 'takes';
    this.history.push({ at: this.#now(), headers: { ...headers }, body: body.toString(), accepted });
    return ANSWERS[reaction];
  };
}

const ANSWERS = {
  takes: { is: 'answered', status: 200, body: 'ok', tookMs: 20 },
  fails: { is: 'answered', status: 500, body: 'sorry', tookMs: 20 },
  hangs: { is: 'failed', why: 'timeout', tookMs: PATIENCE_MS },
} as const satisfies Record<Reaction, PostOutcome>;
