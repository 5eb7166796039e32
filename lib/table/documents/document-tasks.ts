import type { Page, Paged } from '../../billing/page.ts';
import { TASK_KINDS, type DocumentTask } from '../../billing/document-task.ts';
import type { CoreApp } from '../../runtime/app.ts';
import { fieldsOf } from '../fields.ts';
import { itemOf } from '../item.ts';
import { readPage } from '../page.ts';
import { range } from '../ranges.ts';
import { key, type KeyOf } from '../schema.ts';
import type { Change, Item, Put, Update } from '../table.ts';
import { due, NOT_DUE } from '../work/due.ts';
import { factsFrom, insteadFrom } from './document-progress.ts';

/** A task is done by a person, or by the document that was seen to be cancelled. */
export const TASK_STATES = ['open', 'done'] as const;
/** One of `TASK_STATES`. */
export type TaskState = (typeof TASK_STATES)[number];

/** Parses a task. Throws Unreadable. */
export function taskFrom(item: Item): DocumentTask {
  const of = fieldsOf(item);
  return {
    id: of.text('id'),
    kind: of.oneOf('kind', TASK_KINDS),
    subscriberId: of.text('subscriberId'),
    invoiceId: of.text('invoiceId'),
    invoiceNumber: of.text('invoiceNumber'),
    refundId: of.text('refundId'),
    createdAt: of.number('createdAt'),
    deadline: of.number('deadline'),
    documentNumber: of.textOrNull('documentNumber'),
    documentDate: of.textOrNull('documentDate'),
    documentAmount: of.text('documentAmount'),
    facts: factsFrom(of.part('facts')) ?? null,
    isOurs: of.isSet('isOurs'),
    newAmount: of.textOrNull('newAmount'),
    cancelledAt: of.numberOrNull('cancelledAt'),
    instead: insteadFrom(of.part('instead')) ?? null,
    refundedAt: of.number('refundedAt'),
    gross: of.text('gross'),
    net: of.text('net'),
    vat: of.text('vat'),
    currency: of.text('currency'),
    reportId: of.textOrNull('reportId'),
    hostReference: of.textOrNull('hostReference'),
    doneAt: of.numberOrNull('doneAt'),
    doneBy: of.textOrNull('doneBy'),
    note: of.textOrNull('note'),
  };
}

/** Writes an open task, unless it is on record; its document is looked at from `lookAt` (epoch ms) if a person cancels it. */
export function taskOpened(tenant: string, task: DocumentTask, lookAt: number | undefined): Put {
  const at = key.taskListed(tenant, 'open', task);
  return {
    put: { ...itemOf(at, task), ...(lookAt !== undefined && due('document', lookAt, at)) },
    if: [{ absent: true }],
  };
}

/** How a task was done, and what was made out instead; `facts` is null where the customer was erased. */
export type TaskEnd = Pick<DocumentTask, 'doneAt' | 'doneBy' | 'note'> &
  Partial<Pick<DocumentTask, 'instead' | 'facts'>>;

/** The document of an open task is gone, and what is made out instead is not known yet: a person has to say. */
export function taskSeenCancelled(tenant: string, id: string, cancelledAt: number): Update {
  const update = key.taskListed(tenant, 'open', { id });
  return { update, set: { cancelledAt }, remove: NOT_DUE, if: [{ present: true }] };
}

/** Takes what is personal from a task that is done. */
export const taskErased = (tenant: string, id: string): Update => ({
  update: key.taskListed(tenant, 'done', { id }),
  remove: ['facts', 'note'],
  if: [{ present: true }],
});

/** Moves an open task to those that are done. A Conflict if it is not open any more. */
export const taskDone = (tenant: string, task: DocumentTask, how: TaskEnd): Change[] => [
  { delete: key.taskListed(tenant, 'open', task), if: [{ present: true }] },
  { put: itemOf(key.taskListed(tenant, 'done', task), { ...task, ...how }) },
];

/** When the document of an open task is looked at again (epoch ms); undefined when no more. */
export function taskLookedAt(tenant: string, id: string, again: number | undefined): Update {
  const update = key.taskListed(tenant, 'open', { id });
  return {
    update,
    ...(again === undefined ? { remove: NOT_DUE } : { set: { ...due('document', again, update) } }),
    if: [{ present: true }],
  };
}

/** A tenant's task, open or done; undefined if there is none. */
export async function lookUpTask(app: CoreApp, tenant: string, of: KeyOf): Promise<DocumentTask | undefined> {
  const keys = TASK_STATES.map((state) => key.taskListed(tenant, state, of));
  const items = await app.table.getMany(keys, { consistent: true });
  const item = items.find((one) => one !== undefined);
  return item && taskFrom(item);
}

/** One page of a tenant's tasks in a state, newest first. One query. */
export async function taskPage(
  app: CoreApp,
  tenant: string,
  state: TaskState,
  page: Page,
): Promise<Paged<DocumentTask>> {
  const asked = { ...range.tasks(tenant, state), consistent: true };
  const { items, hasMore } = await readPage(app.table, asked, page, (id) => id);
  return { items: items.map(taskFrom), hasMore };
}

/** The open tasks that have been open longest, at most `limit`. One query. */
export async function oldestOpenTasks(app: CoreApp, tenant: string, limit: number): Promise<DocumentTask[]> {
  const items = await app.table.query({ ...range.tasks(tenant, 'open'), limit, consistent: true });
  return items.map(taskFrom);
}
