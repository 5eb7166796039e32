import { PlanChanges, type Compared } from './plan-changes.ts';

/** Plays seeds from `first` on until so many plan changes have been compared. */
export async function compare(first: number, changes: number): Promise<Compared> {
  const all: Compared = { changes: 0, unknowable: 0, nextPayments: 0, wrong: [] };
  for (let seed = first; all.changes < changes; seed++) {
    const one = await PlanChanges.play(seed);
    all.changes += one.changes;
    all.unknowable += one.unknowable;
    all.nextPayments += one.nextPayments;
    all.wrong.push(...one.wrong.map((what) => `seed ${seed}: ${what}`));
  }
  return all;
}

/** What a run adds up to, in one line. */
export const lineOf = (first: number, { changes, unknowable, nextPayments, wrong }: Compared): string =>
  `previews: seed ${first}, ${changes} plan changes, ${unknowable} of them said to be unknowable, ` +
  `${nextPayments} next payments, ${wrong.length} violations`;
