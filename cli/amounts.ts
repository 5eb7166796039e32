import { noAmountSaid, writtenAmount, type NoAmount } from '../lib/billing/written-amount.ts';
import { UsageError } from './io.ts';

interface AmountOptions {
  readonly mayBeNothing?: boolean;
}

/** The amount of an option, as people write it, as a two-decimal string. Throws UsageError for what is none, or could be two. */
export function amountOption(
  option: string,
  given: string,
  currency: string,
  { mayBeNothing = false }: AmountOptions = {},
): string {
  const amount = writtenAmount(given, currency);
  if (typeof amount === 'string') return amount;
  if (amount.is === 'zero' && mayBeNothing) return '0.00';
  throw refusedAmount(option, given, amount);
}

/** Checks an amount whose currency is not known yet. Throws UsageError. */
export function checkAmount(
  option: string,
  given: string,
  { mayBeNothing = false }: AmountOptions = {},
): void {
  const amount = writtenAmount(given, 'TRY');
  if (typeof amount === 'string' || amount.is === 'currency') return;
  if (amount.is !== 'zero' || !mayBeNothing) throw refusedAmount(option, given, amount);
}

const refusedAmount = (option: string, given: string, why: NoAmount) =>
  new UsageError(`${option} ${given}: ${noAmountSaid(why)}`);
