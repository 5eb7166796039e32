import fc from 'fast-check';
import { v7, validate, version } from 'uuid';
import { describe, expect, it } from 'vitest';
import { DUE_SHARDS } from '../../lib/limits.ts';
import { due, invoiceIdOf, isSubscriber, key, kinOf, range, withKin } from '../../lib/table/schema.ts';
import { dueThing } from '../../lib/table/schema.ts';
import type { DueThing } from '../../lib/table/schema.ts';
import type { Key } from '../../lib/table/table.ts';

const INSTANT_MAX = 2 ** 48 - 1;

const instant = fc.integer({ min: 0, max: INSTANT_MAX });
const newId = fc
  .tuple(instant, fc.uint8Array({ minLength: 16, maxLength: 16 }))
  .map(([msecs, random]) => v7({ msecs, random }));
const tenant = newId;
const email = fc.emailAddress();
/** What a provider or a caller may call something: it can look like a key itself. */
const reference = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
  fc.constantFrom('#', 'REF', '#C#', 'T#x#E#y', 'PLAN#1', '#LATEST', 'a#b#c'),
);
const attempt = fc.integer({ min: 1, max: 99 });

/** Every key there is, of random things. */
const parts = fc.record({ tenant, id: newId, email, reference, attempt });
type Parts = typeof parts extends fc.Arbitrary<infer Made> ? Made : never;
const KINDS: Record<keyof typeof key, (of: Parts) => Key> = {
  apiKey: ({ reference }) => key.apiKey(reference),
  checkout: ({ reference }) => key.checkout(reference),
  form: ({ reference }) => key.form(reference),
  tenant: ({ tenant }) => key.tenant(tenant),
  tenantListed: ({ tenant }) => key.tenantListed(tenant),
  apiKeyListed: ({ tenant, reference }) => key.apiKeyListed(tenant, reference),
  invoiceCounter: ({ tenant }) => key.invoiceCounter(tenant),
  acctTokens: ({ tenant }) => key.acctTokens(tenant),
  plan: ({ tenant, id }) => key.plan(tenant, id),
  planByReference: ({ tenant, reference }) => key.planByReference(tenant, reference),
  customer: ({ tenant, email }) => key.customer(tenant, email),
  subscriber: ({ tenant, id }) => key.subscriber(tenant, id),
  latestInvoice: ({ tenant, id }) => key.latestInvoice(tenant, id),
  invoice: ({ tenant, id }) => key.invoice(tenant, id, id),
  document: ({ tenant, id }) => key.document(tenant, id, id),
  reference: ({ tenant, reference }) => key.reference(tenant, reference),
  event: ({ tenant, id }) => key.event(tenant, id),
  attempt: ({ tenant, id, attempt }) => key.attempt(tenant, id, attempt),
  operation: ({ tenant, reference }) => key.operation(tenant, reference),
  cardForm: ({ tenant, reference }) => key.cardForm(tenant, reference),
  idempotency: ({ tenant, reference }) => key.idempotency(tenant, reference),
  notice: ({ tenant, reference }) => key.notice(tenant, reference),
};
const OF_NO_TENANT = new Set(['apiKey', 'checkout', 'form', 'tenantListed']);

describe('keys', () => {
  it('of different kinds never collide', () => {
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        const keys = [one, one, { ...other, tenant: one.tenant }].flatMap((of, round) =>
          round === 1 ? [] : Object.entries(KINDS).map(([kind, make]) => ({ kind, ...make(of) })),
        );
        const kindOf = new Map<string, string>();
        for (const { kind, pk, sk } of keys) {
          const name = JSON.stringify([pk, sk]);
          expect(kindOf.get(name) ?? kind).toBe(kind);
          kindOf.set(name, kind);
        }
      }),
    );
  });

  it('of what belongs to a tenant begin with it, and end there or go on after a #', () => {
    fc.assert(
      fc.property(parts, (of) => {
        for (const [kind, make] of Object.entries(KINDS)) {
          const { pk } = make(of);
          const inTenant = pk === `T#${of.tenant}` || pk.startsWith(`T#${of.tenant}#`);
          expect([kind, inTenant]).toEqual([kind, !OF_NO_TENANT.has(kind)]);
        }
      }),
    );
  });

  it('of two tenants never share a partition', () => {
    fc.assert(
      fc.property(parts, tenant, (of, other) => {
        fc.pre(of.tenant !== other);
        const kinds = Object.entries(KINDS).filter(([kind]) => !OF_NO_TENANT.has(kind));
        const partitions = (whose: string) => kinds.map(([, make]) => make({ ...of, tenant: whose }).pk);
        expect(partitions(of.tenant).filter((pk) => partitions(other).includes(pk))).toEqual([]);
      }),
    );
  });

  it('of attempts are in the order of the attempts', () => {
    fc.assert(
      fc.property(tenant, newId, attempt, attempt, (whose, id, a, b) => {
        const [one, other] = [a, b].map((nth) => key.attempt(whose, id, nth).sk);
        expect(one! < other!).toBe(a < b);
      }),
    );
  });
});

