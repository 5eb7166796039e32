import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe } from 'vitest';
import type { Table } from '../../../lib/table/table.ts';
import { conditions } from './contract-conditions.ts';
import { dueItems } from './contract-due.ts';
import { lists } from './contract-lists.ts';
import { queries } from './contract-queries.ts';
import { reads } from './contract-reads.ts';
import { transactions } from './contract-transactions.ts';
import { writes } from './contract-writes.ts';
import type { MakePlace } from './place.ts';

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
    describe('what is due', () => dueItems(place));
    describe('lists', () => lists(place));
  });
}
