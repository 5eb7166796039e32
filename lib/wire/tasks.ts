import * as z from 'zod/mini';
import type { Paged } from '../billing/page.ts';
import { svcIdOf, uuidIn } from '../billing/identifiers.ts';
import { cents, decimal } from '../billing/money.ts';
import { withoutVat, type DocumentTask, TASK_KINDS } from '../billing/document-task.ts';
import { vatRateFor } from '../billing/vat.ts';
import { REFUNDS } from '../limits.ts';
import { listAnswer, listMembers, pageIn, type AskedPage } from './list.ts';
import { invalid, optional, prose, read, sought, text } from './read.ts';
import { iso } from './time.ts';
import { named, said, open, uuidOf, SVC_IDS, timeOf, moneyOf, listOf, success, type Told } from './shape.ts';

const documentTaskShape = named(
  'DocumentTask',
  z.strictObject({
    id: said(z.string(), 'Also the cursor.'),
    kind: open(
      said(
        z.enum(TASK_KINDS),
        '`cancel_document`: cancel it at the invoicing provider. `cancel_and_reissue`: cancel it and issue one for what was kept (`facts.newDocument`), or settle the part by an expense note or return invoice; it is done when you say which. `await_return_invoice`: the buyer issues a return invoice. `expense_note`: you write an expense note.',
      ),
    ),
    invoice: z.strictObject({
      id: uuidOf('the invoice'),
      svcId: SVC_IDS.inv,
      invoiceNumber: z.string(),
    }),
    refund: z.strictObject({ id: uuidOf('the refund'), svcId: SVC_IDS.rfd }),
    deadline: timeOf('By when.'),
    facts: z.strictObject({
      name: said(
        z.nullable(z.string()),
        'As it stands on the document, whatever was corrected or erased since.',
      ),
      buyer: z.nullable(z.enum(['person', 'company'])),
      taxNumber: z.nullable(z.string()),
      taxOffice: z.nullable(z.string()),
      address: z.nullable(z.string()),
      number: said(z.nullable(z.string()), 'Of the official document that stands.'),
      date: said(z.nullable(z.string()), 'Its day in Türkiye, such as `2026-01-31`.'),
      amount: moneyOf('What that document is for.'),
      vatRate: said(z.nullable(z.int()), 'Its VAT, in whole percent.'),
      refundedAt: timeOf('When the money was given back.'),
      newDocument: said(
        z.nullable(
          z.strictObject({
            net: moneyOf('Without VAT.'),
            vat: moneyOf('The VAT.'),
            gross: moneyOf('What a new document must bear.'),
          }),
        ),
        'What a new document must bear; null where none is to be made.',
      ),
      net: moneyOf('Without VAT.'),
      vat: moneyOf('The VAT.'),
      gross: moneyOf('What was given back.'),
      currency: z.string(),
      refundTxId: said(z.nullable(z.string()), "The payment provider's id of the refund, once it tells it."),
      hostReference: said(z.nullable(z.string()), 'What the bank of the customer can search for.'),
    }),
    cancelledAt: z.nullable(
      timeOf('When the document was seen to be cancelled, while it is not said what was made out instead.'),
    ),
    document: said(
      z.nullable(z.strictObject({ number: z.string(), date: z.string(), amount: moneyOf('With VAT.') })),
      'What whoever did it said was made out instead.',
    ),
    doneAt: z.nullable(timeOf('When it was done.')),
    doneBy: said(z.nullable(z.string()), '`provider`: the document was seen to be cancelled.'),
    note: z.nullable(z.string()),
  }),
);

/** The shape of a `tasksAnswer`. */
export const tasksAnswerShape = named(
  'TasksAnswer',
  z.strictObject(listOf('/reports/tasks', documentTaskShape)),
);

/** The shape of a `taskAnswer`. */
export const taskAnswerShape = named(
  'TaskAnswer',
  z.strictObject({ status: success, data: documentTaskShape }),
);

/** Query of GET /reports/tasks. */
export const tasksQuery = z.object({
  ...listMembers,
  state: said(optional(z.enum(['open', 'done'])), 'Only tasks in this state.'),
});

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
  amount: said(
    z.string().check(z.trim(), z.regex(/^\d{1,9}(\.\d{1,2})?$/, 'must be an amount such as 49.90')),
    'With VAT.',
  ),
});

/** Body of POST /reports/tasks/done. */
export const taskDoneBody = z.object({
  id: said(sought(), 'The task that is done.'),
  note: said(optional(prose(REFUNDS.noteCharactersMax)), 'For people.'),
  document: said(
    z.optional(z.nullable(madeInstead)),
    'What was made out instead: number, day and amount with VAT; null for nothing. The number of the document itself where it was not cancelled, because an expense note or a return invoice was made.',
  ),
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
export const tasksAnswer = (
  { items, hasMore }: Paged<DocumentTask>,
  page: AskedPage,
): Told<typeof tasksAnswerShape> =>
  listAnswer('/reports/tasks', page, { data: items.map(taskView), hasMore });

/** Answer of POST /reports/tasks/done. */
export const taskAnswer = (task: DocumentTask): Told<typeof taskAnswerShape> => ({
  status: 'success',
  data: taskView(task),
});

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
