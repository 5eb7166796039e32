/** A decimal string such as `99.9`, `100` or `12.340000` in cents; undefined if it is not a whole number of cents. */
export function cents(amount: string): bigint | undefined {
  const parts = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(amount);
  if (!parts) return undefined;
  return BigInt(parts[1] ?? '0') * 100n + BigInt((parts[2] ?? '').padEnd(2, '0'));
}

/** `units` as a decimal string with `decimals` digits after the point: `decimal(1234n, 2)` is `12.34`. */
export function decimal(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Integer division, halves rounded up; neither number may be negative. */
export function divide(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}
