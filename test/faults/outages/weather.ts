import type { Dice } from '../delivery/dice.ts';
import type { PortCall, Through } from '../ports.ts';

/** What one outside call meets: an error, or the answer of a client that got none; before the work was done or after. */
export interface Strike {
  readonly after?: boolean;
  readonly throws?: Error;
  readonly answers?: unknown;
}

/** Something that does not work for a while. */
export interface Outage {
  readonly name: string;
  /** What a call meets; undefined leaves it alone. */
  readonly strike: (call: PortCall, dice: Dice) => Strike | undefined;
  /** Nothing is received from the queues. */
  readonly deaf?: boolean;
  /** The provider itself answers 500 to every call, browsers' included. */
  readonly providerFails?: boolean;
  readonly receiver?: 'fails' | 'hangs';
  /** Requests to the payment provider may go unanswered, whether or not they were carried out. */
  readonly unanswered?: boolean;
  /** The tenant has its invoices made out. */
  readonly invoices?: boolean;
}

/** Stands before every outside call, and lets it through unless the outage is on. */
export class Weather {
  bad = false;
  calls = 0;
  struck = 0;
  readonly #outage: Outage;
  readonly #dice: Dice;

  constructor(outage: Outage, dice: Dice) {
    this.#outage = outage;
    this.#dice = dice;
  }

  readonly through: Through = (call, effect) => {
    this.calls++;
    const strike = this.bad && call.port !== 'post' ? this.#outage.strike(call, this.#dice) : undefined;
    if (!strike) return effect();
    this.struck++;
    return meet(strike, effect);
  };
}

async function meet<T>({ after, throws, answers }: Strike, effect: () => Promise<T>): Promise<T> {
  if (after) await effect();
  if (throws) throw throws;
  return answers as T;
}
