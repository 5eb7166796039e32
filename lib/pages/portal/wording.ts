/** A heading and what it means for the reader. */
export interface Message {
  readonly title: string;
  readonly text: string;
}

/** What can be wrong with a field of the details. */
export type FieldError = 'missing' | 'phone' | 'other';

/** Everything the portal says, in one language. All of it is plain text; names are inserted as they are. */
export interface PortalWords {
  readonly subscription: string;
  readonly subscriptions: string;
  readonly status: {
    readonly active: string;
    readonly trial: string;
    readonly pending: string;
    readonly failed: string;
    readonly cancelled: string;
    readonly ended: string;
  };
  readonly nextPayment: string;
  readonly firstPayment: string;
  readonly paidPeriod: string;
  readonly freeUntil: string;
  readonly accessUntil: string;
  readonly endsOn: string;
  readonly endedOn: (date: string) => string;
  readonly planToCome: string;
  readonly fromDate: (plan: string, date: string) => string;
  readonly amountOn: (amount: string, date: string) => string;
  readonly changePlan: string;
  readonly changeCard: string;
  readonly cancel: string;
  readonly undo: string;
  readonly details: string;
  readonly manage: string;
  readonly neverMind: string;
  readonly close: string;
  readonly invoices: string;
  readonly all: string;
  readonly failed: (date: string) => Message;
  readonly failedAccess: (date: string) => string;
  readonly failedNext: (date: string) => string;
  readonly pending: Message;
  readonly enterCard: string;
  readonly tryAgain: string;
  readonly cancelled: (date: string) => Message;
  readonly undoUntil: (date: string) => string;
  readonly invoice: {
    readonly latest: string;
    readonly date: string;
    readonly number: string;
    readonly status: string;
    readonly amount: string;
    readonly document: string;
    readonly none: string;
    readonly preparing: string;
    readonly noneYet: Message;
    readonly pdfOf: (date: string) => string;
    readonly older: string;
    readonly newer: string;
    readonly paid: string;
    readonly notCollected: string;
    readonly refunded: string;
    readonly waiting: string;
    readonly void: string;
  };
  readonly plan: {
    readonly title: string;
    readonly now: string;
    readonly none: Message;
    readonly when: string;
    readonly atOnce: string;
    readonly atOnceHint: string;
    readonly later: (date: string) => string;
    readonly laterHint: string;
    readonly see: string;
    readonly moveTo: (plan: string) => string;
    readonly charged: string;
    readonly newPeriod: string;
    readonly after: string;
    readonly until: (amount: string, every: string) => string;
    readonly begins: string;
    readonly lost: (end: string, days: number) => string;
    readonly lostTrial: string;
    readonly keepsCancellation: string;
    readonly pay: (amount: string) => string;
    readonly change: (date: string) => string;
    readonly exactUntil: (time: string) => string;
    readonly inexact: string;
    readonly ratherLater: Message;
    readonly ratherNow: Message;
    readonly otherSummary: string;
    readonly refused: Message;
    readonly otherCard: string;
  };
  readonly cancelling: {
    readonly title: string;
    readonly today: string;
    readonly recorded: Message;
    readonly undoUntil: string;
    readonly ends: Message;
    readonly atOnce: Message;
    readonly keep: string;
    readonly invoicesStay: string;
  };
  readonly card: Message & { readonly owed: (amount: string) => string };
  readonly correct: {
    readonly title: string;
    readonly text: string;
    readonly name: string;
    readonly surname: string;
    readonly gsmNumber: string;
    readonly gsmHint: string;
    readonly contactName: string;
    readonly address: string;
    readonly district: string;
    readonly city: string;
    readonly zipCode: string;
    readonly country: string;
    readonly optional: string;
    readonly save: string;
    readonly error: string;
    readonly wrong: Message;
    readonly errors: Readonly<Record<FieldError, string>>;
  };
  readonly done: {
    readonly cancelled: (date: string) => Message;
    readonly cancelledNow: Message;
    readonly undone: Message;
    readonly plan: (plan: string) => Message;
    readonly planLater: (plan: string, date: string) => Message;
    readonly card: Message;
    readonly details: Message;
    readonly retried: Message;
  };
  readonly toSubscription: string;
  readonly backToShop: (shop: string) => string;
  readonly loadAgain: string;
  readonly newSummary: string;
  readonly expired: Message;
  readonly ended: Message;
  readonly closed: Message;
  readonly unknown: Message;
  readonly staleForm: Message;
  readonly checking: Message;
  readonly changed: Message;
  readonly tooLate: Message;
  readonly unavailable: (requestId: string) => Message;
  readonly refused: Message;
  readonly tooMuch: Message;
}
