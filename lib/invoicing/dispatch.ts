import type { invoicingMessageFrom } from '../queue/messages.ts';
import { workOf } from '../table/documents/documents.ts';
import type { DueKind, DueWork } from '../table/work/due.ts';
import { postponeOrThrow } from '../table/work/silences.ts';
import { refundWork, taskWork, tokensWork } from '../table/work/works.ts';
import { issueDocument, type IssuingApp } from './issue-document.ts';
import { keepSignedIn } from './keep-signed-in.ts';
import { lookAtTask } from './look-at-task.ts';
import { workOnRefundDocument } from './refund-document.ts';

/** A message of the queue `invoicing`. */
export type InvoicingMessage = ReturnType<typeof invoicingMessageFrom>;

/**
 * Takes the next steps of what a message names. Where the tenant's account cannot be opened, or its record cannot be read,
 * it waits, and its message succeeds. Throws other errors.
 */
export async function dispatchInvoicing(
  app: IssuingApp,
  message: InvoicingMessage,
  timeLeft: () => number,
): Promise<void> {
  try {
    await takeSteps(app, message, timeLeft);
  } catch (error) {
    const item = { by: 'invoicing/issue', ...dueItemOf(message) };
    await postponeOrThrow(app, item, { error, isDue: message.due !== undefined });
  }
}

function takeSteps(app: IssuingApp, message: InvoicingMessage, timeLeft: () => number): Promise<void> {
  if (!('kind' in message)) return issueDocument(app, message, timeLeft);
  if (message.kind === 'refund') return workOnRefundDocument(app, message, timeLeft);
  if (message.kind === 'task') return lookAtTask(app, message, timeLeft);
  return keepSignedIn(app, message, timeLeft);
}

function dueItemOf(message: InvoicingMessage): { readonly kind: DueKind; readonly work: DueWork } {
  if (!('kind' in message)) return { kind: 'document', work: workOf(message) };
  const { tenantId } = message;
  switch (message.kind) {
    case 'refund':
      return {
        kind: 'document',
        work: refundWork('invoicing', tenantId, { ...message, id: message.refundId }),
      };
    case 'task':
      return { kind: 'document', work: taskWork(tenantId, message.taskId) };
    case 'tokens':
      return { kind: 'job', work: tokensWork(tenantId) };
  }
}
