import { mergePages, type Page, type Paged } from '../billing/page.ts';
import type { DocumentTask } from '../billing/document-task.ts';
import { Refusal } from '../refusal.ts';
import type { CoreApp } from '../runtime/app.ts';
import type { Subscription } from '../billing/subscription.ts';
import {
  lookUpTask,
  taskDone,
  taskPage,
  TASK_STATES,
  type TaskState,
} from '../table/documents/document-tasks.ts';
import { causeOf } from '../table/subscribers/timeline.ts';
import { lookUpSubscribers } from '../table/subscribers/subscribers.ts';
import { tryWrite } from '../table/table.ts';

/** A task with the customer that it is about, as they are on record now. */
export interface TaskOfCustomer {
  readonly task: DocumentTask;
  /** Undefined once the subscriber cannot be read. */
  readonly customer: Subscription['customer'] | undefined;
}

/** One page of a tenant's tasks, newest first. Throws `invalid_cursor` if the cursor is no task of the tenant. */
export async function listTasks(
  app: CoreApp,
  tenant: string,
  { state, page }: { readonly state: TaskState | undefined; readonly page: Page },
): Promise<Paged<TaskOfCustomer>> {
  const states = state === undefined ? TASK_STATES : [state];
  const cursor = page.startingAfter ?? page.endingBefore;
  const [known, ...pages] = await Promise.all([
    cursor === null || lookUpTask(app, tenant, cursor),
    ...states.map((one) => taskPage(app, tenant, one, page)),
  ]);
  if (!known) throw new Refusal('invalid_cursor');
  const { items, hasMore } = mergePages(pages, page, ({ id }) => id);
  return { items: await withCustomers(app, tenant, items), hasMore };
}

async function withCustomers(
  app: CoreApp,
  tenant: string,
  tasks: readonly DocumentTask[],
): Promise<TaskOfCustomer[]> {
  const ids = [...new Set(tasks.map(({ subscriberId }) => subscriberId))];
  const found = ids.length === 0 ? [] : await lookUpSubscribers(app, tenant, ids);
  const customers = new Map(found.map(({ subscription: one }) => [one.id, one.customer]));
  return tasks.map((task) => ({ task, customer: customers.get(task.subscriberId) }));
}

/** A tenant's task, open or done. Throws `task_not_found`. */
export async function findTask(app: CoreApp, tenant: string, id: string): Promise<TaskOfCustomer> {
  const task = id === '' ? undefined : await lookUpTask(app, tenant, id);
  if (!task) throw new Refusal('task_not_found');
  const [found] = await withCustomers(app, tenant, [task]);
  return found ?? { task, customer: undefined };
}

/** A person has done a task; a repetition changes nothing. Throws `task_not_found`. */
export async function finishTask(
  app: CoreApp,
  tenant: string,
  { id, note }: { readonly id: string; readonly note: string | null },
): Promise<TaskOfCustomer> {
  const task = await lookUpTask(app, tenant, id);
  if (!task) throw new Refusal('task_not_found');
  const { by, who } = causeOf(app);
  const how = { doneAt: app.clock(), doneBy: who ?? by, note };
  if (task.doneAt === null) await tryWrite(() => app.table.write(taskDone(tenant, task, how)));
  return findTask(app, tenant, id);
}
