import type {
  AcctDocument,
  DocumentFacts,
  MadeInstead,
  NonIdempotentCall,
  Progress,
} from '../../billing/document-progress.ts';
import { jsonFields, type Fields } from '../fields.ts';

const NON_IDEMPOTENT_CALLS = [
  'invoice',
  'document',
  'payment',
] as const satisfies readonly NonIdempotentCall[];
const STATES = ['inWork', 'issued', 'failed'] as const satisfies readonly AcctDocument['state'][];

/** Parses the stored progress of a document. Throws Unreadable. */
export function progressFrom(text: string): Progress {
  const of = jsonFields('progress', text);
  const asked = of.part('asked');
  const job = of.part('job');
  return {
    revision: of.number('revision'),
    company: of.textOrNull('company') ?? undefined,
    mayMove: of.isSet('mayMove') || undefined,
    issueDate: of.textOrNull('issueDate') ?? undefined,
    contactId: of.textOrNull('contactId') ?? undefined,
    inbox: of.textOrNull('inbox') ?? undefined,
    contactRemembered: of.isSet('contactRemembered') || undefined,
    lookUpFirst: of.isSet('lookUpFirst') || undefined,
    mayRepeat: of.isSet('mayRepeat') || undefined,
    asked: asked ? { what: asked.oneOf('what', NON_IDEMPOTENT_CALLS), at: asked.number('at') } : undefined,
    facts: factsFrom(of.part('facts')),
    former: formerFrom(of.part('former')),
    invoiceId: of.textOrNull('invoiceId') ?? undefined,
    amount: of.textOrNull('amount') ?? undefined,
    wasCancelled: of.isSet('wasCancelled') || undefined,
    job: job
      ? { id: job.text('id'), at: job.number('at'), isOver: job.isSet('isOver') || undefined }
      : undefined,
    document: documentFrom(of.part('document')),
    isCancelled: of.isSet('isCancelled') || undefined,
    instead: insteadFrom(of.part('instead')),
    payment: paymentFrom(of.part('payment')),
    fileKept: of.isSet('fileKept') || undefined,
    failed: of.texts('failed') ?? undefined,
  };
}

/** Parses what a document says of its buyer. Throws Unreadable. */
export function factsFrom(of: Fields | null): DocumentFacts | undefined {
  if (!of) return undefined;
  return {
    name: of.text('name'),
    taxNumber: of.textOrNull('taxNumber'),
    taxOffice: of.textOrNull('taxOffice'),
    address: of.textOrNull('address'),
    vatRate: of.number('vatRate'),
  };
}

const formerFrom = (of: Fields | null): Progress['former'] =>
  of ? { contactId: of.text('contactId'), facts: factsFrom(of.part('facts')) } : undefined;

/** Parses what a person made out instead of a document. Throws Unreadable. */
export const insteadFrom = (of: Fields | null): MadeInstead | undefined =>
  of ? { number: of.text('number'), date: of.text('date'), amount: of.text('amount') } : undefined;

function documentFrom(of: Fields | null): AcctDocument | undefined {
  if (!of) return undefined;
  const number = of.textOrNull('number') ?? undefined;
  const isEInvoice = of.isSet('isEInvoice') || undefined;
  return { id: of.text('id'), isEInvoice, number, state: of.oneOf('state', STATES) };
}

function paymentFrom(of: Fields | null): Progress['payment'] {
  if (!of) return undefined;
  const is = of.oneOf('is', ['recorded', 'refused']);
  return is === 'recorded' ? { is } : { is, message: of.text('message') };
}
