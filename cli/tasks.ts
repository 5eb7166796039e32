import { Option, type Command } from 'commander';
import { finishTask, listTasks } from '../lib/invoicing/document-tasks.ts';
import { taskAnswer, taskDoneInput, tasksAnswer, tasksInput, type taskView } from '../lib/wire/tasks.ts';
import { minute, tableOf } from './columns.ts';
import { ofTenant, TENANT, UsageError, type CliIo, type CommandResult, type TenantCall } from './io.ts';
import { addPaging, nextPage, nothingOf, pagingIn, type Paging } from './paging.ts';

interface ListOptions extends Paging {
  readonly state?: string;
}

/** `tasks`: what a person must do about documents of money given back; without a word behind it, `tasks list`. */
export function addTasks(billing: Command, io: CliIo): void {
  const tasks = billing.command('tasks').description('what people must do about documents after refunds');

  addPaging(
    tasks
      .command('list', { isDefault: true })
      .description('what to do and until when, newest first')
      .addOption(TENANT)
      .addOption(new Option('--state <state>', 'only these').choices(['open', 'done'])),
  ).action(ofTenant(io, list));

  tasks
    .command('finish <id>')
    .description('one is done; one whose document is seen cancelled finishes by itself')
    .addOption(TENANT)
    .option('--note <note>', 'what was done, without personal data')
    .option('--number <number>', 'of the document that was made out instead')
    .option('--date <day>', 'its day, such as 2026-01-31')
    .option('--amount <amount>', 'what it is for, with VAT')
    .option('--no-document', 'none was made out instead')
    .action(ofTenant(io, finish));
}

/** What each kind asks for. */
const ACTIONS = {
  cancel_document: 'cancel the document',
  cancel_and_reissue: 'cancel the document and make one of what was kept',
  await_return_invoice: "await the buyer's return invoice",
  expense_note: 'make an expense note',
} as const satisfies Record<ReturnType<typeof taskView>['kind'], string>;

async function list({ app, tenant: { id, name }, options }: TenantCall<ListOptions>): Promise<CommandResult> {
  const { state } = options;
  const paging = pagingIn(options);
  const input = tasksInput({ state, ...paging });
  const { items, hasMore } = await listTasks(app, id, input);
  const { data } = tasksAnswer({ items, hasMore }, input.page);
  const open = data.find(({ doneAt }) => doneAt === null);
  return {
    json: { tenantId: id, has_more: hasMore, tasks: data },
    lines:
      data.length === 0
        ? [nothingOf(name, 'tasks', { state, ...paging })]
        : [
            tableOf(
              ['id', 'until', 'invoice', 'document', 'given back', 'new document', 'what to do'],
              data.map(rowOf),
            ),
          ],
    next: [
      ...(open ? [['tasks', 'finish', open.id, '--tenant', name]] : []),
      ...nextPage(
        ['tasks', 'list'],
        { hasMore, last: data.at(-1)?.id },
        { state, limit: options.limit, tenant: name },
      ),
    ],
  };
}

function rowOf({ id, kind, deadline, doneAt, invoice, facts }: ReturnType<typeof taskView>): string[] {
  return [
    id,
    minute(Date.parse(deadline)),
    invoice.invoiceNumber,
    facts.number ?? '-',
    `${facts.gross} ${facts.currency}`,
    facts.newDocument ? `${facts.newDocument.gross} ${facts.currency}` : '-',
    doneAt === null ? ACTIONS[kind] : `nothing: done ${minute(Date.parse(doneAt))}`,
  ];
}

interface FinishOptions {
  readonly note?: string;
  readonly number?: string;
  readonly date?: string;
  readonly amount?: string;
  /** False where none was made out instead. */
  readonly document?: boolean;
}

/** What was made out instead; null for nothing, undefined where that was not said. */
function documentIn({ number, date, amount, document }: FinishOptions) {
  const isNamed = number !== undefined || date !== undefined || amount !== undefined;
  if (isNamed && document === false)
    throw new UsageError('--no-document says that there is none: leave number, date and amount away');
  if (isNamed) return { number, date, amount };
  return document === false ? null : undefined;
}

async function finish({
  app,
  tenant: { id: tenantId, name },
  names: [id = ''],
  options,
}: TenantCall<FinishOptions>): Promise<CommandResult> {
  const given = { id, note: options.note, document: documentIn(options) };
  const { data } = taskAnswer(await finishTask(app, tenantId, taskDoneInput(given)));
  return {
    json: { tenantId, task: data },
    lines: [`The task about invoice ${data.invoice.invoiceNumber} is done.`],
    next: [['tasks', 'list', '--tenant', name, '--state', 'open']],
  };
}
