import { beforeEach, describe, expect, it } from 'vitest';
import { key } from '../../../lib/table/schema.ts';
import { NOON, SweepStage } from './stage.ts';

let stage: SweepStage;
beforeEach(() => {
  stage = new SweepStage();
});

/** So many subscribers of a tenant, all due. */
async function due(count: number): Promise<void> {
  for (let nth = 0; nth < count; nth++) await stage.subscriber('acme', nth, NOON - 1);
}

describe('a due item', () => {
  it('that is erased while it is dispatched is left out without an error', async () => {
    await due(5);
    const { table } = stage;
    const gone = key.subscriber('acme', { id: '01890000-0000-7000-8000-000000000003' });
    stage.table = {
      ...table,
      apply: async (change) => {
        if ('update' in change && change.update.sk === gone.sk) await table.apply({ delete: gone });
        return table.apply(change);
      },
    };
    expect(await stage.sweep()).toHaveLength(4);
    expect(await stage.table.get(gone, { consistent: true })).toBeUndefined();
    expect(stage.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

it('a sweep whose messages a queue refuses is counted and logged, and the next one makes up for it', async () => {
  await due(2);
  stage.refuses = (queue) => queue === 'sweeps';
  expect(await stage.sweep()).toEqual([]);
  expect(stage.measured('RequestsCrashed')).toBe(1);
  expect(stage.lines).toContainEqual(expect.objectContaining({ RequestsCrashed: 1, route: 'sweep/start' }));
  stage.refuses = () => false;
  expect(await stage.sweep()).toHaveLength(2);
});
