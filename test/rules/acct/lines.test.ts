import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents, decimal } from '../../../lib/billing/money.ts';
import { linesFor } from '../../../lib/acct/parasut/lines.ts';
import { totals } from '../../../sandbox/acct/totals.ts';
import { openWorld, order, valueOf } from './world.ts';
import type { World } from './world.ts';

const rates = [0, 1, 10, 20] as const;
const amounts = fc.bigInt({ min: 1n, max: 5_000_000_00n });

function totalOf(charged: bigint, rate: number, billed: 'whole' | 'line', added: 'whole' | 'line'): bigint {
  const lines = linesFor(charged, rate, billed);
  const wire = lines.map(({ unitPrice }) => ({ quantity: 1, unit_price: Number(unitPrice), vat_rate: rate }));
  return totals(wire, added).net;
}

describe('Lines of an invoice', () => {
  it.each(['whole', 'line'] as const)('come to exactly what was charged, rounding the %s', (rounding) => {
    fc.assert(
      fc.property(amounts, fc.constantFrom(...rates), (charged, rate) => {
        expect(totalOf(charged, rate, rounding, rounding)).toBe(charged);
      }),
      { numRuns: 4_000 },
    );
  });

  it('add up to exactly the charged amount for every amount up to 30.00', () => {
    let checked = 0;
    for (const rate of rates)
      for (let charged = 1n; charged <= 3_000n; charged++)
        for (const rounding of ['whole', 'line'] as const) {
          expect(totalOf(charged, rate, rounding, rounding)).toBe(charged);
          checked += 1;
        }
    expect(checked).toBe(24_000);
  });

  it('are one line of whole cents for common prices', () => {
    expect(linesFor(12_000n, 20, 'whole')).toEqual([{ unitPrice: '100.0000', balances: false }]);
    expect(linesFor(9_990n, 20, 'line')).toEqual([{ unitPrice: '83.2500', balances: false }]);
  });

  it('are two, one of a cent, only where lines are rounded and a single line cannot equal the amount', () => {
    expect(linesFor(9_999n, 20, 'whole')).toEqual([{ unitPrice: '83.3250', balances: false }]);
    expect(linesFor(9_999n, 20, 'line')).toEqual([
      { unitPrice: '83.3200', balances: false },
      { unitPrice: '0.0100', balances: true },
    ]);
  });
});

describe('Amounts', () => {
  it('are read to the cent regardless of trailing zeros', () => {
    expect(['99.9', '99.90', '99.90000000', '100', '0.01'].map(cents)).toEqual([
      9990n,
      9990n,
      9990n,
      10000n,
      1n,
    ]);
  });

  it('that are not whole cents are not parsed', () => {
    expect(['99.905', '', '-1', '1e3', ' 1', '1,5', 'NaN'].map(cents)).toEqual(Array(7).fill(undefined));
  });

  it('are read as they are written', () => {
    fc.assert(fc.property(amounts, (amount) => cents(decimal(amount, 2)) === amount));
  });
});

describe('An invoice made at the provider', () => {
  const worlds: World[] = [];
  beforeAll(async () => {
    for (const rounding of ['whole', 'line'] as const)
      worlds.push(await openWorld({ company: { rounding } }));
  });
  afterAll(() => Promise.all(worlds.map((world) => world.close())));

  it.each(['whole', 'line'] as const)('comes to the amount charged, rounding the %s', async (rounding) => {
    const world = worlds[rounding === 'whole' ? 0 : 1]!;
    const contactId = valueOf(await world.connect().makeContact(order().buyer));
    await fc.assert(
      fc.asyncProperty(amounts, fc.constantFrom(...rates), async (charged, vatRate) => {
        const acct = world.connect({ rounding });
        const amount = decimal(charged, 2);
        const made = await acct.makeInvoice({
          contactId,
          issueDate: '2026-01-16',
          order: order({ amount, vatRate }),
        });
        expect(cents(valueOf(made).total)).toBe(charged);
      }),
      { numRuns: 60 },
    );
  });
});