describe('kin', () => {
  it('leads from an e-mail and from each subscription to one partition', () => {
    fc.assert(
      fc.property(tenant, email, newId, newId, (whose, address, ...ids) => {
        const { pk } = key.customer(whose, address);
        for (const id of ids.map((one) => withKin(one, kinOf(whose, address)))) {
          expect(key.subscriber(whose, id).pk).toBe(pk);
          expect(key.latestInvoice(whose, id).pk).toBe(pk);
          expect(range.subscriberWithLatestInvoice(whose, id).pk).toBe(pk);
        }
        expect(range.customerWithSubscribers(whose, address).pk).toBe(pk);
      }),
    );
  });

  it('keeps an id a UUIDv7 of its instant', () => {
    fc.assert(
      fc.property(tenant, email, newId, (whose, address, id) => {
        const kin = withKin(id, kinOf(whose, address));
        expect([validate(kin), version(kin)]).toEqual([true, 7]);
        expect(kin.slice(0, 20)).toBe(id.slice(0, 20));
        expect(withKin(kin, kinOf(whose, address))).toBe(kin);
      }),
    );
  });

  it('differs by tenant and by e-mail', () => {
    fc.assert(
      fc.property(tenant, tenant, email, email, (a, b, one, other) => {
        fc.pre(a !== b && one !== other);
        expect(new Set([kinOf(a, one), kinOf(a, other), kinOf(b, one), kinOf(b, other)]).size).toBe(4);
      }),
    );
  });

  it('holds subscribers apart from the customer and the newest invoices beside them', () => {
    fc.assert(
      fc.property(tenant, newId, email, (whose, id, address) => {
        expect(isSubscriber(key.subscriber(whose, id))).toBe(true);
        expect(isSubscriber(key.latestInvoice(whose, id))).toBe(false);
        expect(isSubscriber(key.customer(whose, address))).toBe(false);
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

  it('is another for another order', () => {
    fc.assert(
      fc.property(reference, reference, instant, (one, other, start) => {
        fc.pre(one !== other);
        expect(invoiceIdOf(one, start)).not.toBe(invoiceIdOf(other, start));
      }),
    );
  });

  it('comes after those of earlier periods', () => {
    fc.assert(
      fc.property(reference, reference, instant, instant, (one, other, a, b) => {
        fc.pre(a !== b);
        expect(invoiceIdOf(one, a) < invoiceIdOf(other, b)).toBe(a < b);
      }),
    );
  });
});

describe('what is due', () => {
  const things: fc.Arbitrary<readonly [Key, DueThing]> = parts.chain(({ tenant, id, reference }) =>
    fc.constantFrom<readonly [Key, DueThing]>(
      [key.checkout(id), { is: 'checkout', token: id }],
      [key.event(tenant, id), { is: 'event', tenant, id }],
      [key.subscriber(tenant, id), { is: 'subscriber', tenant, id }],
      [key.reference(tenant, reference), { is: 'reference', tenant, reference }],
      [key.operation(tenant, reference), { is: 'operation', tenant, reference }],
      [key.notice(tenant, reference), { is: 'notice', tenant, reference }],
      [key.invoice(tenant, id, tenant), { is: 'invoice', tenant, subscriberId: id, id: tenant }],
    ),
  );

  it('is read back from its key', () => {
    fc.assert(
      fc.property(things, ([at, thing]) => expect(dueThing(at)).toEqual(thing)),
      { numRuns: 500 },
    );
  });

  it.each(['apiKey', 'tenant', 'plan', 'customer', 'cardForm', 'idempotency'] as const)(
    'is never a key of kind %s',
    (kind) => {
      fc.assert(fc.property(parts, (of) => expect(() => dueThing(KINDS[kind](of))).toThrow('never due')));
    },
  );

  it('is always in the same shard of the few there are, and all are used', () => {
    const used = new Set<string>();
    fc.assert(
      fc.property(things, instant, instant, ([at], one, other) => {
        const { dueShard, dueAt } = due(one, at);
        expect(dueAt).toBe(one);
        expect(due(other, at).dueShard).toBe(dueShard);
        expect(Array.from({ length: DUE_SHARDS }, (_, shard) => String(shard))).toContain(dueShard);
        used.add(dueShard);
      }),
      { numRuns: 1000 },
    );
    expect(used.size).toBe(DUE_SHARDS);
  });
});
