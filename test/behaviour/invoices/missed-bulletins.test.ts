import { describe, expect, it } from 'vitest';
import { exchangeRate } from '../../../lib/invoicing/exchange-rate.ts';
import { storedRates } from '../../../lib/table/documents/exchange-rates.ts';
import { openWorld } from '../../support/world/opened.ts';

const HOUR = 60 * 60_000;
const at = (time: string) => Date.parse(`${time}+03:00`);
const WAYS = ['notFound', 'page', 'redirect', 'forbidden'];

/** What the bank's site does, and when it is asked about which payment. */
interface Given {
  readonly bank: object;
  readonly now: string;
  readonly paid?: string;
}

/** The rate that a payment gets (or none yet), whose bulletin it is, and whether it is stored for good. */
async function rateOf({ bank, now, paid = now }: Given) {
  const world = await openWorld(at(now));
  const set = await fetch(`${world.acct.url}/sandbox/rates`, { method: 'POST', body: JSON.stringify(bank) });
  expect(set.status).toBe(200);
  const app = { ...world.app, memory: {} };
  const rate = await exchangeRate(app, 'USD', at(paid), () => 60_000);
  const stored = await storedRates(app, paid.slice(0, 10));
  await fetch(`${world.acct.url}/sandbox/rates`, { method: 'DELETE' });
  const of = async (day: string) => {
    const answer = await world.app.bulletins.of(day, 1_000);
    return answer.is === 'published' ? answer.buying.USD : 'none';
  };
  await world.stop();
  return { rate, isStored: stored !== undefined, of };
}

describe('The bulletin in force on a day', () => {
  it.each(WAYS)(
    'is Friday’s on a Monday morning, whatever is answered for a weekend: %s',
    async (noBulletin) => {
      const { rate, isStored } = await rateOf({ bank: { noBulletin, USD: 41 }, now: '2026-01-19T09:00' });
      expect([rate, isStored]).toEqual(['41.0000', true]);
    },
  );

  it.each(WAYS)('is the one before a holiday, while that is the newest: %s', async (noBulletin) => {
    // The feast of Ramadan: 19 to 22 March, its eve a Thursday.
    const { rate, isStored } = await rateOf({ bank: { noBulletin, USD: 41 }, now: '2026-03-22T09:00' });
    expect([rate, isStored]).toEqual(['41.0000', true]);
  });

  it.each(WAYS)('is the one before a holiday, once the next number has come out: %s', async (noBulletin) => {
    const day = { bank: { noBulletin, USD: 41 }, paid: '2026-04-24T09:00' };
    expect((await rateOf({ ...day, now: '2026-04-24T15:31' })).rate).toBe('41.0000');
  });

  it('is not known on the day after a bank holiday before its number, or a day, tells', async () => {
    const day = { bank: { USD: 41 }, paid: '2026-04-24T00:30' };
    expect((await rateOf({ ...day, now: '2026-04-24T00:30' })).rate).toBeUndefined();
    expect((await rateOf({ ...day, now: '2026-04-24T15:31' })).rate).toBe('41.0000');
  });

  it.each([1, 10, 30, 24 * 20])(
    'is never an older one because that of a banking day cannot be had, %d hours later either',
    async (hours) => {
      const paid = '2026-01-20T09:00';
      const now = new Date(at(paid) + hours * HOUR + 3 * HOUR).toISOString().slice(0, 16);
      const found = await rateOf({ bank: { hidden: ['2026-01-19'], USD: 41 }, now, paid });
      expect([found.rate, found.isStored]).toEqual([undefined, false]);
    },
  );

  it('is an older one where a banking day really had none', async () => {
    const day = { bank: { missing: ['2026-01-19'], USD: 41 }, paid: '2026-01-20T09:00' };
    expect((await rateOf({ ...day, now: '2026-01-20T09:00' })).rate).toBeUndefined();
    expect((await rateOf({ ...day, now: '2026-01-20T15:31' })).rate).toBe('41.0000');
  });

  it('is the last one of the old year after new year', async () => {
    const day = { bank: { USD: 41 }, paid: '2026-01-02T09:00' };
    expect((await rateOf({ ...day, now: '2026-01-02T16:00' })).rate).toBe('41.0000');
    const missed = { bank: { hidden: ['2025-12-31'] }, paid: '2026-01-02T09:00' };
    expect((await rateOf({ ...missed, now: '2026-01-01T16:00' })).rate).toBeUndefined();
  });
});
