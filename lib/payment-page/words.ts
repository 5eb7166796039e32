import type { CardCharge } from '../billing/card-charge.ts';
import type { Interval } from '../billing/plan.ts';

/** A heading and what it means for the reader. */
export interface Message {
  readonly title: string;
  readonly text: string;
}

/** Everything the page says, in one language. All of it is plain text; names are inserted as they are. */
export interface Words {
  /** The Intl locale for amounts, dates and times. */
  readonly locale: string;
  readonly language: string;
  readonly chooseLanguage: string;
  readonly subscribeTo: (plan: string) => string;
  readonly replaceCard: string;
  readonly replaceCardOf: (plan: string) => string;
  readonly every: Readonly<
    Record<Interval, { readonly one: string; readonly many: (count: number) => string }>
  >;
  /** An amount and its interval, in the order of the language. */
  readonly price: (amount: string, every: string) => readonly [string, string];
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
  readonly continueTo: (shop: string) => string;
  readonly checkPayment: string;
  readonly paid: Message;
  readonly trialBegun: Message;
  readonly refused: (shop: string) => Message;
  readonly failed: (shop: string) => Message;
  readonly bankMessage: string;
  readonly unpaid: (shop: string) => Message;
  readonly unsettled: Message;
  readonly cardReturned: string;
  readonly cardOver: (shop: string) => Message;
  readonly checking: Message;
  readonly stillUnknown: Message;
  readonly returning: Message;
  readonly unavailable: Message;
  readonly stopped: Message;
  readonly goOn: string;
  readonly unknown: Message & { readonly paidAlready: string };
}
