import { take, type Walk } from './walk.ts';

/** More walks than this are not spent on making one shorter. */
const TRIES = 120;

/**
 * The shortest walk found that still ends in the last of the violations: halves, then smaller and smaller parts of its steps are left
 * out as long as what remains still goes wrong.
 */
export async function shrunk(walk: Walk, violations: readonly string[]): Promise<Walk> {
  const kinds = violations.map(kindOf);
  let best = walk;
  let tries = 0;
  for (let size = Math.ceil(walk.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < best.steps.length && tries < TRIES; tries++) {
      const steps = best.steps.toSpliced(from, size);
      const walked = await take({ ...best, steps });
      if (walked.violations.some((one) => kinds.at(-1) === kindOf(one))) best = { ...best, steps };
      else from += size;
    }
  }
  return best;
}

/** What went wrong, whoever it happened to and whenever. */
const kindOf = (violation: string) =>
  violation.replaceAll(/subscriber \d+ of [^:]+|[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '');
