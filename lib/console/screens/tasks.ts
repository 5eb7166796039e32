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

const COLUMNS = [
  { name: 'What' },
  { name: 'Until', kind: 'top-end' },
  { name: 'Customer' },
  { name: 'Invoice' },
  { name: 'Given back', kind: 'num' },
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
      title: 'Tasks',
      content: html`${head('Tasks about documents', undefined, download('tasks', { state }))}
<p class="prose quiet">Where money was given back and its official document cannot be corrected by itself, a person has to see to it.</p>
<nav class="tabs" aria-label="State">${tab('open', 'Open')}${tab('done', 'Done')}</nav>
${
  ids.length === 0
    ? empty(state === 'open' ? 'No task is open.' : 'None was done yet.')
    : table(
        'Tasks',
        COLUMNS,
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
    html`<a href="${to('task', { id: task.id })}">${TASK_SAID[task.kind]}</a>`,
    untilSaid(one, now),
    nameIn(one),
    task.invoiceNumber,
    amount(task.gross, task.currency),
  ];
}

const nameIn = (one: TaskOfCustomer) => taskView(one).facts.name ?? '–';

function untilSaid({ task: { deadline, doneAt } }: TaskOfCustomer, now: number): Html {
  if (doneAt !== null) return mark('good', `Done ${day(doneAt)}`);
  return deadline < now ? mark('bad', `Overdue since ${day(deadline)}`) : html`${time(deadline)}`;
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
    const title = `Invoice ${one.task.invoiceNumber}: ${TASK_SAID[kind]}`;
    const form = html`<form class="stack roomy" method="post" action="/console/finish-task">${hidden(visit, { id })}
<p class="prose">This notes that it is done, with your name. It changes nothing at Paraşüt and moves no money.</p>
${field(visit, 'note', 'What was done', { hint: 'The number of the new document, for whoever asks later', isOptional: true, max: REFUNDS.noteCharactersMax })}
<div><button class="primary">It is done</button></div></form>`;
    return {
      title,
      content: html`${head(title, [to('tasks'), 'Tasks'], untilSaid(one, now))}
<p class="prose"><strong>${TASK_TO_DO[kind]}</strong></p>
${facts(factsOf(one))}
<div class="row"><a class="button" href="${to('invoice', { id: svcIdOf('invoice', one.task.invoiceId) })}">Open the invoice</a><a class="button" href="${toSubscriber(subscriberId)}">Open the subscriber</a></div>
${doneAt === null ? block('done', 'When it is done', mayDo(person.roles, 'money') ? form : html`<p>${whoMay('money')}</p>`) : html`<p class="notice good"><span>Done ${time(doneAt)} by ${doneBy ?? '–'}.${note !== null && html` ${note}`}</span></p>`}`,
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
    ['Until', time(given.deadline)],
    ['Customer', known.name ?? '–'],
    ['Tax number', known.taxNumber ?? '–'],
    ['Address', known.address ?? '–'],
    ['Official document', given.documentNumber ?? '–'],
    ['Given back', html`${money(given.gross)}, ${time(given.date)}`],
    ['Net and VAT', `${money(given.net)} + ${money(given.vat)}`],
    ['iyzico’s refund', code(given.reportId)],
    ['Bank’s reference', code(given.hostReference)],
  ];
}
