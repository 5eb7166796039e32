import { MINUTE_MS } from '../limits.ts';

/** The longest delay of a message, which SQS sets; work that is due later is left to the sweep. */
export const MESSAGE_DELAY_MAX_MS = 15 * MINUTE_MS;
