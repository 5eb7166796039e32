import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe } from 'vitest';
import { Conflict, type Item, type Table } from '../../lib/table/table.ts';
import { conditions } from './contract-conditions.ts';
import { dueThings } from './contract-due.ts';
import { queries } from './contract-queries.ts';
import { reads } from './contract-reads.ts';
import { transactions } from './contract-transactions.ts';
import { writes } from './contract-writes.ts';

/** What a clause is tried on: the table under test, and a partition nobody else uses. */
export interface Place {
  readonly table: Table;
  readonly pk: string;
  readonly key: (sk?: string) => Item;
  readonly get: (sk?: string) => Promise<Item | undefined>;
}

export type MakePlace = () => Place;

interface Started {
  readonly table: Table;
  stop(): Promise<void>;
}

/** Everything the port promises, tried on one implementation of it. */
export function tableContract(name: string, start: () => Promise<Started>): void {
  describe(`the table ${name}`, () => {
    let started: Started | undefined;
    beforeAll(async () => {
      started = await start();
    });
    afterAll(() => started?.stop());

    const place: MakePlace = () => {
      const { table } = started!;
      const pk = `T#${randomUUID()}`;
      const key = (sk = 'ITEM') => ({ pk, sk });
      return { table, pk, key, get: (sk) => table.get(key(sk), { consistent: true }) };
    };

    describe('conditions', () => conditions(place));
    describe('single changes', () => writes(place));
    describe('transactions', () => transactions(place));
    describe('reading by key', () => reads(place));
    describe('queries', () => queries(place));
    describe('what is due', () => dueThings(place));
  });
}

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
