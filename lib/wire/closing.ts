import * as z from 'zod/mini';
import type { Closing } from '../billing/difference.ts';
import { personalText } from './payer.ts';
import { read } from './read.ts';

const closing = z.object({ by: personalText(64), because: personalText(500) });

/** Reads what an operator leaves on record with a difference that they close. Throws `invalid_request`. */
export function closingInput(given: unknown): Closing {
  return read(closing, given);
}
