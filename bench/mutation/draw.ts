import { createHash } from 'node:crypto';

/** Anything that can be drawn: `name` tells it from all others, `chapter` is the stratum it is drawn in. */
export interface Drawable {
  name: string;
  chapter: string;
}

const hashOf = (seed: string, name: string) => createHash('sha256').update(`${seed} ${name}`).digest('hex');

/**
 * At most `each` of every chapter, in no order that the code has a part in: those whose name has the smallest hash with
 * the seed. The same seed draws the same ones, and a larger `each` only adds to them.
 */
export function draw<T extends Drawable>(all: readonly T[], each: number, seed: string): T[] {
  return Object.values(Object.groupBy(all, ({ chapter }) => chapter)).flatMap((within = []) =>
    within
      .map((one) => ({ one, hash: hashOf(seed, one.name) }))
      .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
      .slice(0, each)
      .map(({ one }) => one),
  );
}
