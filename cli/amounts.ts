import { InvalidArgumentError } from 'commander';
import { amountFrom, isAboveZero } from '../lib/billing/money.ts';

/** An amount of an option, with two decimals. */
export function amount(text: string): string {
  const given = amountFrom(text);
  if (given === undefined) throw new InvalidArgumentError('Write it as 99.90.');
  return given;
}

/** An amount of an option that is more than nothing, with two decimals. */
export function price(text: string): string {
  const given = amount(text);
  if (!isAboveZero(given)) throw new InvalidArgumentError('Write it as 99.90, more than nothing.');
  return given;
}
