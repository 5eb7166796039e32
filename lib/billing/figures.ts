import { HOUR_MS } from '../limits.ts';
import type { SubscriptionEvent } from './events.ts';
import type { Invoice } from './invoice.ts';
import { cents, decimal } from './money.ts';
import { dayInTurkey } from './turkish-day.ts';

/** What became of a tenant's subscribers in a month by the Turkish calendar. */
export interface Figures {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly subscribed: number;
  readonly renewed: number;
  /** Renewals that were paid after a failure. */
  readonly recovered: number;
  readonly ended: number;
  /** What was charged, refunds not deducted, by currency: decimal strings. */
  readonly charged: Readonly<Record<string, string>>;
}

/** The month of a time (epoch ms) in Turkey, `YYYY-MM`. */
export const monthOf = (time: number): string => dayInTurkey(time).slice(0, 7);

/** When a month begins (epoch ms). */
export const beginningOf = (month: string): number => Date.parse(`${month}-01T00:00:00Z`) - 3 * HOUR_MS;

/** A month in which nothing has happened. */
export const noFigures = (month: string): Figures => ({
  month,
  subscribed: 0,
  renewed: 0,
  recovered: 0,
  ended: 0,
  charged: {},
});

/** The figures with an event, and with the invoice of the order that it is about, if there is one. */
export function withEvent(
  figures: Figures,
  { type, from }: Pick<SubscriptionEvent, 'type' | 'from'>,
  invoice: Pick<Invoice, 'status' | 'amount' | 'currency'> | undefined,
): Figures {
  const isRecovery = from === 'PAYMENT_FAILED';
  const plusOne = (count: number, isCounted: boolean) => (isCounted ? count + 1 : count);
  return {
    ...figures,
    subscribed: plusOne(figures.subscribed, type === 'SUBSCRIBED'),
    renewed: plusOne(figures.renewed, type === 'DID_RENEW' && !isRecovery),
    recovered: plusOne(figures.recovered, type === 'DID_RENEW' && isRecovery),
    ended: plusOne(figures.ended, type === 'EXPIRED'),
    charged: invoice && wasPaid(invoice) ? withCharge(figures.charged, invoice) : figures.charged,
  };
}

const wasPaid = ({ status }: Pick<Invoice, 'status'>) => status === 'PAID' || status === 'REFUNDED';

function withCharge(
  charged: Figures['charged'],
  { amount, currency }: Pick<Invoice, 'amount' | 'currency'>,
): Figures['charged'] {
  const sum = (cents(charged[currency] ?? '0') ?? 0n) + (cents(amount) ?? 0n);
  return { ...charged, [currency]: decimal(sum, 2) };
}
