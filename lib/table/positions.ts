/** The last instant that a position tells, in epoch ms: as many digits as today's have. */
const INSTANT_MAX = 9_999_999_999_999;

const digitsOf = (at: number) => String(Math.min(Math.max(0, at), INSTANT_MAX)).padStart(13, '0');

/** A subscriber has fewer events than this has digits for. */
const SEQUENCE_DIGITS = 9;

/**
 * Where an event stands among its tenant's: commits by their time (epoch ms), those of one instant in the order that
 * their subscriber counts them in, so that nobody reads of a renewal before the purchase that it follows.
 */
export function eventPosition(event: {
  readonly committedAt: number;
  readonly sequence: number;
  readonly id: string;
}): string {
  const { committedAt, sequence, id } = event;
  return `${digitsOf(committedAt)}#${String(sequence).padStart(SEQUENCE_DIGITS, '0')}#${id}`;
}

/** Positions before and after all events of an instant (epoch ms), and the instant of a position. */
export const beforeInstant = (at: number) => digitsOf(at);
/** The first position after all events of an instant (epoch ms). */
export const afterInstant = (at: number) => digitsOf(at + 1);
/** The instant (epoch ms) of a position. */
export const instantOf = (position: string) => Number(position.slice(0, 13));
