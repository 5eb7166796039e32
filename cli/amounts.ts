import { noAmountSaid, writtenAmount } from '../lib/billing/written-amount.ts';
import { UsageError } from './io.ts';

/** The amount of an option, as people write it, as a two-decimal string. Throws UsageError for what is none, or could be two. */
export function amountOption(
  option: string,
  given: string,
  currency: string,
  { mayBeNothing = false }: { readonly mayBeNothing?: boolean } = {},
): string {
  const amount = writtenAmount(given, currency);
  if (typeof amount === 'string') return amount;
  if (amount.is === 'zero' && mayBeNothing) return '0.00';
  throw new UsageError(`${option} ${given}: ${noAmountSaid(amount)}`);
}
