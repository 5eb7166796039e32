import type { MessageKind } from '../kinds.ts';
import type { Amount, FactsOf, Renewal } from './facts.ts';

/** What one message says, before it is HTML or text. Names in it are isolated; where a button leads nowhere it is left out. */
export interface Said {
  /** One line that tells it all, with the plan or number that it is about. */
  readonly subject: string;
  readonly title: string;
  /** Paragraphs, in order; the first stands beside the subject in lists of messages. */
  readonly text: readonly string[];
  readonly rows: readonly (readonly [name: string, value: string])[];
  readonly button: string;
}

/** How names, days and amounts are written in a message. */
export interface Speech {
  /** The shop's name. */
  readonly shop: string;
  /** Whether there is a button, so that a text may speak of what it opens. */
  readonly hasButton: boolean;
  /** A name of the shop's, as it is. */
  readonly name: (name: string) => string;
  readonly day: (at: number) => string;
  readonly minute: (at: number) => string;
  readonly sum: (amount: Amount) => string;
  /** What a renewal costs and how often. */
  readonly price: (renewal: Renewal) => string;
}

/** What is said of each of these kinds. */
export type Says<Kind extends MessageKind> = {
  readonly [One in Kind]: (facts: FactsOf<One>, speech: Speech) => Said;
};
