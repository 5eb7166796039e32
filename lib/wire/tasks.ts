import * as z from 'zod/mini';
import type { Paged } from '../billing/page.ts';
import { svcIdOf, uuidIn } from '../billing/identifiers.ts';
import { cents, decimal } from '../billing/money.ts';
import { withoutVat, type DocumentTask } from '../billing/document-task.ts';
import { vatRateFor } from '../billing/vat.ts';
import { REFUNDS } from '../limits.ts';
import { listAnswer, listMembers, pageIn, type AskedPage } from './list.ts';
import { invalid, optional, prose, read, sought, text } from './read.ts';
import { iso } from './time.ts';

/** Query of GET /reports/tasks. */
export const tasksQuery = z.object({ ...listMembers, state: optional(z.enum(['open', 'done'])) });

/** Reads the query of GET /reports/tasks. */
export function tasksInput(given: unknown) {
  const asked = read(tasksQuery, given);
  return { state: asked.state, page: pageIn(asked, uuidIn) };
}

/** The longest number of a document; official ones have sixteen characters. */
const NUMBER_CHARACTERS_MAX = 32;

const isDay = (given: string): boolean => {
  const at = Date.parse(`${given}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(given);
};

/** What was made out in place of a document. */
export const madeInstead = z.object({
  number: text(NUMBER_CHARACTERS_MAX),
  date: z
    .string()
    .check(
      z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'must be a day such as 2026-01-31', abort: true }),
      z.refine(isDay, 'must be a day such as 2026-01-31'),
    ),
  amount: z.string().check(z.trim(), z.regex(/^\d{1,9}(\.\d{1,2})?$/, 'must be an amount such as 49.90')),
});

/** Body of POST /reports/tasks/done. */
export const taskDoneBody = z.object({
  id: sought(),
  note: optional(prose(REFUNDS.noteCharactersMax)),
  document: z.optional(z.nullable(madeInstead)),
});

/** Reads the body of POST /reports/tasks/done; `document` is undefined where it was not said. */
export function taskDoneInput(body: unknown) {
  const { id, note, document } = read(taskDoneBody, body);
  return { id: id.toLowerCase(), note: note ?? null, document: document && insteadIn(document) };
}

function insteadIn({ number, date, amount }: z.infer<typeof madeInstead>) {
  const given = cents(amount);
  if (given === undefined || given === 0n)
    throw invalid({ field: 'document.amount', message: 'must be above zero, with at most two decimals' });
  return { number, date, amount: decimal(given, 2) };
}

/** Answer of GET /reports/tasks. */
export const tasksAnswer = ({ items, hasMore }: Paged<DocumentTask>, page: AskedPage) =>
  listAnswer('/reports/tasks', page, { data: items.map(taskView), hasMore });

/** Answer of POST /reports/tasks/done. */
export const taskAnswer = (task: DocumentTask) => ({ status: 'success', data: taskView(task) });

/** A task as tenants and operators see it, with what whoever does it needs to know. */
export function taskView(task: DocumentTask) {
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
    facts: factsOf(task),
    cancelledAt: iso(task.cancelledAt),
    document: task.instead,
    doneAt: iso(task.doneAt),
    doneBy: task.doneBy,
    note: task.note,
  };
}

function factsOf(task: DocumentTask) {
  const { facts, newAmount } = task;
  const vatRate = vatRateFor(facts?.vatRate ?? null, undefined);
  return {
    name: facts?.name ?? null,
    buyer: facts && (facts.taxNumber === null ? ('person' as const) : ('company' as const)),
    taxNumber: facts?.taxNumber ?? null,
    taxOffice: facts?.taxOffice ?? null,
    address: facts?.address ?? null,
    number: task.documentNumber,
    date: task.documentDate,
    amount: task.documentAmount,
    vatRate: facts?.vatRate ?? null,
    net: task.net,
    vat: task.vat,
    gross: task.gross,
    refundedAt: iso(task.refundedAt),
    newDocument: newAmount === null ? null : withoutVat(newAmount, vatRate),
    currency: task.currency,
    refundTxId: task.reportId,
    hostReference: task.hostReference,
  };
}
