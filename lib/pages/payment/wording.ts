import type { CardCharge } from '../../billing/card-charge.ts';
import type { UnknownReason } from '../../billing/payment-knowledge.ts';
import type { Message } from '../message.ts';

/** Everything the payment page says, in one language. All of it is plain text; names are inserted as they are. */
export interface PaymentWords {
  readonly subscribeTo: (plan: string) => string;
  readonly replaceCard: string;
  readonly replaceCardOf: (plan: string) => string;
  readonly trial: string;
  readonly days: (count: number) => string;
  readonly firstPayment: string;
  readonly nextPayment: string;
  readonly amountOn: (amount: string, date: string) => string;
  readonly dueToday: string;
  readonly renews: (every: string) => string;
  readonly renewsAfterTrial: (every: string, date: string) => string;
  readonly chargedToCard: Readonly<Record<CardCharge, (amount: string) => string>>;
  /** Whose payment or card it is, by a masked e-mail. */
  readonly payer: (email: string) => string;
  readonly payment: string;
  readonly card: string;
  readonly loading: string;
  readonly slow: Message;
  readonly blocked: Message;
  readonly tryAgain: string;
  readonly over: Message;
  readonly seeResult: string;
  readonly openUntil: string;
  readonly needsJavaScript: string;
  readonly safe: (shop: string) => string;
  readonly backTo: (shop: string) => string;
  readonly backToShop: string;
  readonly backToSubscription: string;
  readonly continueTo: (shop: string) => string;
  readonly checkPayment: string;
  readonly paid: Message;
  readonly trialBegun: Message;
  readonly refused: (shop: string) => Message;
  readonly failed: (shop: string) => Message;
  readonly bankMessage: string;
  readonly unpaid: (shop: string) => Message;
  readonly retired: (shop: string) => Message;
  readonly unsettled: Message;
  readonly cardReturned: string;
  readonly cardOver: (shop: string) => Message;
  readonly cardOverAtPortal: Message;
  readonly checking: Message;
  readonly stillUnknown: Message;
  readonly returning: Message;
  readonly unavailable: Message;
  readonly stopped: Message;
  /** What the shop is told at its `callbackUrl` where the words are ours. */
  readonly told: Readonly<Record<UnknownReason | 'formExpired' | 'notCompleted', string>>;
  readonly goOn: string;
  readonly unknown: Message & { readonly paidAlready: string };
}
