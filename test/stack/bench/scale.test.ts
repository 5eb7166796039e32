import { describe, expect, it } from 'vitest';
import { hottestAtPeak, linesOf, PEAK_PER_SECOND, secondsHeld } from '../../../bench/scale/load.ts';
import { noonAfter, type Units } from '../../../bench/scale/measure.ts';
import { reached, type Measured } from '../../../bench/scale/reached.ts';
import { sweepRate } from '../../../bench/scale/sweep-rate.ts';

const NOTHING: Units = {
  ...{ tableReads: 0, tableWrites: 0, queueRequests: 0, keyRequests: 0, bucketRequests: 0 },
  ...{ invocations: {}, calls: {}, hottestWrites: 0 },
};
const RENEWAL: Units = {
  ...NOTHING,
  ...{ tableReads: 10, tableWrites: 24, queueRequests: 4, keyRequests: 0.25, hottestWrites: 2 },
  invocations: { 'notifications/receive': 1, 'reconciliation/run': 1, 'webhooks/deliver': 1 },
  calls: {
    'notifications/receive': { aws: 3, outside: 0 },
    'reconciliation/run': { aws: 10, outside: 1 },
    'webhooks/deliver': { aws: 8, outside: 2 },
  },
};
const DOCUMENT: Units = {
  ...NOTHING,
  ...{ tableWrites: 40, hottestWrites: 10, invocations: { 'invoicing/issue': 4 } },
  calls: { 'invoicing/issue': { aws: 50, outside: 6 } },
};
const MEASURED: Measured = {
  renewal: RENEWAL,
  delivery: { ...NOTHING, calls: { 'webhooks/deliver': { aws: 8, outside: 2 } } },
  document: DOCUMENT,
  sweepRates: new Map([
    ['reconciliation', 400],
    ['event', 2_000],
  ]),
};

/** What is reached of one thing, by the words for it. */
function row(bound: string, what: string, measured: Measured = MEASURED) {
  const found = reached(measured).find((one) => one.bound === bound && one.what.includes(what));
  return { measured: Number(found?.measured), limit: found?.limit, ok: found?.ok };
}

const slower = (units: Units, name: string, calls: Units['calls'][string]): Units => ({
  ...units,
  calls: { ...units.calls, [name]: calls },
});

describe('what is reached of the scale that is wanted', () => {
  it('has a line for each thing that is wanted, all within their limits with units such as ours', () => {
    const results = reached(MEASURED);
    expect([...new Set(results.map(({ bound }) => bound))]).toEqual([
      ...['documents', 'sweep', 'reconciliations', 'API', 'deliveries', 'table', 'cost'],
    ]);
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
  });

  it('lets as many documents be made as tenants may have, unless the places for them are too few', () => {
    expect(row('documents', 'of 200 tenants').measured).toBeCloseTo(200 / 6.3, 1);
    const document = slower(DOCUMENT, 'invoicing/issue', { aws: 0, outside: 50 });
    expect(row('documents', 'of 200 tenants', { ...MEASURED, document })).toEqual({
      ...{ measured: 10, limit: '≥ 20', ok: false },
    });
  });

  it('counts six shards of sixteen for a kind while all are full, and no more than a partition takes', () => {
    expect(row('sweep', 'kind reconciliation').measured).toBe(400 * 6 * 0.8 * 60);
    expect(row('sweep', 'kind event').measured).toBe(500 * 6 * 0.8 * 60);
    const sweepRates = new Map([['event', 200]] as const);
    expect(row('sweep', 'kind event', { ...MEASURED, sweepRates })).toMatchObject({
      limit: '≥ 60000',
      ok: false,
    });
  });

  it('divides the places for reconciliations by how long a renewal keeps one', () => {
    expect(secondsHeld(RENEWAL, 'reconciliation/run')).toBeCloseTo(0.5);
    expect(row('reconciliations', '')).toEqual({ measured: 600, limit: '≥ 300', ok: true });
    const renewal = slower(RENEWAL, 'reconciliation/run', { aws: 10, outside: 3 });
    expect(row('reconciliations', '', { ...MEASURED, renewal }).ok).toBe(false);
  });

  it('gives the others their share of deliveries by what passing on takes beside a delivery', () => {
    expect(row('deliveries', 'share').measured).toBeCloseTo(0.24 / (0.24 + 0.04 / 9), 2);
    const delivery = slower(NOTHING, 'webhooks/deliver', { aws: 800, outside: 2 });
    expect(row('deliveries', 'a second', { ...MEASURED, delivery }).ok).toBe(false);
  });

  it('holds writes, hottest partition and cost against what is wanted', () => {
    const dear = { ...RENEWAL, tableWrites: 41, hottestWrites: 11 };
    expect(row('table', 'write units').measured).toBeCloseTo(24 * PEAK_PER_SECOND, 1);
    expect(row('table', 'write units', { ...MEASURED, renewal: dear }).ok).toBe(false);
    expect(row('table', 'hottest', { ...MEASURED, renewal: dear }).ok).toBe(false);
    expect(row('cost', '').ok).toBe(true);
    const dearest = { ...MEASURED, renewal: { ...RENEWAL, tableWrites: 60 } };
    expect(row('cost', '', dearest)).toMatchObject({ limit: '≤ 1500', ok: false });
  });
});

describe('the hottest partition', () => {
  it('is the giant tenant’s, whose documents take turns and whose renewals do not', () => {
    expect(hottestAtPeak(RENEWAL, DOCUMENT)).toBeCloseTo(PEAK_PER_SECOND);
    expect(hottestAtPeak({ ...RENEWAL, hottestWrites: 0 }, DOCUMENT)).toBeCloseTo(10 / 6.3);
  });

  it('is one of the quotas, of which the most used comes first', () => {
    const lines = linesOf(RENEWAL, DOCUMENT);
    const shares = lines.map(({ atPeak, limit }) => atPeak / limit);
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
    expect(lines.map(({ what }) => what)).toContain('DynamoDB: write units a second, hottest partition');
  });
});

describe('what is measured', () => {
  it.each([
    ['2026-11-22T11:59:00Z', '2026-11-22T12:00:00.000Z'],
    ['2026-11-22T12:00:00Z', '2026-11-23T12:00:00.000Z'],
    ['2026-01-28T18:00:00Z', '2026-02-01T12:00:00.000Z'],
    ['2026-12-30T18:00:00Z', '2027-01-01T12:00:00.000Z'],
  ])('begins after %s at a noon that the next month has too: %s', (now, noon) => {
    expect(new Date(noonAfter(Date.parse(now))).toISOString()).toBe(noon);
  });

  it.each(['reconciliation', 'event'] as const)(
    'is the sweep’s own code handing out a page of kind %s',
    async (kind) => {
      expect(await sweepRate(kind, 0)).toBeGreaterThan(100);
    },
  );
});
