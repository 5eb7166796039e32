import type { Acct, AcctAnswer, AcctInvoice, AcctOrder } from '../acct/acct.ts';
import { JOB_LIFETIME_MS, isJobOver, nextStage } from '../billing/document-progress.ts';
import type { AcctDocument, DocumentFacts, Progress, Stage } from '../billing/document-progress.ts';
import { cents } from '../billing/money.ts';
import { AGAIN_AFTER_MS, MINUTE_MS, SECOND_MS } from '../limits.ts';
import { factsOf } from './order.ts';
import { settleContact, WHEN_REFUSED } from './contact-step.ts';
import { change, failed, idempotentStep, onFailure, wait } from './idempotent-step.ts';
import type { Outside, StepResult, Pause, IssuingWork } from './idempotent-step.ts';

/** The result of an issuing run. `progress` is what was last saved. */
export type Issued =
  | { readonly is: 'issued'; readonly document: AcctDocument; readonly progress: Progress }
  | { readonly is: 'wait'; readonly afterMs: number; readonly why: Pause; readonly progress: Progress }
  | { readonly is: 'refunded'; readonly progress: Progress }
  | { readonly is: 'failed'; readonly errors: readonly string[]; readonly progress: Progress };

/** The provider advises 2 to 5 s: no job is done sooner. */
const POLL_FIRST_MS = 2 * SECOND_MS;
/** However old a job is, it is polled this often. */
const POLL_LAST_MS = 15 * MINUTE_MS;

/**
 * Advances the invoicing of a paid order without waiting, from where an earlier run stopped: an order gets one
 * document. `wait` asks for another run, within 15 minutes.
 */
export async function issue(
  acct: Acct,
  order: AcctOrder,
  progress: Progress,
  outside: Outside,
): Promise<Issued> {
  let saved = progress;
  const work: IssuingWork = {
    acct,
    get order() {
      return { ...order, amount: work.progress.amount ?? order.amount };
    },
    outside,
    progress,
    learn(changes) {
      work.progress = { ...work.progress, ...changes };
    },
    async save() {
      if (work.progress === saved) return saved;
      work.progress = { ...work.progress, revision: saved.revision + 1 };
      await outside.save(work.progress);
      saved = work.progress;
      return saved;
    },
  };
  for (;;) {
    const step = nextStage(work.progress, acct.keepsPaymentsIn(order.currency), outside.kept);
    if (step.do === 'nothing') return resultOf(step, await work.save());
    const result = await runStep(step, work);
    if (result.is === 'wait') return { ...result, progress: await work.save() };
    work.learn(result.changes);
  }
}

function resultOf(step: Extract<Stage, { do: 'nothing' }>, progress: Progress): Issued {
  if (step.because === 'refunded') return { is: 'refunded', progress };
  return step.because === 'issued'
    ? { is: 'issued', document: step.document, progress }
    : { is: 'failed', errors: step.errors, progress };
}

function runStep(step: Exclude<Stage, { do: 'nothing' }>, work: IssuingWork): Promise<StepResult> {
  switch (step.do) {
    case 'contact':
      return settleContact(work);
    case 'invoice':
      return settleInvoice(work, step);
    case 'recall':
      return recallInvoice(work, step.invoiceId);
    case 'document':
      return settleDocument(work, step);
    case 'job':
      return pollJob(work, step);
    case 'payment':
      return settlePayment(work, step.invoiceId);
    case 'await':
      return awaitDocument(work, step);
    case 'file':
      return settleFile(work, step.document);
  }
}

/** An invoice that is not official yet is cancelled: it was made for more than is kept. Cancelling twice changes nothing. */
async function recallInvoice({ acct, outside }: IssuingWork, invoiceId: string): Promise<StepResult> {
  const pause = await outside.mayCall();
  if (pause) return pause;
  const answer = await acct.cancelInvoice(invoiceId);
  return answer.ok
    ? change({ invoiceId: undefined, amount: undefined, wasCancelled: true })
    : onFailure(answer);
}

