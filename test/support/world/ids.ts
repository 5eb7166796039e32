import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** How many ids of one millisecond differ in the 14 bits that the id of a customer's subscription keeps of each. */
const APART = 2 ** 14;
/** An odd number, so that the multiples run through all of those bits, and neither up nor down. */
const STRIDE = 6_151;
/** Where those bits end in the 32 bits of a UUIDv7's sequence. */
const SHIFT = 2 ** 18;

/** Random bytes in an id, and of how many ids they are drawn at once: alone they cost more than all else of an id. */
const ID_BYTES = 16;
const DRAWN = 256;

/**
 * Makes the UUIDv7s of a world at `now` (epoch ms). Time stands still there, and two subscriptions of one customer
 * share all but 14 of an id's bits: by chance they would now and then have the same id, so here each has others.
 */
export function distinctIds(now: () => number): () => string {
  const drawn = new Uint8Array(DRAWN * ID_BYTES);
  let made = 0;
  return () => {
    const from = (made % DRAWN) * ID_BYTES;
    if (from === 0) randomFillSync(drawn);
    const random = drawn.subarray(from, from + ID_BYTES);
    return v7({ msecs: now(), random, seq: ((made++ * STRIDE) % APART) * SHIFT });
  };
}
