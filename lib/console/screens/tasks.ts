import { sayOnScreen } from '../say-on-screen.ts';
import { html, type Content, type Html } from '../../pages/html.ts';
import { svcIdOf } from '../../billing/identifiers.ts';
import { findTask, listTasks, type TaskOfCustomer } from '../../invoicing/document-tasks.ts';
import { REFUNDS } from '../../limits.ts';
import { tasksInput, taskView } from '../../wire/tasks.ts';
import { mayDo } from '../roles.ts';
import type { Screen } from '../visit.ts';
import { TASK_SAID, TASK_TO_DO } from '../words.ts';
import {
  amount,
  block,
  day,
  download,
  empty,
  facts,
  field,
  head,
  hidden,
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
    const ids = found.items.map(({ task: { id } }) => id);
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

function rowOf(one: TaskOfCustomer, now: number): Content[] {
  const { task } = one;
  return [
    html`<a href="${to('task', { id: task.id })}">${TASK_SAID()[task.kind]}</a>`,
    lateOrDone(one, now) ?? time(task.deadline),
    nameIn(one),
    task.invoiceNumber,
    amount(task.gross, task.currency),
  ];
}

const nameIn = (one: TaskOfCustomer) => taskView(one).facts.name ?? '–';

function lateOrDone({ task: { deadline, doneAt } }: TaskOfCustomer, now: number): Html | null {
  if (doneAt !== null) return mark('good', sayOnScreen().tasks.doneOn(day(doneAt)));
  return deadline < now ? mark('bad', sayOnScreen().tasks.overdue(day(deadline))) : null;
}

/** One task: what is to be done, all that its document needs, and that it is done. */
export const task: Screen = {
  place: 'tasks',
  show: async (visit) => {
    const { app, tenant, query, now, person } = visit;
    const one = await findTask(app, tenant.id, query.id ?? '');
    const {
      task: { id, kind, doneAt, doneBy, note, subscriberId },
    } = one;
    const title = sayOnScreen().tasks.taskTitle(one.task.invoiceNumber, TASK_SAID()[kind]);
    const form = html`<form class="stack roomy" method="post" action="/console/finish-task">${hidden(visit, { id })}
<p class="prose">${sayOnScreen().tasks.notes}</p>
${field(visit, 'note', sayOnScreen().tasks.note, { hint: sayOnScreen().tasks.noteHint, isOptional: true, max: REFUNDS.noteCharactersMax })}
<div><button class="primary">${sayOnScreen().tasks.isDone}</button></div></form>`;
    return {
      title,
      content: html`${head(title, [to('tasks'), sayOnScreen().tasks.title], lateOrDone(one, now))}
<p class="prose"><strong>${TASK_TO_DO()[kind]}</strong></p>
${facts(factsOf(one))}
<div class="row"><a class="button" href="${to('invoice', { id: svcIdOf('invoice', one.task.invoiceId) })}">${sayOnScreen().tasks.openInvoice}</a><a class="button" href="${toSubscriber(subscriberId)}">${sayOnScreen().tasks.openSubscriber}</a></div>
${doneAt === null ? block('done', sayOnScreen().tasks.whenDone, mayDo(person.roles, 'money') ? form : html`<p>${whoMay('money')}</p>`) : html`<p class="notice good"><span>${sayOnScreen().tasks.doneBy(time(doneAt), doneBy === 'provider' ? sayOnScreen().tasks.seenCancelled : (doneBy ?? '–'))}${note !== null && html` ${note}`}</span></p>`}`,
    };
  },
};

/** What whoever makes out a document or asks for one has to write down. */
function factsOf(one: TaskOfCustomer): (readonly [string, Content])[] {
  const { task: given } = one;
  const { facts: known } = taskView(one);
  const money = (value: string) => amount(value, given.currency);
  const code = (value: string | null) => (value === null ? '–' : html`<code class="id">${value}</code>`);
  return [
    [sayOnScreen().tasks.until, time(given.deadline)],
    [sayOnScreen().tasks.customer, known.name ?? '–'],
    [sayOnScreen().tasks.taxNumber, known.taxNumber ?? '–'],
    [sayOnScreen().tasks.address, known.address ?? '–'],
    [sayOnScreen().tasks.document, given.documentNumber ?? '–'],
    [sayOnScreen().tasks.refunded, html`${money(given.gross)}, ${time(given.date)}`],
    [sayOnScreen().tasks.netAndVat, `${money(given.net)} + ${money(given.vat)}`],
    [sayOnScreen().tasks.refundId, code(given.reportId)],
    [sayOnScreen().tasks.bank, code(given.hostReference)],
  ];
}