/** No official document is requested before the invoice's total equals the charge. */
function settleInvoice(work: IssuingWork, at: { contactId: string; issueDate: string }): Promise<StepResult> {
  const { acct } = work;
  const facts = factsOf(work.order);
  if (isOfAnotherBuyer(work.progress, facts))
    return Promise.resolve(forAnotherBuyer(work.progress, at.contactId));
  work.learn({ amount: work.order.amount });
  const { order } = work;
  return idempotentStep(work, 'invoice', {
    lookUp: () => findInvoice(work, at),
    about: { facts, former: undefined },
    lookUpCalls: work.progress.lookUpFirst ? 2 : 1,
    request: () => acct.makeInvoice({ ...at, order }),
    async refused(answer) {
      // The contact may have been deleted at the provider: it is found or created again, once.
      if (answer.is !== 'notFound' && answer.is !== 'refused') return undefined;
      if (!work.progress.contactRemembered) return failed(answer.message, WHEN_REFUSED);
      await work.outside.contact.forget();
      return change({ contactId: undefined, contactRemembered: undefined });
    },
    then({ id, total, currency }) {
      const agrees = currency === order.currency && cents(total) === cents(order.amount);
      const charged = `${order.amount} ${order.currency}`;
      return change({
        invoiceId: id,
        former: undefined,
        asked: undefined,
        failed: agrees
          ? undefined
          : [`The invoice comes to ${total} ${currency}, the charge was ${charged}.`],
      });
    },
  });
}

/** Whether the buyer was corrected since the contact was settled, and the invoice is not being asked for. */
function isOfAnotherBuyer({ facts, asked, lookUpFirst }: Progress, now: DocumentFacts): boolean {
  if (!facts || (asked?.what === 'invoice' && !lookUpFirst)) return false;
  const buyerOf = ({ name, taxNumber, taxOffice, address }: DocumentFacts) =>
    JSON.stringify([name, taxNumber, taxOffice, address]);
  return buyerOf(facts) !== buyerOf(now);
}

/** The contact is settled anew; an invoice that may exist is looked for with the one before. */
const forAnotherBuyer = ({ facts, former, lookUpFirst }: Progress, contactId: string): StepResult =>
  change({
    contactId: undefined,
    contactRemembered: undefined,
    ...(lookUpFirst && { former: former ?? { contactId, facts } }),
  });

/** The invoice of an earlier request. One that was given up is still a draft, and gets the buyer as they are now. */
async function findInvoice(
  work: IssuingWork,
  at: { contactId: string; issueDate: string },
): Promise<AcctAnswer<AcctInvoice | undefined>> {
  const { acct, order, progress } = work;
  const { former } = progress;
  const soughtWith = { ...at, contactId: former?.contactId ?? at.contactId };
  const found = await acct.findInvoice({ ...soughtWith, reference: order.reference });
  if (found.ok && found.value?.isOfficial && former?.facts) work.learn({ facts: former.facts });
  if (!found.ok || !found.value || found.value.isOfficial || !progress.lookUpFirst) return found;
  const { contactId } = at;
  const changed = await acct.changeInvoice({ invoiceId: found.value.id, contactId, order });
  return changed.ok ? found : changed;
}

function settleDocument(
  work: IssuingWork,
  { invoiceId, issueDate }: Extract<Stage, { do: 'document' }>,
): Promise<StepResult> {
  const { acct } = work;
  const { inbox, facts } = work.progress;
  const order = { ...work.order, vatRate: facts?.vatRate ?? work.order.vatRate };
  return idempotentStep(work, 'document', {
    async lookUp() {
      const found = await acct.readDocument(invoiceId);
      if (!found.ok) return found;
      return { ok: true, value: found.value && { is: 'document' as const, document: found.value } };
    },
    request: () => acct.requestDocument({ invoiceId, order, issueDate, inbox }),
    refused: async (answer) => (answer.is === 'refused' ? failed(answer.message, WHEN_REFUSED) : undefined),
    then: (made) =>
      made.is === 'document'
        ? saveDocument(work, made.document)
        : change({ job: { id: made.jobId, at: work.outside.now() }, asked: undefined }),
  });
}

