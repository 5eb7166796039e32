import { Conflict, type Item, type Table } from '../../../lib/table/table.ts';

/** What a clause is tried on: the table under test, and a partition nobody else uses. */
export interface Place {
  readonly table: Table;
  readonly pk: string;
  readonly key: (sk?: string) => Item;
  readonly get: (sk?: string) => Promise<Item | undefined>;
}

export type MakePlace = () => Place;

/** What a refused change says; throws if it was not refused, or not by a condition. */
export async function conflictOf(change: Promise<unknown>): Promise<Pick<Conflict, 'failed' | 'found'>> {
  const outcome = await change.then(
    () => 'the change went through',
    (error: unknown) => error,
  );
  if (!(outcome instanceof Conflict)) throw new Error('no Conflict', { cause: outcome });
  return { failed: outcome.failed, found: outcome.found };
}

/** What a change the table cannot take fails with; throws if it went through or was refused by a condition. */
export async function errorOf(change: Promise<unknown>): Promise<Error> {
  const outcome = await change.then(
    () => 'the change went through',
    (error: unknown) => error,
  );
  if (!(outcome instanceof Error) || outcome instanceof Conflict)
    throw new Error('no refusal', { cause: outcome });
  return outcome;
}
