import { afterEach, describe, expect, it } from 'vitest';
import { isTransient } from '../../../lib/refusal.ts';
import { isUnprocessable } from '../../../lib/table/work/silences.ts';
import { Conflict, type Change } from '../../../lib/table/table.ts';
import { cancelled, refusal, scriptedTable, type Reply, type ScriptedTable } from './scripted.ts';

const AT = { pk: 'P', sk: 'S' };
const CHANGES: readonly Change[] = [{ put: AT }, { check: { pk: 'P', sk: 'T' }, if: [{ present: true }] }];
const IN_THE_WAY = cancelled('None', 'TransactionConflict');
const STORED = { pk: { S: 'P' }, sk: { S: 'S' }, n: { N: '1' } };

let scripted: ScriptedTable;
const answering = async (...replies: Reply[]) => (scripted = await scriptedTable(...replies));
afterEach(() => scripted.stop());

const outcomeOf = (asked: Promise<unknown>) => asked.catch((error: unknown) => error);
const tokens = () => scripted.requests.map(({ body }) => body.ClientRequestToken);

describe('a transaction that conflicts with another one', () => {
  it.each([['TransactionConflict'], ['ThrottlingError'], ['ProvisionedThroughputExceeded']])(
    'is retried after %s, with the same token and doubling waits',
    async (code) => {
      const { table, waits } = await answering(...Array.from({ length: 4 }, () => cancelled(code, 'None')));
      await table.write(CHANGES);
      expect(waits).toEqual([25, 50, 100, 200]);
      expect(tokens()).toEqual(Array.from({ length: 5 }, () => 'token-1'));
    },
  );

  it('gives up after four retries', async () => {
    const { table, requests } = await answering(...Array.from({ length: 5 }, () => IN_THE_WAY));
    const cause = expect.objectContaining({ name: 'TransactionCanceledException' }) as unknown;
    expect(await outcomeOf(table.write(CHANGES))).toMatchObject({ name: 'Busy', cause });
    expect(requests).toHaveLength(5);
  });

  it('is a Conflict at once if a condition failed too', async () => {
    const reasons = [{ Code: 'TransactionConflict' }, { Code: 'ConditionalCheckFailed', Item: STORED }];
    const { table, requests } = await answering(
      refusal('TransactionCanceledException', { CancellationReasons: reasons }),
    );
    const conflict = new Conflict([1], [undefined, { ...AT, n: 1 }]);
    expect(await outcomeOf(table.write(CHANGES))).toEqual(conflict);
    expect(requests).toHaveLength(1);
  });

  it.each([[cancelled('None')], [cancelled()]])('is not retried for other reasons: %j', async (reply) => {
    const { table, requests } = await answering(reply);
    expect(await outcomeOf(table.write(CHANGES))).toMatchObject({ name: 'TransactionCanceledException' });
    expect(requests).toHaveLength(1);
  });
});

describe('a change that the table can never make', () => {
  it('is a rejection, and is not retried: an item of a transaction is too large', async () => {
    const { table, requests } = await answering(cancelled('TransactionConflict', 'ValidationError'));
    const rejected = await outcomeOf(table.write(CHANGES));
    expect(rejected).toMatchObject({ name: 'Rejected' });
    expect([isTransient(rejected), isUnprocessable(rejected)]).toEqual([false, true]);
    expect(requests).toHaveLength(1);
  });

  it('is a Conflict if a condition failed too, as whoever reads again may decide otherwise', async () => {
    const reasons = [{ Code: 'ValidationError' }, { Code: 'ConditionalCheckFailed', Item: STORED }];
    const { table } = await answering(
      refusal('TransactionCanceledException', { CancellationReasons: reasons }),
    );
    const conflict = new Conflict([1], [undefined, { ...AT, n: 1 }]);
    expect(await outcomeOf(table.write(CHANGES))).toEqual(conflict);
  });

  it('is a rejection, and is not retried: a single item is too large', async () => {
    const { table, requests } = await answering(refusal('ValidationException'));
    expect(await outcomeOf(table.apply({ put: AT }))).toMatchObject({ name: 'Rejected' });
    expect(requests).toHaveLength(1);
  });
});

describe('a single change that conflicts with a transaction', () => {
  it('is retried', async () => {
    const { table, waits } = await answering(refusal('TransactionConflictException'), {
      Attributes: STORED,
    });
    expect(await table.apply({ update: AT, add: { n: 1 } })).toEqual({ ...AT, n: 1 });
    expect(waits).toEqual([25]);
  });
});

describe('a write whose answer was lost', () => {
  it('is repeated as the same transaction', async () => {
    const { table } = await answering('lost', {});
    await table.write(CHANGES);
    expect(tokens()).toEqual(['token-1', 'token-1']);
    await table.write(CHANGES);
    expect(tokens().at(-1)).toBe('token-2');
  });

  it('may conflict with its own repetition if it is a single change: the Conflict has what it wrote', async () => {
    const { table, requests } = await answering(
      'lost',
      refusal('ConditionalCheckFailedException', { Item: STORED }),
    );
    const put = { ...AT, n: 1 };
    expect(await outcomeOf(table.apply({ put, if: [{ absent: true }] }))).toEqual(new Conflict([0], [put]));
    expect(requests).toHaveLength(2);
  });
});

describe('a transaction whose deadline has passed', () => {
  it('is not sent any more, also not again after a conflict', async () => {
    const { table, requests, deadline, waits } = await answering(IN_THE_WAY);
    const waited = waits.push.bind(waits);
    waits.push = (ms) => (deadline.abort(), waited(ms));
    expect(await outcomeOf(table.write(CHANGES))).toMatchObject({ name: 'AbortError' });
    expect(requests).toHaveLength(1);
  });

  it('is given up while it has no answer, as a transient error', async () => {
    const { table, requests, deadline } = await answering('none');
    const outcome = outcomeOf(table.write(CHANGES));
    await expect.poll(() => requests.length).toBe(1);
    deadline.abort();
    expect(isTransient(await outcome)).toBe(true);
    expect(requests).toHaveLength(1);
  });
});

describe('a batch of keys', () => {
  const keys = ['a', 'b', 'c'].map((sk) => ({ pk: 'P', sk }));
  const sent = keys.map(({ pk, sk }) => ({ pk: { S: pk }, sk: { S: sk } }));
  const partly = (found: unknown[], left: unknown[]): Reply => ({
    Responses: { billing: found },
    UnprocessedKeys: left.length > 0 ? { billing: { Keys: left } } : {},
  });

  it('is requested again for the unprocessed keys', async () => {
    const { table, requests, waits } = await answering(
      partly([sent[1]], [sent[0], sent[2]]),
      partly([], [sent[0], sent[2]]),
      partly([sent[2]], []),
    );
    expect(await table.getMany(keys, { consistent: true })).toEqual([undefined, keys[1], keys[2]]);
    const asked = requests.map(({ body }) => body.RequestItems);
    expect(asked[2]).toEqual({ billing: { Keys: [sent[0], sent[2]], ConsistentRead: true } });
    expect(waits).toEqual([25, 50]);
  });

  it('fails if some stay unprocessed', async () => {
    const { table, requests } = await answering(...Array.from({ length: 5 }, () => partly([], sent)));
    expect(await outcomeOf(table.getMany(keys, { consistent: false }))).toMatchObject({ name: 'Busy' });
    expect(requests).toHaveLength(5);
  });
});
