import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { received } from '../../../lib/table/dynamodb/attributes.ts';
import { requestOf } from '../../../lib/table/dynamodb/requests.ts';
import { SCHEMA } from '../../../lib/table/schema-version.ts';
import type { Key } from '../../../lib/table/table.ts';
import { startTable } from '../../nightly/engines/dynoxide.ts';

const KEY = { pk: 'a', sk: 'b' };
const STORED = { pk: { S: 'a' }, sk: { S: 'b' }, name: { S: 'c' } };

describe('the version of the schema', () => {
  it('is written to every item that is put, and to every one that an update sets or adds to', () => {
    expect(requestOf({ put: { ...KEY, name: 'c' } }, 't').Put?.Item).toEqual({ ...STORED, v: { N: '1' } });
    const { Update } = requestOf({ update: KEY, set: { name: 'c' } }, 't');
    expect(Object.values(Update?.ExpressionAttributeNames ?? {})).toEqual(['name', 'v']);
    expect(Update?.UpdateExpression).toBe('SET #0 = :0, #1 = :1');
    expect(Update?.ExpressionAttributeValues).toMatchObject({ ':0': { S: 'c' }, ':1': { N: '1' } });
  });

  it('is not written by an update that only removes, and not visible above the table', () => {
    const { Update } = requestOf({ update: KEY, remove: ['name'] }, 't');
    expect(Update?.UpdateExpression).toBe('REMOVE #0');
    expect(received({ ...STORED, v: { N: '1' } })).toEqual({ ...KEY, name: 'c' });
  });

  it('is the first where an item has none, and refused where it is newer than this release reads', () => {
    expect(received(STORED)).toEqual({ ...KEY, name: 'c' });
    const newer = { ...STORED, v: { N: String(SCHEMA.readable + 1) } };
    expect(() => received(newer)).toThrow('cannot be read: v');
  });

  it('is not lowered by an update of a release that reads the next version, but does not yet write it', () => {
    const { Update } = requestOf({ update: KEY, set: { name: 'c' } }, 't', { written: 1, readable: 2 });
    expect(Update?.UpdateExpression).toBe('SET #0 = :0, #1 = if_not_exists(#1, :1)');
  });

  it('protects an item of newer code from every update, alone and in a transaction, and from reads, and omits it from a query that skips unreadable items', async () => {
    const opened = await startTable();
    const { table, client, tableName } = opened;
    const newer = { ...STORED, v: { N: String(SCHEMA.readable + 1) } };
    await client.send(new PutItemCommand({ TableName: tableName, Item: newer }));
    for (const change of [
      { update: KEY, set: { name: 'd' } },
      { update: KEY, add: { count: 1 } },
      { update: KEY, remove: ['name'] },
    ]) {
      await expect(table.apply(change)).rejects.toThrow('cannot be read: v');
      await expect(table.write([change])).rejects.toThrow('cannot be read: v');
    }
    const { Item } = await client.send(
      new GetItemCommand({ TableName: tableName, Key: { pk: STORED.pk, sk: STORED.sk } }),
    );
    expect(Item).toEqual(newer);
    await table.apply({ put: { ...KEY, sk: 'c' } });
    const passed: Key[] = [];
    const query = { pk: KEY.pk, consistent: true };
    await expect(table.query(query)).rejects.toThrow('cannot be read: v');
    expect(await table.query({ ...query, passOver: (at) => void passed.push(at) })).toEqual([
      { ...KEY, sk: 'c' },
    ]);
    expect(passed).toEqual([KEY]);
    await opened.stop();
  });

  it('is never written before the previous release can read it', () => {
    expect(SCHEMA.written).toBeLessThanOrEqual(SCHEMA.readable);
  });
});
