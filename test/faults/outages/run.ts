import type { Evidence } from './facts.ts';
import type { ReceivedPost } from './receiver.ts';

/** A whole run as it is judged: what is known of it, when the outage began and ended, and what came afterwards. */
export interface Run extends Evidence {
  readonly begins: number;
  readonly ends: number;
  /** Until when everything was watched. */
  readonly until: number;
  readonly history: readonly ReceivedPost[];
  readonly secret: string;
  /** When an operator had all exhausted events replayed. */
  readonly replayedAt: number;
  /** The provider's statuses, by reference, three minutes after the outage. */
  readonly statusesAfter: ReadonlyMap<string, string>;
  /** Whether an acceptance may be forgotten, because it could not be recorded. */
  readonly forgetful: boolean;
  /** Whether the provider may have left requests unanswered. */
  readonly unanswered: boolean;
  readonly inside: string;
}
