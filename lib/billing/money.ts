/** Cents of a decimal string such as `99.9`, `100` or `12.340000`; undefined where it is not whole cents. */
export function cents(amount: string): bigint | undefined {
  const parts = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(amount);
  if (!parts) return undefined;
  return BigInt(parts[1] ?? '0') * 100n + BigInt((parts[2] ?? '').padEnd(2, '0'));
}

/** The decimal string of a number of units of which `10 ** decimals` make one. */
export function decimal(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Division of whole numbers, halves away from zero; neither may be negative. */
export function divide(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}
