/** A decimal string such as `99.9`, `100` or `12.340000` in cents; undefined if it is not a whole number of cents. */
export function cents(amount: string): bigint | undefined {
  const parts = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(amount);
  if (!parts) return undefined;
  return BigInt(parts[1] ?? '0') * 100n + BigInt((parts[2] ?? '').padEnd(2, '0'));
}

/** What an amount is that a door takes, in words for who wrote another. */
export const AMOUNT_SAID = 'must be an amount such as 49.90, with at most two decimals';

/** An amount as every door takes it: at most nine digits, a point and at most two decimals. */
export const AMOUNT = /^\d{1,9}(?:\.\d{1,2})?$/;

/** An amount that API, console or command line was given, as a two-decimal string; undefined for what is none. */
export function amountFrom(given: string): string | undefined {
  return AMOUNT.test(given) ? decimal(cents(given) ?? 0n, 2) : undefined;
}

/** Whether an amount is more than nothing. */
export const isAboveZero = (amount: string): boolean => (cents(amount) ?? 0n) > 0n;

/** `units` as a decimal string with `decimals` digits after the point: `decimal(1234n, 2)` is `12.34`. */
export function decimal(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Integer division, halves rounded up; neither number may be negative. */
export function divide(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}
