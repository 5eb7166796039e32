import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Page } from '../../../lib/billing/page.ts';
import { ownerIn, due, DUE_WORDS } from '../../../lib/table/work/due.ts';
import { key, type KeyOf } from '../../../lib/table/schema.ts';
import { made, tenant } from './keys.ts';
import { dueWorks } from './due-works.ts';
import { readMessage } from '../../promises/releases/readers.ts';
import { newId, ofKind } from './schema-values.ts';
import { workIn } from '../../../lib/table/work/works.ts';

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
