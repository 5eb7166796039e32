import { beginningOfDayIn, zone } from '../../runtime/zone.ts';
import { sayOnScreen } from '../say-on-screen.ts';
import { html, type Content, type Html } from '../../pages/html.ts';
import { svcIdOf } from '../../billing/identifiers.ts';
import type { DocumentTask } from '../../billing/document-task.ts';
import { findTask, listTasks } from '../../invoicing/document-tasks.ts';
import { REFUNDS } from '../../limits.ts';
import { tasksInput, taskView } from '../../wire/tasks.ts';
import { amountCell, momentCell } from '../csv.ts';
import { list } from '../list.ts';
import type { Screen, Visit } from '../visit.ts';
import { TASK_SAID, TASK_TO_DO } from '../words.ts';
import { field, form, radios, type Form } from './forms.ts';
import { listScreen } from './list.ts';
import { amount, block, day, facts, forWhoMay, head, mark, time, to, toSubscriber } from './parts.ts';

/** What a person must do about documents after refunds. */
export const taskList = list({
  screen: 'tasks',
  place: 'tasks',
  title: () => sayOnScreen().tasks.title,
  filters: () => [
    {
      ...{ is: 'tab', name: 'state', label: sayOnScreen().tasks.state },
      options: [
        ['open', sayOnScreen().tasks.open],
        ['done', sayOnScreen().tasks.done],
      ],
    },
  ],
  read: async ({ app, tenant }, asked) => {
    const { items, hasMore } = await listTasks(app, tenant.id, tasksInput(asked));
    return { items: items.map((task) => ({ task, view: taskView(task) })), hasMore };
  },
  idOf: ({ task }) => task.id,
  columns: () => [
    {
      name: sayOnScreen().tasks.what,
      cell: ({ task: { id, kind } }) => html`<a href="${to('task', { id })}">${TASK_SAID()[kind]}</a>`,
    },
    {
      ...{ name: sayOnScreen().tasks.until, kind: 'top-end' },
      cell: ({ task }, { now }) => lateOrDone(task, now) ?? time(task.deadline),
    },
    { name: sayOnScreen().tasks.customer, cell: ({ task }) => task.facts?.name ?? '–' },
    { name: sayOnScreen().tasks.invoice, cell: ({ task }) => task.invoiceNumber },
    {
      ...{ name: sayOnScreen().tasks.refunded, kind: 'num' },
      cell: ({ task }) => amount(task.gross, task.currency),
    },
  ],
  none: ({ state }) => (state === 'open' ? sayOnScreen().tasks.noneOpen : sayOnScreen().tasks.noneDone),
  file: {
    name: 'tasks',
    columns: [
      ['task', 'görev', ({ view }) => view.id],
      ['what', 'yapılacak', ({ view }) => view.kind],
      ['until', 'son gün', ({ view }) => momentCell(view.deadline)],
      ['invoice', 'fatura', ({ view }) => view.invoice.invoiceNumber],
      ['document', 'belge', ({ view }) => view.facts.number],
      ['refunded', 'iade tarihi', ({ view }) => momentCell(view.facts.refundedAt)],
      ['customer', 'müşteri', ({ view }) => view.facts.name],
      ['tax number', 'vergi no', ({ view }) => view.facts.taxNumber],
      ['address', 'adres', ({ view }) => view.facts.address],
      ['net', 'net', ({ view }) => amountCell(view.facts.net)],
      ['vat', 'KDV', ({ view }) => amountCell(view.facts.vat)],
      ['gross', 'brüt', ({ view }) => amountCell(view.facts.gross)],
      ['currency', 'para birimi', ({ view }) => view.facts.currency],
      ['document date', 'belge tarihi', ({ view }) => momentCell(view.facts.date)],
      ['document amount', 'belge tutarı', ({ view }) => amountCell(view.facts.amount)],
      ['VAT rate', 'KDV oranı', ({ view }) => view.facts.vatRate],
      ['new amount', 'yeni tutar', ({ view }) => amountCell(view.facts.newDocument?.gross ?? null)],
      ['done', 'yapılma', ({ view }) => momentCell(view.doneAt)],
      ['done by', 'yapan', ({ view }) => view.doneBy],
      ['note', 'not', ({ view }) => view.note],
      ['made instead', 'yerine düzenlenen', ({ view }) => view.document?.number],
      ['made instead on', 'düzenleme tarihi', ({ view }) => momentCell(view.document?.date ?? null)],
      ['made instead for', 'düzenlenen tutar', ({ view }) => amountCell(view.document?.amount ?? null)],
    ],
  },
});

/** The screen of tasks, each with its deadline. */
export const tasks: Screen = listScreen(taskList, {
  heading: () => sayOnScreen().tasks.about,
  intro: () => html`<p class="prose quiet">${sayOnScreen().tasks.why}</p>`,
});

function lateOrDone({ deadline, doneAt }: DocumentTask, now: number): Html | null {
  if (doneAt !== null) return mark('good', sayOnScreen().tasks.doneOn(day(doneAt)));
  return deadline < now ? mark('bad', sayOnScreen().tasks.overdue(day(deadline))) : null;
}

