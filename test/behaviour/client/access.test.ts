import { describe, expect, it } from 'vitest';
import { BillingRefusal, BillingUnreachable } from '../../../client/src/refusals.ts';
import { clientOf, refused, type Answer } from './service.ts';

const START = Date.parse('2026-01-15T09:00:00.000Z');
const HOUR = 3_600_000;
const LOST = new TypeError('fetch failed');

const said = (more: object = {}): Answer => [
  200,
  {
    status: 'success',
    data: {
      ...{ access: true, until: null, because: 'paid', changesAt: null },
      validUntil: new Date(START + HOUR).toISOString(),
      plan: null,
      features: { seats: 3, export: true },
      subscriptions: [],
      ...more,
    },
  },
];

/** A client at a moment that the test moves. */
function at(answers: readonly Answer[]) {
  const clock = { now: START };
  const { client, seen } = clientOf(answers, { retries: 1, now: () => clock.now });
  return { clock, seen, access: client.access };
}

describe('access', () => {
  it('asks by one identifier, in friendly names or the wire’s', async () => {
    const { access, seen } = at([said(), said()]);
    await access({ externalId: 'user-42' });
    await access({ 'svc-id': 'sub_1' });
    expect(seen.map(({ path, query }) => [path, query])).toEqual([
      ['/access', { 'external-id': 'user-42' }],
      ['/access', { 'svc-id': 'sub_1' }],
    ]);
  });

  it('answers from memory for half a minute, also about another feature', async () => {
    const { access, seen, clock } = at([said(), said()]);
    expect((await access({ email: 'a@b.co', feature: 'seats' })).features).toEqual({ seats: 3 });
    expect((await access({ email: 'a@b.co', feature: 'export' })).features).toEqual({ export: true });
    expect(seen).toHaveLength(1);
    clock.now += 30_000;
    await access({ email: 'a@b.co' });
    expect(seen).toHaveLength(2);
  });

  it.each([
    ['no answer', LOST],
    ['a service that is away', refused(503, 'temporarily_unavailable')],
    ['too much', refused(429, 'rate_limited')],
  ] as const)('answers from memory and says so while there is %s, asking once', async (_what, outage) => {
    const { access, seen, clock } = at([said(), outage, outage]);
    expect((await access({ email: 'a@b.co' })).stale).toBe(false);
    clock.now += HOUR / 2;
    expect(await access({ email: 'a@b.co' })).toMatchObject({ access: true, stale: true });
    expect(seen).toHaveLength(2);
  });

  it('never answers from memory beyond `validUntil`', async () => {
    const { access, clock } = at([said(), LOST, LOST, LOST, LOST]);
    await access({ email: 'a@b.co' });
    clock.now += HOUR - 1;
    expect(await access({ email: 'a@b.co' })).toMatchObject({ stale: true });
    clock.now += 1;
    await expect(access({ email: 'a@b.co' })).rejects.toBeInstanceOf(BillingUnreachable);
  });

  it('does not take a refusal for an outage, nor one person for another', async () => {
    const { access, clock } = at([said(), refused(404, 'subscriber_not_found'), said({ access: false })]);
    await access({ svcId: 'sub_1' });
    clock.now += 60_000;
    await expect(access({ svcId: 'sub_1' })).rejects.toBeInstanceOf(BillingRefusal);
    expect((await access({ svcId: 'sub_2' })).access).toBe(false);
  });
});
