import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { validate, version } from 'uuid';
import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { Page } from '../../../lib/billing/page.ts';
import { ownerIn, due, DUE_WORDS, DUE_KINDS, duePartitions } from '../../../lib/table/work/due.ts';
import { key, type KeyOf } from '../../../lib/table/schema.ts';
import { workIn } from '../../../lib/table/work/works.ts';
import { DUE_SHARDS } from '../../../lib/limits.ts';
import { invoiceIdOf, customerHash, withCustomerHash } from '../../../lib/table/ids.ts';
import { isSubscriber } from '../../../lib/table/ranges.ts';
import type { Key } from '../../../lib/table/table.ts';
import { received } from '../../../lib/table/dynamodb/attributes.ts';
import { requestOf } from '../../../lib/table/dynamodb/requests.ts';
import { SCHEMA } from '../../../lib/table/schema-version.ts';
import { readMessage } from '../../promises/releases/readers.ts';
import { startTable } from '../../nightly/engines/dynoxide.ts';
import { made, tenant, reference, type Made } from './keys.ts';
import { dueWorks } from './due-works.ts';
import { newId, ofKind, instant } from './schema-values.ts';

const attempt = fc.integer({ min: 1, max: 99 });

const OF_NO_TENANT = new Set([
  'nothing',
  'apiKey',
  'checkout',
  'form',
  'formCopy',
  'challengeKey',
  'exchangeRates',
  'merchant',
  'tenantListed',
  'tenantNamed',
  'rateLimit',
  'apiKeyUse',
  'exportUse',
  'share',
  'portalLink',
  'portalSession',
  'messageLink',
  'invitationLink',
]);
const ofTenant = ofKind((kind) => !OF_NO_TENANT.has(kind));

describe('keys', () => {
  it('are of records, ids and cursors that were parsed, never of text that somebody sent', () => {
    expectTypeOf<string>().not.toExtend<KeyOf>();
    expectTypeOf<string>().not.toExtend<Page['startingAfter']>();
  });

  it('of a tenant’s items begin with the tenant, and end there or continue after a #', () => {
    fc.assert(
      fc.property(made, ({ kind, from, key: { pk } }) => {
        const inTenant = pk === `T#${from[0] ?? ''}` || pk.startsWith(`T#${from[0] ?? ''}#`);
        expect(inTenant).toBe(!OF_NO_TENANT.has(kind));
      }),
      { numRuns: 1000 },
    );
  });

  it('of two tenants never share a partition', () => {
    fc.assert(
      fc.property(ofTenant, ofTenant, (one, other) => {
        fc.pre(one.from[0] !== other.from[0]);
        expect(one.key.pk).not.toBe(other.key.pk);
      }),
      { numRuns: 1000 },
    );
  });

  it('of attempts sort in the order of the attempts', () => {
    fc.assert(
      fc.property(tenant, newId, attempt, attempt, (whose, id, a, b) => {
        const [one, other] = [a, b].map((nth) => key.attempt(whose, id, nth).sk);
        expect(one! < other!).toBe(a < b);
      }),
    );
  });
});

/** What may be said of a due thing in a log. */
const SAYABLE = ['tenant', 'subscriberId', 'eventId'];

describe('what is due', () => {
  it('carries a message that the consumer of its queue reads, with nothing left out', () => {
    const reads = fc.property(dueWorks, ({ queue, message }) => {
      expect(readMessage(queue, message)).toEqual(message);
    });
    fc.assert(reads, { numRuns: 1000 });
  });

  it('is told from its item: the word of its work, its key, and a tenant where the key names none', () => {
    const tells = fc.property(dueWorks, (work) => {
      const { tenantId: tenant } = work.message;
      expect(workIn({ ...work.key, tenant, ...due('job', 1, work) })).toEqual(work);
    });
    fc.assert(tells, { numRuns: 1000 });
    const all = fc.sample(dueWorks, { numRuns: 1000, seed: 1 });
    expect(new Set(all.map(({ word }) => word))).toEqual(new Set(DUE_WORDS));
  });

  it('says to a log whose it is, but no token and nothing that callers or providers made up', () => {
    const says = fc.property(dueWorks, ({ message }) => {
      const said = ownerIn(message);
      expect(said.tenant).toBe(message.tenantId);
      expect(Object.keys(said).filter((name) => !SAYABLE.includes(name))).toEqual([]);
    });
    fc.assert(says, { numRuns: 1000 });
    const message = { tenantId: 'acme', subscriberId: 's', eventId: 'e', token: 't', reference: 'r' };
    expect(ownerIn(message)).toEqual({ tenant: 'acme', subscriberId: 's', eventId: 'e' });
  });
});

