import { decimal, divide } from '../../billing/money.ts';

/** An invoice line: the unit price without VAT, as a decimal string. */
export interface Line {
  readonly unitPrice: string;
  /** Set on the second line of an amount that one line cannot express. */
  readonly balances: boolean;
}

/**
 * Lines whose total is exactly the cents charged, VAT included.
 *
 * If a net price in whole cents exists whose rounded VAT gives the charge, it is used: all ways of rounding then agree. At
 * 20 % one amount in six has none: 99.99 lies between 83.32 + 16.66 and 83.33 + 16.67. How the provider rounds is not
 * documented, hence the choice for those:
 * - `whole`: it adds up exactly and rounds the total. One line with four decimals, whose error of at most 0.00005 cannot
 *   change a total by half a cent.
 * - `line`: it rounds each line's net and VAT. One line is a cent short, and a second line of one cent, whose VAT rounds to
 *   nothing below 50 %, makes up for it.
 */
export function linesFor(charged: bigint, vatRate: number, rounding: 'whole' | 'line'): readonly Line[] {
  const rate = BigInt(vatRate);
  const net = wholeNet(charged, rate);
  if (net !== undefined) return [line(net * 100n)];
  if (rounding === 'whole') return [line(divide(charged * 10_000n, 100n + rate))];
  return [line((wholeNet(charged - 1n, rate) ?? 0n) * 100n), { ...line(100n), balances: true }];
}

/** The net price in cents that, with its rounded VAT, equals `charged`. */
function wholeNet(charged: bigint, rate: bigint): bigint | undefined {
  const near = divide(charged * 100n, 100n + rate);
  return [near - 1n, near, near + 1n].find((net) => net >= 0n && net + divide(net * rate, 100n) === charged);
}

function line(tenThousandths: bigint): Line {
  return { unitPrice: decimal(tenThousandths, 4), balances: false };
}
