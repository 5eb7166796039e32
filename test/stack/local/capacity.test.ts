import { expect, it } from 'vitest';
import { capacityOf } from '../../../local/functions/calls.ts';

it('adds up the capacity a call consumed, and that of its writes by index', () => {
  const ofTable = (CapacityUnits: number, indexes: Record<string, number>) => ({
    CapacityUnits,
    GlobalSecondaryIndexes: Object.fromEntries(
      Object.entries(indexes).map(([name, units]) => [name, { CapacityUnits: units }]),
    ),
  });
  expect(capacityOf('TransactWriteItems', [ofTable(6, { due: 1, feed: 1 }), ofTable(3, { due: 2 })])).toEqual(
    {
      ...{ read: 0, write: 9, indexes: { due: 3, feed: 1 } },
    },
  );
  expect(capacityOf('Query', ofTable(0.5, { due: 0.5 }))).toEqual({ read: 0.5, write: 0, indexes: {} });
  expect(capacityOf('PutItem', undefined)).toEqual({ read: 0, write: 0, indexes: {} });
});
