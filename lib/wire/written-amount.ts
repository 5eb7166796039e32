import type { WithKept } from '../text/kept-text.ts';
import type { RefundAsk } from '../billing/refund.ts';
import { noAmountSaid, writtenAmount } from '../billing/written-amount.ts';
import { invalid } from './read.ts';
import { refundInput } from './refunds.ts';

/** A form or a command with an amount as people write it. */
interface Written {
  readonly amount?: string | undefined;
  readonly [member: string]: string | undefined;
}

/** The amount that somebody wrote, as the API takes it. Throws `invalid_request` with the field. */
export function amountWritten(field: string, given: string, currency: string): string {
  const amount = writtenAmount(given, currency);
  if (typeof amount !== 'string') throw invalid({ field, message: noAmountSaid(amount) });
  return amount;
}

/** A refund as a person asks for it; without an amount, of all that is left. Throws `invalid_request` and `invoice_not_found`. */
export function writtenRefund(
  { amount = '', ...others }: Written,
  currency: string,
): WithKept<RefundAsk, 'note'> {
  if (amount.trim() === '') return refundInput(others);
  return refundInput({ ...others, amount: amountWritten('amount', amount, currency) });
}
