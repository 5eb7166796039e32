/** z of a 95 % confidence interval. */
const Z = 1.96;

/** What was counted of one stratum: of `all` there are, `drawn` were tried and `found` were noticed. */
export interface Count {
  all: number;
  drawn: number;
  found: number;
}

/**
 * Wilson's 95 % score interval of a share, in parts of 1, made narrower by how much of the whole was drawn (the finite
 * population correction): what was tried as a whole is known.
 */
export function shareInterval({ all, drawn, found }: Count): [number, number] {
  if (drawn === 0) return [0, 1];
  const share = found / drawn;
  const z2 = Z ** 2 * (all > 1 ? (all - drawn) / (all - 1) : 0);
  const middle = (share + z2 / (2 * drawn)) / (1 + z2 / drawn);
  const half =
    (Math.sqrt(z2) / (1 + z2 / drawn)) * Math.sqrt((share * (1 - share)) / drawn + z2 / (4 * drawn ** 2));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** The share among all strata together: each stratum's share weighs as much as there are mutants in it. */
export function weightedShare(counts: readonly Count[]): number {
  const all = counts.reduce((sum, count) => sum + count.all, 0);
  return counts.reduce((sum, { all: size, drawn, found }) => sum + (size / all) * (found / drawn), 0);
}

/**
 * The 95 % interval of the weighted share. The variance of each stratum is that of its share with two found and two
 * missed added (Agresti and Coull), so that a stratum without a survivor is not taken for certain.
 */
export function weightedInterval(counts: readonly Count[]): [number, number] {
  const all = counts.reduce((sum, count) => sum + count.all, 0);
  const variance = counts.reduce((sum, { all: size, drawn, found }) => {
    const share = (found + 2) / (drawn + 4);
    const left = size > 1 ? (size - drawn) / (size - 1) : 0;
    return sum + (size / all) ** 2 * ((share * (1 - share)) / (drawn + 4)) * left;
  }, 0);
  const share = weightedShare(counts);
  const half = Z * Math.sqrt(variance);
  return [Math.max(0, share - half), Math.min(1, share + half)];
}
