import { describe, expect, it } from 'vitest';
import { received } from '../../lib/table/dynamodb/attributes.ts';
import { requestOf } from '../../lib/table/dynamodb/requests.ts';
import { SCHEMA } from '../../lib/table/schema-version.ts';

const KEY = { pk: 'a', sk: 'b' };
const STORED = { pk: { S: 'a' }, sk: { S: 'b' }, name: { S: 'c' } };

describe('the version of the schema', () => {
  it('is on every item that is put, and on every one that an update puts something into', () => {
    expect(requestOf({ put: { ...KEY, name: 'c' } }, 't').Put?.Item).toEqual({ ...STORED, v: { N: '1' } });
    const { Update } = requestOf({ update: KEY, set: { name: 'c' } }, 't');
    expect(Object.values(Update?.ExpressionAttributeNames ?? {})).toEqual(['name', 'v']);
    expect(Object.values(Update?.ExpressionAttributeValues ?? {})).toEqual([{ S: 'c' }, { N: '1' }]);
  });

  it('is not written by an update that takes away, nor seen above the table', () => {
    const { Update } = requestOf({ update: KEY, remove: ['name'] }, 't');
    expect(Update?.UpdateExpression).toBe('REMOVE #0');
    expect(received({ ...STORED, v: { N: '1' } })).toEqual({ ...KEY, name: 'c' });
  });

  it('is the first where an item has none, and refused where it is newer than this release reads', () => {
    expect(received(STORED)).toEqual({ ...KEY, name: 'c' });
    const newer = { ...STORED, v: { N: String(SCHEMA.readable + 1) } };
    expect(() => received(newer)).toThrow('cannot be read: v');
  });

  it('is never written before the release before could read it', () => {
    expect(SCHEMA.written).toBeLessThanOrEqual(SCHEMA.readable);
  });
});
