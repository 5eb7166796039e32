import { MINUTE } from '../../support/world/shop.ts';
import type { Answer, World } from '../../support/world/world.ts';

/** What somebody does who got no definite answer: nothing more, ask again at once and often, or rarely and for long. */
export const MANNERS = { gone: [], eager: [0, 0.1, 1, 1, 5, 10], patient: [20, 20, 20] } as const;
export type Manner = keyof typeof MANNERS;

/** An answer that somebody was given. */
export interface ServiceAnswer {
  readonly what: string;
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly location: string | undefined;
}

/** Somebody who asks until there is a definite answer, and remembers all they were told. */
export class Client {
  readonly answers: ServiceAnswer[] = [];
  readonly #world: World;
  readonly #pauses: readonly number[];

  constructor(world: World, manner: Manner) {
    this.#world = world;
    this.#pauses = MANNERS[manner];
  }

  async insist(what: string, ask: () => Promise<Answer>): Promise<void> {
    for (const pause of [undefined, ...this.#pauses]) {
      if (pause !== undefined) await this.#world.advance(pause * MINUTE);
      const { status, body, headers } = await ask();
      this.answers.push({ what, status, body, location: headers.location });
      if (isDefinite(status, body)) return;
    }
  }
}

/** Everything but a server's failure, no answer at all, and being told to wait. */
function isDefinite(status: number, { error }: Record<string, unknown>): boolean {
  if (error === 'operation_in_progress' || error === 'concurrent_change') return false;
  return status >= 200 && status < 500 && status !== 429;
}
