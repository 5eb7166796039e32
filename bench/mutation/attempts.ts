/** What a test does next: pass without any mutant, meet one, or pass again without one to prove that it can. */
export type Attempt =
  { is: 'clean' } | { is: 'mutant'; mutant: string } | { is: 'again'; mutant: string; timedOut: boolean };

/** What became known by an attempt. */
export type Finding =
  | { is: 'tried' | 'missed' | 'killed' | 'timed out'; mutant: string }
  | { is: 'failed' }
  /** `unasked`: what the test reaches and could not be asked about any more. */
  | { is: 'worn'; mutant: string; unasked: readonly string[] };

/**
 * The attempts of one test: first without a mutant, which tells which mutants it reaches, then with each of those that
 * no test has noticed. A mutant counts as noticed only if the test, having failed with it, passes once more without it:
 * a test that cannot be repeated proves nothing and is not asked again.
 */
export class Attempts {
  #current: Attempt | undefined = { is: 'clean' };
  #left: string[] = [];

  get current(): Attempt | undefined {
    return this.#current;
  }

  /**
   * `hits`: how often the attempt came by its mutant. `reached`: the mutants that the clean attempt came by and that are
   * still to be noticed; asked for after it only.
   */
  ended(
    { passed, timedOut, hits }: { passed: boolean; timedOut: boolean; hits: number },
    reached: () => readonly string[],
  ): Finding | undefined {
    const ended = this.#current;
    if (ended?.is === 'clean' && passed) this.#left = [...reached()];
    const goesOn = this.#next(passed, timedOut);
    this.#current = goesOn;
    return ended && findingOf(ended, passed, hits, this.#left);
  }

  #next(passed: boolean, timedOut: boolean): Attempt | undefined {
    const ended = this.#current;
    if (ended?.is === 'mutant' && !passed) return { is: 'again', mutant: ended.mutant, timedOut };
    if (ended?.is !== 'mutant' && !passed) return undefined;
    const mutant = this.#left.shift();
    return mutant === undefined ? undefined : { is: 'mutant', mutant };
  }
}

function findingOf(
  ended: Attempt,
  passed: boolean,
  hits: number,
  left: readonly string[],
): Finding | undefined {
  if (ended.is === 'clean') return passed ? undefined : { is: 'failed' };
  const { mutant } = ended;
  if (ended.is === 'mutant') return passed ? { is: hits > 0 ? 'tried' : 'missed', mutant } : undefined;
  if (!passed) return { is: 'worn', mutant, unasked: [...left] };
  return { is: ended.timedOut ? 'timed out' : 'killed', mutant };
}
