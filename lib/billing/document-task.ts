import { DAY_MS } from '../limits.ts';
import { flag, number, oneOf, orNull, record, text, type TypeOf } from '../record.ts';
import { DOCUMENT_FACTS, MADE_INSTEAD } from './document-progress.ts';
import { decimal, divide } from './money.ts';
import { hundredths, type Refund } from './refund.ts';

/** What a person must do about a document after a refund. */
export const TASK_KINDS = [
  'cancel_document',
  'cancel_and_reissue',
  'await_return_invoice',
  'expense_note',
] as const;
/** One of `TASK_KINDS`. */
export type TaskKind = (typeof TASK_KINDS)[number];

/** A task about the document of an invoice. Times are epoch ms, amounts two-decimal strings. */
export const TASK = record('task', {
  /** Also the cursor. */
  id: text,
  kind: oneOf(TASK_KINDS),
  subscriberId: text,
  invoiceId: text,
  invoiceNumber: text,
  refundId: text,
  createdAt: number,
  deadline: number,
  /** Of the official document that stands: its number, its day (`YYYY-MM-DD`), what it is for, and what it says. */
  documentNumber: orNull(text),
  documentDate: orNull(text),
  documentAmount: text,
  facts: orNull(DOCUMENT_FACTS),
  /** Whether the provider tells how that document stands: one that a person made is known by their word alone. */
  isOurs: flag,
  /** What a new document must bear; null where none is to be made. */
  newAmount: orNull(text),
  /** When the document was found cancelled, while it is not known what was made out instead. */
  cancelledAt: orNull(number),
  /** What a person said was made out instead. */
  instead: orNull(MADE_INSTEAD),
  /** When the money was given back. */
  refundedAt: number,
  gross: text,
  net: text,
  vat: text,
  currency: text,
  /** What proves the refund: the provider's id in reports, and the bank's reference. */
  reportId: orNull(text),
  hostReference: orNull(text),
  doneAt: orNull(number),
  /** Who did it, or that the document was found cancelled. */
  doneBy: orNull(text),
  note: orNull(text),
});
/** A task. */
export type DocumentTask = TypeOf<typeof TASK>;

/** Issuers may cancel an e-archive within seven days; a day is left as a margin. */
const CANCELLABLE_MS = 6 * DAY_MS;
/** How long a person has for an expense note, and for the buyer's return invoice, after the refund (our choice). */
const EXPENSE_NOTE_MS = 7 * DAY_MS;
const RETURN_INVOICE_MS = 20 * DAY_MS;

/** What decides which task it is. */
export interface DocumentStanding {
  readonly isEInvoice: boolean;
  readonly isCompany: boolean;
  /** Whether nothing is left for a new document. */
  readonly isAll: boolean;
  readonly cancellableUntil: number | undefined;
  readonly madeAt: number;
  readonly refundedAt: number;
}

/** Who has to do what about the document of a refund, and by when, at `now`. */
export function taskFor(
  { isEInvoice, isCompany, isAll, cancellableUntil, madeAt, refundedAt }: DocumentStanding,
  now: number,
): Pick<DocumentTask, 'kind' | 'deadline'> {
  const last = cancellableUntil ?? madeAt + CANCELLABLE_MS;
  const margin = cancellableUntil === undefined ? 0 : DAY_MS;
  if (!isEInvoice && now < last)
    return {
      kind: isAll ? 'cancel_document' : 'cancel_and_reissue',
      deadline: now < last - margin ? last - margin : last,
    };
  if (isEInvoice || isCompany)
    return { kind: 'await_return_invoice', deadline: refundedAt + RETURN_INVOICE_MS };
  return { kind: 'expense_note', deadline: refundedAt + EXPENSE_NOTE_MS };
}

/** Whether what a task asks for begins with cancelling the document. */
export const asksToCancel = ({ kind }: Pick<DocumentTask, 'kind'>): boolean =>
  kind === 'cancel_document' || kind === 'cancel_and_reissue';

/** By when a new document has to be made out of one that is cancelled already. */
export const reissueDeadline = (now: number): number => now + CANCELLABLE_MS;

/** An amount with VAT included, in its parts; `vatRate` in whole percent. */
export function withoutVat(gross: string, vatRate: number): Pick<DocumentTask, 'gross' | 'net' | 'vat'> {
  const whole = hundredths(gross);
  const net = divide(whole * 100n, 100n + BigInt(vatRate));
  return { gross, net: decimal(net, 2), vat: decimal(whole - net, 2) };
}

/** The refunds that a document has to bear, in the order they were made: not those with a document of their own. */
function borneBy(refunds: readonly Refund[]): Refund[] {
  return refunds
    .filter(({ state, document }) => state === 'SUCCEEDED' && document?.state !== 'separate')
    .toSorted((one, other) => (one.completedAt ?? 0) - (other.completedAt ?? 0));
}

const sumOf = (refunds: readonly Refund[]) =>
  refunds.reduce((sum, { amount }) => sum + hundredths(amount), 0n);

/** What a document made out now has to bear of what was paid: all but what was given back without a document of its own. */
export function amountToBear(paid: string, refunds: readonly Refund[]): string {
  const left = hundredths(paid) - sumOf(borneBy(refunds));
  return decimal(left > 0n ? left : 0n, 2);
}

/** Whether the document of an invoice was made after a refund, for what was kept: refunds count in the order they were made. */
export function isInDocument(
  refund: Refund,
  made: readonly Refund[],
  { paid, documented }: { readonly paid: string; readonly documented: string },
): boolean {
  const inOrder = borneBy(made);
  const upTo = inOrder.slice(0, inOrder.findIndex(({ id }) => id === refund.id) + 1);
  return sumOf(upTo) <= hundredths(paid) - hundredths(documented);
}
