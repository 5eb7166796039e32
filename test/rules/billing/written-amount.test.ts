import { describe, expect, it } from 'vitest';
import { noAmountSaid, writtenAmount } from '../../../lib/billing/written-amount.ts';

describe('an amount as people write it', () => {
  it.each([
    ['49,95', '49.95'],
    ['49.95', '49.95'],
    ['49,9', '49.90'],
    ['25.00', '25.00'],
    ['10', '10.00'],
    ['1250', '1250.00'],
    ['1250,5', '1250.50'],
    ['1.250,00', '1250.00'],
    ['1,250.00', '1250.00'],
    ['1.250,5', '1250.50'],
    ['1.250.000', '1250000.00'],
    ['1,250,000.99', '1250000.99'],
    ['1 250,00', '1250.00'],
    ['1\u00a0250', '1250.00'],
    ['1\u202f250,00', '1250.00'],
    ['1’250.00', '1250.00'],
    ['₺10', '10.00'],
    ['₺ 1.250,00', '1250.00'],
    ['10 TL', '10.00'],
    ['10 tl', '10.00'],
    ['TRY 10,50', '10.50'],
    [' 7 ', '7.00'],
    ['１２，５０', '12.50'],
    ['0,99', '0.99'],
  ])('%s is %s', (given, amount) => {
    expect(writtenAmount(given, 'TRY')).toBe(amount);
  });

  it.each([
    ['1.250', 'could be 1250.00 or 1.250; write it with two decimals, such as 1250.00'],
    ['1,250', 'could be 1250.00 or 1.250; write it with two decimals, such as 1250.00'],
    ['₺125.000', 'could be 125000.00 or 125.000; write it with two decimals, such as 125000.00'],
    ['0.250', 'must have at most two decimals'],
    ['1250.500', 'must have at most two decimals'],
    ['1.250,000', 'must have at most two decimals'],
    ['$10', 'names another currency: $'],
    ['10 EUR', 'names another currency: EUR'],
    ['₺10€', 'names another currency: €'],
    ['0', 'must be above zero'],
    ['0,00', 'must be above zero'],
    ...[
      '',
      ' ',
      '-5',
      '+5',
      'ten',
      '1.25.000',
      '1.250.00',
      '12.50.000,1',
      '01.250,00',
      '1,2,3',
      ',50',
      '25.',
      '₺10 TL',
    ]
      .concat(['1e3', '0x10', '1 25', '1..250', '٣', '9'.repeat(40), '½'])
      .map((given) => [given, 'must be an amount, such as 49.95 or 1250.00']),
  ])('%j is refused: %s', (given, said) => {
    const why = writtenAmount(given, 'TRY');
    expect(typeof why === 'string' ? why : noAmountSaid(why)).toBe(said);
  });

  it.each([
    ['$1,250.00', 'USD', '1250.00'],
    ['€ 49,95', 'EUR', '49.95'],
    ['49,95 eur', 'EUR', '49.95'],
  ])('%s may name its own currency %s', (given, currency, amount) => {
    expect(writtenAmount(given, currency)).toBe(amount);
    expect(writtenAmount(given, 'TRY')).toMatchObject({ is: 'currency' });
  });
});
