/** The official document of an invoice. `failed` is final: the provider or the tax office turned it back. */
export interface AcctDocument {
  readonly id: string;
  /** The official number, once there is one. */
  readonly number?: string | undefined;
  readonly state: 'inWork' | 'issued' | 'failed';
}

/** What the provider makes a document by, since when (epoch ms). Once it is over, the invoice alone can tell. */
export interface ProviderJob {
  readonly id: string;
  readonly at: number;
  readonly isOver?: true | undefined;
}

/** The calls that must not be made twice. */
export type AskedOnce = 'invoice' | 'document' | 'payment';

/**
 * How far the invoicing of one order has come. The caller keeps it with the order, whole, and hands it back.
 * Every save raises `revision` by one and must be conditional on the revision before: of two issuers only
 * one can then note that it is about to ask, and the other stops. Plain JSON; absent and undefined are one.
 */
export interface Progress {
  readonly revision: number;
  /** `YYYY-MM-DD` in Turkey; fixed at the start, because the invoice is looked up by it. */
  readonly issueDate?: string | undefined;
  readonly contactId?: string | undefined;
  /** Set where the contact was remembered from an earlier order, and may be gone at the provider since. */
  readonly contactRemembered?: true | undefined;
  /** Somebody began anew: whatever there may be of it is looked up before it is asked for. */
  readonly lookUpFirst?: true | undefined;
  /** Noted before a call that must not be made twice, and taken back when its outcome is known. */
  readonly asked?: { readonly what: AskedOnce; readonly at: number } | undefined;
  readonly invoiceId?: string | undefined;
  readonly job?: ProviderJob | undefined;
  readonly document?: AcctDocument | undefined;
  /** `refused` does not undo the document; the message is for the operator. */
  readonly payment?:
    { readonly is: 'recorded' } | { readonly is: 'refused'; readonly message: string } | undefined;
  /** Set once the PDF is in our own bucket. */
  readonly fileKept?: true | undefined;
  /** Why the document cannot be made; until `retryIssuing`, nothing more is asked of the provider. */
  readonly failed?: readonly string[] | undefined;
}

/** Where every order begins. */
export const untouched: Progress = { revision: 0 };

/** What is to be done next, with what is needed for it. */
export type Step =
  | { readonly do: 'contact' }
  | { readonly do: 'invoice'; readonly contactId: string; readonly issueDate: string }
  | { readonly do: 'document'; readonly invoiceId: string }
  | {
      readonly do: 'job';
      readonly invoiceId: string;
      readonly job: ProviderJob;
    }
  | { readonly do: 'payment'; readonly invoiceId: string }
  | { readonly do: 'await'; readonly invoiceId: string }
  | { readonly do: 'file'; readonly documentId: string }
  | { readonly do: 'nothing'; readonly because: 'issued'; readonly document: AcctDocument }
  | { readonly do: 'nothing'; readonly because: 'failed'; readonly errors: readonly string[] };

/** The next step of issuing. A document in work does not hold up the payment. */
export function nextStep(progress: Progress, keepsPayment: boolean): Step {
  const { issueDate, contactId, invoiceId, job, document } = progress;
  if (progress.failed) return { do: 'nothing', because: 'failed', errors: progress.failed };
  if (!document) {
    if (contactId === undefined || issueDate === undefined) return { do: 'contact' };
    if (invoiceId === undefined) return { do: 'invoice', contactId, issueDate };
    return job ? { do: 'job', invoiceId, job } : { do: 'document', invoiceId };
  }
  if (invoiceId !== undefined) {
    if (keepsPayment && !progress.payment) return { do: 'payment', invoiceId };
    if (document.state === 'inWork') return { do: 'await', invoiceId };
  }
  if (!progress.fileKept) return { do: 'file', documentId: document.id };
  return { do: 'nothing', because: 'issued', document };
}

/** Where an invoice begins whose document exists but was never brought into our bucket. */
export function onlyFileMissing(progress: Progress, documentId: string): Progress {
  if (progress.document) return progress;
  return { revision: progress.revision, document: { id: documentId, state: 'issued' } };
}

/**
 * For an operator, once the cause of a failure or of a job that never ended has been removed: forgets the job
 * and, while there is no document, which invoice it was. Both are looked up again before anything is asked.
 */
export function retryIssuing(progress: Progress): Progress {
  const { revision, issueDate, contactId, asked, invoiceId, document, payment } = progress;
  const same = { revision: revision + 1, issueDate, contactId, asked, payment, lookUpFirst: true as const };
  return document ? { ...same, invoiceId, document: { ...document, state: 'inWork' } } : same;
}
