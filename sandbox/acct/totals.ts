import type { Json } from './http.ts';
import { word } from './http.ts';

/** Numbers are read with six decimals; products of two keep twelve, and VAT four more. */
const six = 1_000_000n;
const twelve = six * six;
const vatScale = 10_000n;

/** The totals of an invoice, in cents. `net` includes VAT, as the provider calls it; `gross` does not. */
export interface Totals {
  readonly net: bigint;
  readonly gross: bigint;
  readonly vat: bigint;
}

/** Adds up the lines of an invoice: quantity × unit price less discount, VAT by line. */
export function totals(lines: readonly Json[], rounding: 'whole' | 'line'): Totals {
  let gross = 0n;
  let vat = 0n;
  for (const line of lines) {
    const net = netOf(line) * vatScale;
    const rate = scaled(line['vat_rate'], 2);
    const lineNet = rounding === 'line' ? toCents(net) * centUnit : net;
    gross += lineNet;
    const lineVat = (lineNet * rate) / vatScale;
    vat += rounding === 'line' ? toCents(lineVat) * centUnit : lineVat;
  }
  return { gross: toCents(gross), vat: toCents(vat), net: toCents(gross + vat) };
}

const centUnit = (twelve * vatScale) / 100n;

/** Twelve decimals. */
function netOf(line: Json): bigint {
  const full = scaled(line['quantity'], 6) * scaled(line['unit_price'], 6);
  const discount = scaled(line['discount_value'], 6);
  if (line['discount_type'] === 'percentage') return full - (full * discount) / (100n * six);
  return line['discount_type'] === 'amount' ? full - discount * six : full;
}

/** Half up; only a discount larger than its line is negative. */
function toCents(amount: bigint): bigint {
  return (2n * amount + centUnit) / (2n * centUnit);
}

function scaled(value: unknown, decimals: number): bigint {
  const number = Number(word(value) || 0);
  return BigInt((Number.isFinite(number) ? number : 0).toFixed(decimals).replace('.', ''));
}

/** Cents of an amount as it comes in a request. */
export function centsOf(value: unknown): bigint {
  return scaled(value, 2);
}

/** The provider's amount format: as few decimals as needed, but at least one, such as `8400.0`. */
export function written(cents: bigint): string {
  const sign = cents < 0n ? '-' : '';
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2).replace(/0$/, '')}`;
}
