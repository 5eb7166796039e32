import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Page } from '../../../lib/billing/page.ts';
import { dueRecordOf, ownerIn } from '../../../lib/table/work/due.ts';
import type { DueRecord } from '../../../lib/table/work/due.ts';
import { key, type KeyOf } from '../../../lib/table/schema.ts';
import { made, tenant } from './keys.ts';
import { dueKeys } from './due-keys.ts';
import { newId, ofKind } from './schema-values.ts';

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

/** What may be said of a due thing. */
function sayable(thing: DueRecord): object {
  if (thing.is === 'checkout') return {};
  const { tenant } = thing;
  if (thing.is === 'subscriber') return { tenant, subscriberId: thing.id };
  if (thing.is === 'invoice') return { tenant, subscriberId: thing.subscriberId };
  return thing.is === 'event' ? { tenant, eventId: thing.id } : { tenant };
}

describe('a due key', () => {
  it('is parsed back into its parts', () => {
    const reads = fc.property(dueKeys, ([at, thing]) => {
      expect(dueRecordOf(at)).toEqual(thing);
    });
    fc.assert(reads, { numRuns: 1000 });
  });

  it('says to a log whose it is, but no token and nothing that callers or providers made up', () => {
    const says = fc.property(dueKeys, ([at, thing]) => {
      expect(ownerIn(at)).toEqual(sayable(thing));
    });
    fc.assert(says, { numRuns: 1000 });
    expect(ownerIn({ pk: 'T#acme#?#x', sk: 'WHAT' })).toEqual({ tenant: 'acme' });
  });

  it('names the whole of a token, whatever it is separated by', () => {
    expect(dueRecordOf(key.checkout('a#b#c#d'))).toEqual({ is: 'checkout', token: 'a#b#c#d' });
  });
});
