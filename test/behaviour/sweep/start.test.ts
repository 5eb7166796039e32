import { beforeEach, describe, expect, it } from 'vitest';
import { SWEEP } from '../../../lib/limits.ts';
import { startSweep } from '../../../lib/sweep/start.ts';
import { DUE_KINDS, due, duePartition } from '../../../lib/table/work/due.ts';
import { MINUTE, NOON, SweepStage } from './stage.ts';
import { documentWork, intentWork } from '../../../lib/table/work/works.ts';
import { key } from '../../../lib/table/schema.ts';

let stage: SweepStage;

beforeEach(() => {
  stage = new SweepStage();
});

const ID = '01890000-0000-7000-8000-000000000001';

const started = () => stage.sent.map(({ message }) => message.group);

const shardsOf = (kind: (typeof DUE_KINDS)[number]) =>
  Array.from({ length: 16 }, (_, shard) => duePartition(kind, shard));

describe('the start of a minute of the sweep', () => {
  it('sends nothing where nothing is due', async () => {
    await stage.subscriber('acme', 1, NOON + 1);
    await stage.put('document', documentWork('acme', ID, ID), NOON - MINUTE);
    await startSweep(stage.app, 'request-1');
    expect(stage.sent).toEqual([]);
  });

  it('sends one message for each kind and shard in which something is due, the most urgent kinds first', async () => {
    for (let nth = 0; nth < 200; nth++) {
      await stage.subscriber('acme', nth, NOON - 1);
      await stage.put('intent', intentWork('acme', `r${nth}`), NOON);
    }
    await stage.put('document', documentWork('acme', ID, ID), NOON - MINUTE - 1);
    await startSweep(stage.app, 'request-1');
    const [document, ...more] = started().splice(32);
    expect(started().slice(0, 32)).toEqual([...shardsOf('intent'), ...shardsOf('reconciliation')]);
    expect([document?.split('#')[0], more]).toEqual(['document', []]);
    expect(stage.sent[0]?.message.body).toEqual({
      kind: 'intent',
      shard: 0,
      startedAt: NOON,
      requestId: 'request-1',
    });
  });

  it('leaves a shard that cannot be read to its own run, and starts all others', async () => {
    const work = intentWork('acme', 'r1');
    await stage.put('intent', work, NOON);
    const { table } = stage;
    stage.table = {
      ...table,
      due: async (partition, ...asked) => {
        if (partition === 'checkout#5') throw new Error('unavailable');
        return table.due(partition, ...asked);
      },
    };
    await startSweep(stage.app, 'request-1');
    expect(started()).toEqual([due('intent', NOON, work).dueShard, 'checkout#5']);
    expect(stage.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', what: 'shard of due items not read, and swept' }),
    );
  });

  it('reads no more where little time is left, and starts what it has not read', async () => {
    stage.msPerCall = 100;
    stage.timeLeft = SWEEP.startReserveMs + 2 * 16 * stage.msPerCall - 1;
    await startSweep({ ...stage.app, timeLeft: () => stage.timeLeft }, 'request-1');
    expect(started()).toEqual(DUE_KINDS.slice(2).flatMap(shardsOf));
  });
});

/** So many subscribers of a tenant, all due. */
async function acmeDue(count: number): Promise<void> {
  for (let nth = 0; nth < count; nth++) await stage.subscriber('acme', nth, NOON - 1);
}

describe('a due item', () => {
  it('that is erased while it is dispatched is left out without an error', async () => {
    await acmeDue(5);
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
  await acmeDue(2);
  stage.refuses = (queue) => queue === 'sweeps';
  expect(await stage.sweep()).toEqual([]);
  expect(stage.measured('RequestsCrashed')).toBe(1);
  expect(stage.lines).toContainEqual(expect.objectContaining({ RequestsCrashed: 1, route: 'sweep/start' }));
  stage.refuses = () => false;
  expect(await stage.sweep()).toHaveLength(2);
});
