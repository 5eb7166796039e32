import { Refusal } from './envelope.ts';
import type { LedgerEntry, Refund } from './records.ts';
import type { RefundTruth } from './refund-truths.ts';
import type { World } from './world.ts';

/** A line of a payment: its identifier and its price in hundredths. */
export interface Line {
  readonly id: string;
  readonly cents: number;
}

/** An amount in hundredths. */
export const centsOf = (amount: string | number): number => Math.round(Number(amount) * 100);

/** The payment of a merchant; `5087` where it has none of this number. */
export function findPayment(world: World, merchantId: string, paymentId: string | undefined): LedgerEntry {
  const entry = paymentId === undefined ? undefined : world.store.ledger.get(paymentId);
  if (entry?.merchantId !== merchantId || entry.status !== 'SUCCESS') throw new Refusal('5087');
  return entry;
}

/** The payment of a line; refused where the merchant has no such line. */
export function paymentOfLine(
  world: World,
  merchantId: string,
  line: string,
  truth: RefundTruth,
): LedgerEntry {
  const entry = world.store.ledger.get(line.slice(0, -1));
  const isOwn = entry?.merchantId === merchantId && entry.status === 'SUCCESS';
  if (!isOwn || !linesOf(entry, truth).some(({ id }) => id === line)) throw new Refusal('5088');
  return entry;
}

/** The lines of a payment: one, or two of which the second is the larger. */
export function linesOf({ paymentId, amount }: LedgerEntry, { paymentLines }: RefundTruth): Line[] {
  const whole = centsOf(amount);
  const first = paymentLines === 'one' ? whole : Math.floor(whole * 0.4);
  const cents = paymentLines === 'one' ? [whole] : [first, whole - first];
  return cents.map((each, at) => ({ id: `${paymentId}${at + 1}`, cents: each }));
}

/** What was given back of a payment, the last one last. */
export function refundsOf(world: World, { paymentId }: LedgerEntry): Refund[] {
  return world.store.refunds.all().filter((one) => one.paymentId === paymentId);
}

/** What is left of a line, in hundredths. */
export function restOf(world: World, entry: LedgerEntry, line: Line): number {
  const made = refundsOf(world, entry).filter(({ status }) => status === 1);
  if (made.some(({ kind }) => kind === 'cancel')) return 0;
  return made
    .filter((one) => one.paymentTransactionId === line.id)
    .reduce((rest, { amount }) => rest - centsOf(amount), line.cents);
}
