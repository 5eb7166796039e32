import fc from 'fast-check';
import { validate, version } from 'uuid';
import { describe, expect, it } from 'vitest';
import { DUE_SHARDS } from '../../../lib/limits.ts';
import { DUE_KINDS, due, duePartitions } from '../../../lib/table/work/due.ts';
import { invoiceIdOf } from '../../../lib/table/ids.ts';
import { isSubscriber } from '../../../lib/table/ranges.ts';
import { key } from '../../../lib/table/schema.ts';
import { customerHash, withCustomerHash } from '../../../lib/table/ids.ts';
import type { Key } from '../../../lib/table/table.ts';
import { made, reference, tenant, type Made } from './keys.ts';
import { dueWorks } from './due-works.ts';
import { instant, newId } from './schema-values.ts';

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