const email = fc.emailAddress();
describe('keys', () => {
  it('never collide: one key has one kind and was made from one thing', () => {
    const nameOf = ({ pk, sk }: Key) => JSON.stringify([pk, sk]);
    fc.assert(
      fc.property(fc.array(made, { minLength: 40, maxLength: 80 }), (many) => {
        const first = new Map<string, Made>();
        for (const one of many) {
          const same = first.get(nameOf(one.key)) ?? one;
          expect(one).toEqual(same);
          first.set(nameOf(one.key), same);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('the hash of a customer in an id', () => {
  it('maps an e-mail and each subscription to one partition', () => {
    fc.assert(
      fc.property(tenant, email, newId, newId, (whose, address, ...ids) => {
        const { pk } = key.customerNamed(whose, address);
        for (const id of ids.map((one) => withCustomerHash(one, customerHash(whose, address)))) {
          expect(key.subscriber(whose, { id }).pk).toBe(pk);
          expect(key.latestInvoice(whose, id).pk).toBe(pk);
          expect(key.customer(whose, { id, email: address })).toEqual(key.customerNamed(whose, address));
        }
      }),
    );
  });

  it('keeps an id a UUIDv7 of its instant', () => {
    fc.assert(
      fc.property(tenant, email, newId, (whose, address, id) => {
        const customerId = withCustomerHash(id, customerHash(whose, address));
        expect([validate(customerId), version(customerId)]).toEqual([true, 7]);
        expect(customerId.slice(0, 20)).toBe(id.slice(0, 20));
        expect(withCustomerHash(customerId, customerHash(whose, address))).toBe(customerId);
      }),
    );
  });

  it('differs by tenant and by e-mail', () => {
    fc.assert(
      fc.property(tenant, tenant, email, email, (a, b, one, other) => {
        fc.pre(a !== b && one !== other);
        expect(
          new Set([
            customerHash(a, one),
            customerHash(a, other),
            customerHash(b, one),
            customerHash(b, other),
          ]).size,
        ).toBe(4);
      }),
    );
  });

  it('distinguishes subscribers from the customer and the newest invoices in the same partition', () => {
    fc.assert(
      fc.property(tenant, newId, email, (whose, id, address) => {
        expect(isSubscriber(key.subscriber(whose, { id }))).toBe(true);
        expect(isSubscriber(key.latestInvoice(whose, id))).toBe(false);
        expect(isSubscriber(key.customerNamed(whose, address))).toBe(false);
      }),
    );
  });
});

describe('the id of an invoice', () => {
  it('is a UUIDv7 of the start of the period, always the same for one order', () => {
    fc.assert(
      fc.property(reference, instant, (order, start) => {
        const id = invoiceIdOf(order, start);
        expect([validate(id), version(id)]).toEqual([true, 7]);
        expect(parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(start);
        expect(invoiceIdOf(order, start)).toBe(id);
      }),
    );
  });

  it('differs for another order', () => {
    fc.assert(
      fc.property(reference, reference, instant, (one, other, start) => {
        fc.pre(one !== other);
        expect(invoiceIdOf(one, start)).not.toBe(invoiceIdOf(other, start));
      }),
    );
  });

  it('sorts after those of earlier periods', () => {
    fc.assert(
      fc.property(reference, reference, instant, instant, (one, other, a, b) => {
        fc.pre(a !== b);
        expect(invoiceIdOf(one, a) < invoiceIdOf(other, b)).toBe(a < b);
      }),
    );
  });
});

describe('what is due', () => {
  it('is always in the same shard of its kind, of the few there are, and all are used', () => {
    const partitions = DUE_KINDS.flatMap(duePartitions);
    expect(new Set(partitions).size).toBe(DUE_KINDS.length * DUE_SHARDS);
    const used = new Set<string>();
    fc.assert(
      fc.property(dueWorks, fc.constantFrom(...DUE_KINDS), instant, instant, (work, kind, one, other) => {
        const { dueShard, dueAt } = due(kind, one, work);
        expect(dueAt).toBe(one);
        expect(due(kind, other, work).dueShard).toBe(dueShard);
        expect(duePartitions(kind)).toContain(dueShard);
        used.add(dueShard);
      }),
      { numRuns: 3000 },
    );
    expect([...used].sort()).toEqual(partitions.sort());
  });
});

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
