/** The last moment that fits a position, in epoch ms: 13 digits. */
const INSTANT_MAX = 9_999_999_999_999;

const digitsOf = (at: number) => String(Math.min(Math.max(0, at), INSTANT_MAX)).padStart(13, '0');

/** More digits than any subscriber has events. */
const SEQUENCE_DIGITS = 9;

/** An event's position in its tenant's commit order: by commit time (epoch ms), then by its subscriber's sequence. */
export function eventPosition(event: {
  readonly committedAt: number;
  readonly sequence: number;
  readonly id: string;
}): string {
  const { committedAt, sequence, id } = event;
  return `${digitsOf(committedAt)}#${String(sequence).padStart(SEQUENCE_DIGITS, '0')}#${id}`;
}

/** The last position before all events of a moment (epoch ms). */
export const beforeInstant = (at: number) => digitsOf(at);
/** The first position after all events of a moment (epoch ms). */
export const afterInstant = (at: number) => digitsOf(at + 1);
/** The time (epoch ms) of a position. */
export const instantOf = (position: string) => Number(position.slice(0, 13));
