import { MINUTE_MS } from '../limits.ts';
import { flag, listOf, number, oneOf, optional, orNull, part, record, text, type TypeOf } from '../record.ts';

const ACCT_DOCUMENT = part({
  id: text,
  /** An e-invoice, which registered taxpayers get; otherwise an e-archive. */
  isEInvoice: optional(flag),
  /** The official number, once there is one. */
  number: optional(text),
  state: oneOf(['inWork', 'issued', 'failed']),
});
/** The official document of an invoice. `failed` is final: the provider or the tax office rejected it. */
export type AcctDocument = TypeOf<typeof ACCT_DOCUMENT> & {
  /** The provider's word for its state, if we do not know that word. */
  readonly unknownStatus?: string | undefined;
};

/** What a document says of its buyer, and its VAT rate: facts of the document, whatever becomes of the record it was made from. */
export const DOCUMENT_FACTS = part({
  name: text,
  /** Of a company or a sole trader; null of a private person. */
  taxNumber: orNull(text),
  taxOffice: orNull(text),
  /** In one line. */
  address: orNull(text),
  /** Whole percent. */
  vatRate: number,
});
/** Such facts. */
export type DocumentFacts = TypeOf<typeof DOCUMENT_FACTS>;

/** What a person made out instead of a cancelled document. `date` is `YYYY-MM-DD`, the amount a two-decimal string. */
export const MADE_INSTEAD = part({ number: text, date: text, amount: text });
/** Such a document. */
export type MadeInstead = TypeOf<typeof MADE_INSTEAD>;

const PROVIDER_JOB = part({ id: text, at: number, isOver: optional(flag) });
/** The provider's job that makes a document, begun at `at` (epoch ms). Once it is over, only the invoice knows. */
export type ProviderJob = TypeOf<typeof PROVIDER_JOB>;

/** How long the provider keeps a job after its start; afterwards only the invoice can be read. */
export const JOB_LIFETIME_MS = 15 * MINUTE_MS;

/** Whether a job's result can no longer be read. */
export const isJobOver = ({ at, isOver }: ProviderJob, now: number): boolean =>
  isOver === true || now >= at + JOB_LIFETIME_MS;

const NON_IDEMPOTENT_CALLS = ['invoice', 'document', 'payment'] as const;
/** The calls that are not idempotent at the provider. */
export type NonIdempotentCall = (typeof NON_IDEMPOTENT_CALLS)[number];

/**
 * How far the invoicing of one order has come. The caller stores it with the order and passes it back. Every save
 * raises `revision` by one and must be conditional on the previous revision, so that only one of two concurrent issuers
 * can record that it is about to call. Absent and undefined are the same.
 */
export const PROGRESS = record('document', {
  revision: number,
  /** The company at the provider that it was begun at. */
  company: optional(text),
  /** An operator has restarted it: it may move to another company, unless a document is known at the former one. */
  mayMove: optional(flag),
  /** `YYYY-MM-DD` in Turkey; fixed at the start, because the invoice is looked up by date. */
  issueDate: optional(text),
  contactId: optional(text),
  /** Where the buyer, a registered taxpayer, gets e-invoices. */
  inbox: optional(text),
  /** The contact was reused from an earlier order and may have been deleted at the provider since. */
  contactRemembered: optional(flag),
  /** Issuing was restarted: anything that may already exist is looked up before it is requested. */
  lookUpFirst: optional(flag),
  /** A person has looked for what got no answer, and it is not there: it may be requested once more. */
  mayRepeat: optional(flag),
  /** Recorded before a non-idempotent call, and removed once its outcome is known. */
  asked: optional(part({ what: oneOf(NON_IDEMPOTENT_CALLS), at: number })),
  /** What the invoice, or the one asked for, says of its buyer. */
  facts: optional(DOCUMENT_FACTS),
  /** The contact and facts of an invoice that may exist, while it is looked for after its buyer was corrected. */
  former: optional(part({ contactId: text, facts: optional(DOCUMENT_FACTS) })),
  invoiceId: optional(text),
  /** What the invoice was made for, or asked to be; less than was paid where something had been given back. */
  amount: optional(text),
  /** An invoice was cancelled that was not official, because all of it was given back. */
  wasCancelled: optional(flag),
  job: optional(PROVIDER_JOB),
  document: optional(ACCT_DOCUMENT),
  /** The document was found cancelled at the provider, or a person said so. */
  isCancelled: optional(flag),
  /** What stands in place of the cancelled document; absent where nothing does. */
  instead: optional(MADE_INSTEAD),
  /** `refused` does not undo the document; the message is for the operator. */
  payment: optional(part({ is: oneOf(['recorded', 'refused']), message: optional(text) })),
  /** Set once the PDF is in our own bucket. */
  fileKept: optional(flag),
  /** Why the document cannot be made; the provider is not called again until `retryIssuing`. */
  failed: optional(listOf(text)),
});
/** How far it has come. */
export type Progress = TypeOf<typeof PROGRESS>;

/** The state before the first step. */
export const NOT_STARTED: Progress = { revision: 0 };

/** The document that stands of an invoice. */
export interface StandingDocument extends Omit<MadeInstead, 'number' | 'date'> {
  readonly number: string | null;
  readonly date: string | null;
  readonly facts: DocumentFacts | null;
  readonly isEInvoice: boolean;
  /** Made by us: the provider tells how it stands. One that a person made instead is known by their word alone. */
  readonly isOurs: boolean;
}

