import * as z from 'zod/mini';
import type { Paged } from '../billing/page.ts';
import { svcIdOf } from '../billing/identifiers.ts';
import type { Subscription } from '../billing/subscription.ts';
import type { DocumentTask } from '../billing/document-task.ts';
import { REFUNDS } from '../limits.ts';
import { listAnswer, listMembers, pageIn, uuidCursor, type AskedPage } from './list.ts';
import { noCardNumber, optional, prose, read, text } from './read.ts';
import { iso } from './time.ts';

/** Query of GET /reports/tasks. */
export const tasksQuery = z.object({ ...listMembers, state: optional(z.enum(['open', 'done'])) });

/** Reads the query of GET /reports/tasks. */
export function tasksInput(given: unknown) {
  const asked = read(tasksQuery, given);
  return { state: asked.state, page: pageIn(asked, uuidCursor) };
}

/** Body of POST /reports/tasks/done. */
export const taskDoneBody = z.object({
  id: text(),
  note: optional(prose(REFUNDS.noteCharactersMax).check(noCardNumber())),
});

/** Reads the body of POST /reports/tasks/done. */
export function taskDoneInput(body: unknown): { readonly id: string; readonly note: string | null } {
  const { id, note } = read(taskDoneBody, body);
  return { id: id.toLowerCase(), note: note ?? null };
}

interface Shown {
  readonly task: DocumentTask;
  readonly customer: Subscription['customer'] | undefined;
}

/** Answer of GET /reports/tasks. */
export const tasksAnswer = ({ items, hasMore }: Paged<Shown>, page: AskedPage) =>
  listAnswer('/reports/tasks', page, { data: items.map(taskView), hasMore });

/** Answer of POST /reports/tasks/done. */
export const taskAnswer = (shown: Shown) => ({ status: 'success', data: taskView(shown) });

/** A task as tenants and operators see it, with what whoever does it needs to know. */
export function taskView({ task, customer }: Shown) {
  return {
    id: task.id,
    kind: task.kind,
    invoice: {
      id: task.invoiceId,
      svcId: svcIdOf('invoice', task.invoiceId),
      invoiceNumber: task.invoiceNumber,
    },
    refund: { id: task.refundId, svcId: svcIdOf('refund', task.refundId) },
    deadline: iso(task.deadline),
    facts: factsOf(task, customer),
    doneAt: iso(task.doneAt),
    doneBy: task.doneBy,
    note: task.note,
  };
}

function factsOf(task: DocumentTask, customer: Shown['customer']) {
  const { company } = customer ?? {};
  const address = customer?.billingAddress;
  return {
    name: company?.title ?? (customer ? `${customer.name} ${customer.surname}` : null),
    taxNumber: company?.taxNumber ?? null,
    address: address ? [address.address, address.district, address.city].filter(Boolean).join(', ') : null,
    number: task.documentNumber,
    date: iso(task.date),
    net: task.net,
    vat: task.vat,
    gross: task.gross,
    currency: task.currency,
    refundTxId: task.reportId,
    hostReference: task.hostReference,
  };
}