/** A job that is unknown or never ends is judged by the invoice, and never requested again. */
async function pollJob(
  work: IssuingWork,
  { invoiceId, job }: Extract<Stage, { do: 'job' }>,
): Promise<StepResult> {
  const ageMs = work.outside.now() - job.at;
  if (ageMs < POLL_FIRST_MS) return wait(POLL_FIRST_MS - ageMs, 'working');
  if (!isJobOver(job, work.outside.now())) {
    const read = await work.acct.readJob(job.id);
    if (!read.ok && read.is !== 'notFound') return onFailure(read);
    if (read.ok && read.value.is === 'working') return wait(pollMs(ageMs), 'working');
    if (read.ok && read.value.is === 'failed') return failed(...read.value.errors);
    return change({ job: { ...job, isOver: true } });
  }
  const found = await work.acct.readDocument(invoiceId);
  if (!found.ok) return onFailure(found);
  return found.value
    ? saveDocument(work, found.value)
    : wait(pollMs(ageMs), ageMs < JOB_LIFETIME_MS ? 'working' : 'stuck');
}

async function awaitDocument(
  work: IssuingWork,
  { invoiceId }: Extract<Stage, { do: 'await' }>,
): Promise<StepResult> {
  const found = await work.acct.readDocument(invoiceId);
  if (!found.ok) return onFailure(found);
  if (found.value && found.value.state !== 'inWork') return saveDocument(work, found.value);
  return wait(pollMs(work.outside.now() - (work.progress.job?.at ?? 0)), found.value ? 'working' : 'stuck');
}

/** The provider's own link expires within the hour and is not public: the PDF is fetched once into our bucket. */
async function settleFile(work: IssuingWork, document: AcctDocument): Promise<StepResult> {
  const pdf = await work.acct.fetchPdf(document);
  if (!pdf.ok) return onFailure(pdf);
  if (!pdf.value) return wait(pollMs(work.outside.now() - (work.progress.job?.at ?? 0)), 'working');
  return (await work.outside.keepFile(pdf.value))
    ? change({ fileKept: true })
    : wait(AGAIN_AFTER_MS.file, 'notStored');
}

function saveDocument(work: IssuingWork, { unknownStatus, ...document }: AcctDocument): StepResult {
  if (unknownStatus !== undefined) work.outside.unknownStatus(unknownStatus);
  const turnedBack = document.state === 'failed' ? ['The document was turned back.'] : undefined;
  return change({ document, asked: undefined, failed: turnedBack });
}

/** A refused payment is recorded and does not change the document. */
async function settlePayment(work: IssuingWork, invoiceId: string): Promise<StepResult> {
  const { acct, order } = work;
  const recorded = (): StepResult => change({ payment: { is: 'recorded' }, asked: undefined });
  const result = await idempotentStep(work, 'payment', {
    async lookUp() {
      const found = await acct.isPaid(invoiceId);
      return found.ok ? { ok: true, value: found.value || undefined } : found;
    },
    async request() {
      const answer = await acct.recordPayment({ invoiceId, order });
      return answer.ok ? { ok: true, value: true as const } : answer;
    },
    then: recorded,
  });
  if (result.is === 'wait' || !result.changes.failed) return result;
  return change({ payment: { is: 'refused', message: result.changes.failed.join(' ') } });
}

/** Polls every 2 s at first, then less often with the job's age, up to every 15 minutes. */
function pollMs(ageMs: number): number {
  return Math.min(Math.max(Math.round(ageMs / 4), POLL_FIRST_MS), POLL_LAST_MS);
}