/** The document that stands of an invoice of `paid`; undefined where it was cancelled and none was made out instead. */
export function standingDocument(progress: Progress, paid: string): StandingDocument | undefined {
  const { document, instead, isCancelled, issueDate = null, facts = null } = progress;
  const kind = { facts, isEInvoice: document?.isEInvoice === true };
  if (instead) return { ...instead, ...kind, isOurs: false };
  if (isCancelled) return undefined;
  return {
    number: document?.number ?? null,
    date: issueDate,
    amount: progress.amount ?? paid,
    ...kind,
    isOurs: true,
  };
}

/** The next stage of a document, with what it needs. */
export type Stage =
  | { readonly do: 'contact' }
  | { readonly do: 'invoice'; readonly contactId: string; readonly issueDate: string }
  | { readonly do: 'document'; readonly invoiceId: string; readonly issueDate: string }
  | {
      readonly do: 'job';
      readonly invoiceId: string;
      readonly job: ProviderJob;
    }
  | { readonly do: 'payment'; readonly invoiceId: string }
  | { readonly do: 'await'; readonly invoiceId: string }
  | { readonly do: 'file'; readonly document: AcctDocument }
  | { readonly do: 'nothing'; readonly because: 'issued'; readonly document: AcctDocument }
  | { readonly do: 'recall'; readonly invoiceId: string }
  | { readonly do: 'nothing'; readonly because: 'refunded' }
  | { readonly do: 'nothing'; readonly because: 'failed'; readonly errors: readonly string[] };

/** Whether the official document exists, or may: nothing of it can be changed by us any more. */
export const mayBeOfficial = ({ job, document, asked, lookUpFirst }: Progress): boolean =>
  document !== undefined || job !== undefined || asked?.what === 'document' || lookUpFirst === true;

/**
 * The next stage of issuing. Where something was given back, `kept` is what is left of the payment: while nothing is
 * official, an invoice for more is cancelled, and made anew for that. A document in progress does not delay recording the payment.
 */
export function nextStage(progress: Progress, keepsPayment: boolean, kept?: string): Stage {
  const { issueDate, contactId, invoiceId, job, document, asked } = progress;
  if (kept !== undefined && !mayBeOfficial(progress) && asked === undefined) {
    if (invoiceId !== undefined && progress.amount !== undefined && progress.amount !== kept)
      return { do: 'recall', invoiceId };
    if (Number(kept) === 0) return { do: 'nothing', because: 'refunded' };
  }
  if (progress.failed) return { do: 'nothing', because: 'failed', errors: progress.failed };
  if (!document) {
    if (contactId === undefined || issueDate === undefined) return { do: 'contact' };
    if (invoiceId === undefined) return { do: 'invoice', contactId, issueDate };
    return job ? { do: 'job', invoiceId, job } : { do: 'document', invoiceId, issueDate };
  }
  if (invoiceId !== undefined) {
    if (keepsPayment && !progress.payment) return { do: 'payment', invoiceId };
    if (document.state === 'inWork') return { do: 'await', invoiceId };
  }
  if (!progress.fileKept) return { do: 'file', document };
  return { do: 'nothing', because: 'issued', document };
}

/** Why there is no document, and none can be made, for a tenant without an account at the invoicing provider. */
export const NO_ACCOUNT = 'No invoicing provider is set up for this account.';

/** Why a document begun at one company is not continued at another. */
const BEGUN_AT_OTHER_COMPANY =
  'The document was begun at another company of the invoicing provider. Look for it there; ' +
  'retry it to have it made at the present company, or set the former one again.';

/**
 * Progress at the tenant's present company, which may have replaced the one where it was begun. What one company knows
 * means nothing to another: so it starts over, unless its official document may exist at the former one.
 */
export function atCompany(progress: Progress, company: string): Progress {
  const { mayMove, ...rest } = progress;
  if ((progress.company ?? company) === company) return { ...rest, company };
  const { job, asked, lookUpFirst } = progress;
  const mayExist = job !== undefined || asked?.what === 'document' || lookUpFirst === true;
  if (progress.document || (mayExist && !mayMove)) return { ...progress, failed: [BEGUN_AT_OTHER_COMPANY] };
  return { revision: progress.revision, company };
}

/** Progress of an invoice whose document exists but whose PDF was never stored in our bucket. */
export function onlyFileMissing(progress: Progress, documentId: string): Progress {
  if (progress.document) return progress;
  const { revision, company } = progress;
  return { revision, company, document: { id: documentId, state: 'issued' } };
}

/**
 * For an operator who has removed the cause of a failure, or of a job that never ended: forgets the job and, if there
 * is no document yet, the invoice. Both are looked up before anything is requested again. `mayMove`: to another company,
 * which takes an operator who was told that the document may exist at the former one.
 */
export function retryIssuing(progress: Progress, mayMove = true): Progress {
  const { revision, company, issueDate, contactId, inbox, asked, invoiceId, document, payment } = progress;
  const { amount, facts, former } = progress;
  const restart = { lookUpFirst: true, mayRepeat: true, ...(mayMove && { mayMove }) } as const;
  const mayExist = invoiceId !== undefined || asked !== undefined;
  const begun = mayExist ? { issueDate, contactId, inbox, amount, facts, former } : {}; // else it begins anew, with the buyer as they are now
  const same = { revision: revision + 1, company, ...begun, asked, payment, ...restart };
  return document ? { ...same, invoiceId, document: { ...document, state: 'inWork' } } : same;
}

/**
 * For an operator who has set the account that was missing. Nothing has failed at the provider: it continues where it
 * stands, and moves to another company only once an operator was told that it may exist at the former one.
 */
export function continueIssuing(progress: Progress): Progress {
  return { ...progress, revision: progress.revision + 1 };
}