/** One task: what is to be done, all that its document needs, and that it is done. */
export const task: Screen = {
  place: 'tasks',
  show: async (visit) => {
    const { app, tenant, query, now } = visit;
    const one = await findTask(app, tenant.id, query.id ?? '');
    const { kind, doneAt, cancelledAt, subscriberId } = one;
    const title = sayOnScreen().tasks.taskTitle(one.invoiceNumber, TASK_SAID()[kind]);
    const seen =
      cancelledAt !== null &&
      doneAt === null &&
      html`<p class="notice warm"><span>${sayOnScreen().tasks.isCancelled(time(cancelledAt))}</span></p>`;
    return {
      title,
      content: html`${head(title, [to('tasks'), sayOnScreen().tasks.title], lateOrDone(one, now))}
${seen || html`<p class="prose"><strong>${TASK_TO_DO()[kind]}</strong></p>`}
${facts(factsOf(one))}
<div class="row"><a class="button" href="${to('invoice', { id: svcIdOf('invoice', one.invoiceId) })}">${sayOnScreen().tasks.openInvoice}</a><a class="button" href="${toSubscriber(subscriberId)}">${sayOnScreen().tasks.openSubscriber}</a></div>
${
  doneAt === null
    ? block(
        'done',
        sayOnScreen().tasks.whenDone,
        forWhoMay(visit, 'money', () => doneForm(visit, one)),
      )
    : howDone(one, doneAt)
}`,
    };
  },
};

function howDone({ doneBy, note, instead, currency }: DocumentTask, doneAt: number): Html {
  const by = doneBy === 'provider' ? sayOnScreen().tasks.seenCancelled : (doneBy ?? '–');
  const made =
    instead &&
    html` ${sayOnScreen().tasks.madeInstead(instead.number, dayWritten(instead.date), amount(instead.amount, currency))}`;
  return html`<p class="notice good"><span>${sayOnScreen().tasks.doneBy(time(doneAt), by)}${made}${note !== null && html` ${note}`}</span></p>`;
}

/** What a person says when it is done: which document was made out instead, none, or that the first one stands. */
function doneForm(visit: Visit, { id, kind, cancelledAt, newAmount }: DocumentTask): Html {
  const words = sayOnScreen().tasks;
  const made = [
    { value: 'new', label: words.madeNew, said: words.madeNewHint },
    { value: 'none', label: words.madeNone, said: words.madeNoneHint },
    ...(cancelledAt === null ? [{ value: 'stands', label: words.stands, said: words.standsHint }] : []),
  ];
  const optional = { isOptional: true };
  const document = (of: Form) =>
    kind !== 'cancel_document' &&
    html`<fieldset class="stack"><legend>${kind === 'cancel_and_reissue' ? words.newDocument : words.itsDocument}</legend>
${field(of, 'number', words.number, { ...optional, max: 32 })}
${field(of, 'date', words.date, { ...optional, type: 'date' })}
${field(of, 'amount', words.amount, { ...optional, max: 40 })}</fieldset>`;
  return form(
    visit,
    'finish-task',
    { about: { id }, usual: { amount: newAmount ?? '' }, kind: 'stack roomy' },
    (of) => html`<p class="prose">${words.notes}</p>
${kind === 'cancel_and_reissue' && radios(of, 'made', words.whatWasMade, made)}${document(of)}
${field(of, 'note', words.note, { hint: words.noteHint, isOptional: true, max: REFUNDS.noteCharactersMax })}
<div><button class="primary">${words.isDone}</button></div>`,
  );
}

/** The day that a document bears, as people of the console write it. */
const dayWritten = (written: string | null): Content =>
  written === null ? '–' : day(beginningOfDayIn(zone(), written));

/** What whoever makes out a document or asks for one has to write down. */
function factsOf(given: DocumentTask): (readonly [string, Content])[] {
  const { facts: known } = taskView(given);
  const { newDocument } = known;
  const words = sayOnScreen().tasks;
  const money = (value: string) => amount(value, given.currency);
  const netAndVat = ({ net, vat }: { readonly net: string; readonly vat: string }) =>
    `${money(net)} + ${money(vat)}`;
  const code = (value: string | null) => (value === null ? '–' : html`<code class="id">${value}</code>`);
  return [
    [words.until, time(given.deadline)],
    ...(newDocument
      ? [
          [
            words.newDocument,
            html`<strong>${money(newDocument.gross)}</strong> (${netAndVat(newDocument)})`,
          ] as const,
        ]
      : []),
    [words.customer, known.name ?? '–'],
    [words.buyer, known.buyer === null ? '–' : words.buyers[known.buyer]],
    [words.taxNumber, [known.taxNumber, known.taxOffice].filter((part) => part !== null).join(', ') || '–'],
    [words.address, known.address ?? '–'],
    [words.document, known.number ?? '–'],
    [words.itsDay, html`${dayWritten(known.date)}, ${money(known.amount)}`],
    [words.vatRate, known.vatRate === null ? '–' : words.percent(known.vatRate)],
    [words.refunded, html`${money(given.gross)}, ${time(given.refundedAt)}`],
    [words.netAndVat, netAndVat(given)],
    [words.refundId, code(given.reportId)],
    [words.bank, code(given.hostReference)],
  ];
}
