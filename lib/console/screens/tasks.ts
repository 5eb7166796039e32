import { beginningOfDayIn, zone } from '../../runtime/zone.ts';
import { sayOnScreen } from '../say-on-screen.ts';
import { html, type Content, type Html } from '../../pages/html.ts';
import { svcIdOf } from '../../billing/identifiers.ts';
import type { DocumentTask } from '../../billing/document-task.ts';
import { findTask, listTasks } from '../../invoicing/document-tasks.ts';
import { REFUNDS } from '../../limits.ts';
import { tasksInput, taskView } from '../../wire/tasks.ts';
import { mayDo } from '../roles.ts';
import type { Screen, Visit } from '../visit.ts';
import { TASK_SAID, TASK_TO_DO } from '../words.ts';
import { field, form, radios, type Form } from './forms.ts';
import {
  amount,
  block,
  day,
  download,
  empty,
  facts,
  head,
  mark,
  pager,
  table,
  time,
  to,
  toSubscriber,
} from './parts.ts';
import { whoMay } from './subscriber.ts';

const COLUMNS = () =>
  [
    { name: sayOnScreen().tasks.what },
    { name: sayOnScreen().tasks.until, kind: 'top-end' },
    { name: sayOnScreen().tasks.customer },
    { name: sayOnScreen().tasks.invoice },
    { name: sayOnScreen().tasks.refunded, kind: 'num' },
  ] as const;

/** What a person must see to after refunds, each with its deadline. */
export const tasks: Screen = {
  place: 'tasks',
  show: async ({ app, tenant, query, now }) => {
    const { starting_after, ending_before } = query;
    const state = query.state === 'done' ? 'done' : 'open';
    const found = await listTasks(
      app,
      tenant.id,
      tasksInput({ state, starting_after, ending_before, limit: '25' }),
    );
    const ids = found.items.map(({ id }) => id);
    const tab = (one: string, label: string) =>
      html`<a href="${to('tasks', { state: one })}"${one === state && html` aria-current="page"`}>${label}</a>`;
    return {
      title: sayOnScreen().tasks.title,
      content: html`${head(sayOnScreen().tasks.about, undefined, download('tasks', { state }))}
<p class="prose quiet">${sayOnScreen().tasks.why}</p>
<nav class="tabs" aria-label="${sayOnScreen().tasks.state}">${tab('open', sayOnScreen().tasks.open)}${tab('done', sayOnScreen().tasks.done)}</nav>
${
  ids.length === 0
    ? empty(state === 'open' ? sayOnScreen().tasks.noneOpen : sayOnScreen().tasks.noneDone)
    : table(
        sayOnScreen().tasks.title,
        COLUMNS(),
        found.items.map((one) => rowOf(one, now)),
      )
}
${pager('tasks', { ...query, state }, { first: ids[0], last: ids.at(-1), hasMore: found.hasMore })}`,
    };
  },
};

function rowOf(task: DocumentTask, now: number): Content[] {
  return [
    html`<a href="${to('task', { id: task.id })}">${TASK_SAID()[task.kind]}</a>`,
    lateOrDone(task, now) ?? time(task.deadline),
    task.facts?.name ?? '–',
    task.invoiceNumber,
    amount(task.gross, task.currency),
  ];
}

function lateOrDone({ deadline, doneAt }: DocumentTask, now: number): Html | null {
  if (doneAt !== null) return mark('good', sayOnScreen().tasks.doneOn(day(doneAt)));
  return deadline < now ? mark('bad', sayOnScreen().tasks.overdue(day(deadline))) : null;
}

/** One task: what is to be done, all that its document needs, and that it is done. */
export const task: Screen = {
  place: 'tasks',
  show: async (visit) => {
    const { app, tenant, query, now, person } = visit;
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
${doneAt === null ? block('done', sayOnScreen().tasks.whenDone, mayDo(person.roles, 'money') ? doneForm(visit, one) : html`<p>${whoMay('money')}</p>`) : howDone(one, doneAt)}`,
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
