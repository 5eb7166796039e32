import type { Interval } from '../billing/plan.ts';

/** Something that happened: its heading and what to make of it. */
export interface Message {
  readonly title: string;
  readonly text: string;
}

/** Everything that the page says, in one language. All of it is text; names are put in as they are. */
export interface Words {
  /** As Intl knows it: how amounts, dates and times are written. */
  readonly locale: string;
  readonly language: string;
  readonly chooseLanguage: string;
  readonly subscribeTo: (plan: string) => string;
  readonly replaceCard: string;
  readonly replaceCardOf: (plan: string) => string;
  readonly every: Readonly<
    Record<Interval, { readonly one: string; readonly many: (count: number) => string }>
  >;
  /** An amount and how often it is due, in the order in which the language says it. */
  readonly price: (amount: string, every: string) => readonly [string, string];
  readonly trial: string;
  readonly days: (count: number) => string;
  readonly firstPayment: string;
  readonly nextPayment: string;
  readonly amountOn: (amount: string, date: string) => string;
  readonly dueToday: string;
  readonly renews: (every: string) => string;
  readonly renewsAfterTrial: (every: string, date: string) => string;
  readonly nothingForCard: string;
  readonly owedForCard: (amount: string) => string;
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
  readonly continueTo: (shop: string) => string;
  readonly checkPayment: string;
  readonly paid: Message;
  readonly trialBegun: Message;
  readonly refused: (shop: string) => Message;
  readonly bankMessage: string;
  readonly unpaid: (shop: string) => Message;
  readonly unsettled: Message;
  readonly cardSent: Message;
  readonly cardOver: (shop: string) => Message;
  readonly checking: Message;
  readonly goOn: string;
  readonly unknown: Message & { readonly paidAlready: string };
}
