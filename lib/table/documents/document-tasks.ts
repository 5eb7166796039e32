import type { Page, Paged } from '../../billing/page.ts';
import { TASK, type DocumentTask } from '../../billing/document-task.ts';
import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { readPage } from '../page.ts';
import { range } from '../ranges.ts';
import { key, type KeyOf } from '../schema.ts';
import type { Change, Item, Put, Update } from '../table.ts';
import { due, NOT_DUE } from '../work/due.ts';
import { taskWork } from '../work/works.ts';

/** A task is done by a person, or by the document, once that is found cancelled. */
export const TASK_STATES = ['open', 'done'] as const;
/** One of `TASK_STATES`. */
export type TaskState = (typeof TASK_STATES)[number];

/** Parses a task. Throws Unreadable. */
export const taskFrom = (item: Item): DocumentTask => TASK.read(item);

/** Writes an open task, unless it is on record; its document is looked at from `lookAt` (epoch ms) if a person cancels it. */
export function taskOpened(tenant: string, task: DocumentTask, lookAt: number | undefined): Put {
  const at = key.taskListed(tenant, 'open', task);
  return {
    put: {
      ...TASK.write(task),
      ...(lookAt !== undefined && due('document', lookAt, taskWork(tenant, task.id))),
      ...at,
    },
    if: [{ absent: true }],
  };
}

/** How a task was done, and what was made out instead; `facts` is null where the customer was erased. */
export type TaskEnd = Pick<DocumentTask, 'doneAt' | 'doneBy' | 'note'> &
  Partial<Pick<DocumentTask, 'instead' | 'facts'>>;

/** The document of an open task is gone, and what is made out instead is not known yet: a person has to say. */
export function taskSeenCancelled(tenant: string, id: string, cancelledAt: number): Update {
  const update = key.taskListed(tenant, 'open', { id });
  return { update, set: TASK.change({ cancelledAt }).set, remove: NOT_DUE, if: [{ present: true }] };
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
  { put: { ...TASK.write({ ...task, ...how }), ...key.taskListed(tenant, 'done', task) } },
];

/** When the document of an open task is looked at again (epoch ms); undefined when no more. */
export function taskLookedAt(tenant: string, id: string, again: number | undefined): Update {
  const update = key.taskListed(tenant, 'open', { id });
  return {
    update,
    ...(again === undefined
      ? { remove: NOT_DUE }
      : { set: { ...due('document', again, taskWork(tenant, id)) } }),
    if: [{ present: true }],
  };
}

/** A tenant's task, open or done; undefined if there is none. */
export async function lookUpTask(app: CoreApp & OfTenant, of: KeyOf): Promise<DocumentTask | undefined> {
  const keys = TASK_STATES.map((state) => key.taskListed(app.tenantId, state, of));
  const items = await app.table.getMany(keys, { consistent: true });
  const item = items.find((one) => one !== undefined);
  return item && taskFrom(item);
}

/** One page of a tenant's tasks in a state, newest first. One query. */
export async function taskPage(
  app: CoreApp & OfTenant,
  state: TaskState,
  page: Page,
): Promise<Paged<DocumentTask>> {
  const asked = { ...range.tasks(app.tenantId, state), consistent: true };
  const { items, hasMore } = await readPage(app.table, asked, page, (id) => id);
  return { items: items.map(taskFrom), hasMore };
}

/** The open tasks that have been open longest, at most `limit`. One query. */
export async function oldestOpenTasks(app: CoreApp & OfTenant, limit: number): Promise<DocumentTask[]> {
  const items = await app.table.query({ ...range.tasks(app.tenantId, 'open'), limit, consistent: true });
  return items.map(taskFrom);
}
