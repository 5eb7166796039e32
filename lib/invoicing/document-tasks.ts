import { uuidIn } from '../billing/identifiers.ts';
import { mergePages, type Page, type Paged } from '../billing/page.ts';
import { asksToCancel, type DocumentTask } from '../billing/document-task.ts';
import type { MadeInstead } from '../billing/document-progress.ts';
import { hundredths } from '../billing/refund.ts';
import { dayInTurkey } from '../billing/turkish-day.ts';
import { Refusal } from '../refusal.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { lookUpTask, taskPage, TASK_STATES, type TaskState } from '../table/documents/document-tasks.ts';
import { causeOf } from '../table/subscribers/timeline.ts';
import { endTask } from './end-task.ts';

/** One page of a tenant's tasks, newest first. Throws `invalid_cursor` if the cursor is no task of the tenant. */
export async function listTasks(
  app: CoreApp & OfTenant,
  { state, page }: { readonly state: TaskState | undefined; readonly page: Page },
): Promise<Paged<DocumentTask>> {
  const states = state === undefined ? TASK_STATES : [state];
  const cursor = page.startingAfter ?? page.endingBefore;
  const [known, ...pages] = await Promise.all([
    cursor === null || lookUpTask(app, cursor),
    ...states.map((one) => taskPage(app, one, page)),
  ]);
  if (!known) throw new Refusal('invalid_cursor');
  return mergePages(pages, page, ({ id }) => id);
}

/** A tenant's task of an id that somebody sent, open or done. Throws `task_not_found`. */
export async function findTask(app: CoreApp & OfTenant, given: string): Promise<DocumentTask> {
  const id = uuidIn(given);
  const task = id && (await lookUpTask(app, id));
  if (!task) throw new Refusal('task_not_found');
  return task;
}

/** What a person says of a task: `document` is what was made out instead, null for nothing, undefined if it was not said. */
export interface TaskDone {
  readonly id: string;
  readonly note: string | null;
  readonly document: MadeInstead | null | undefined;
}

/**
 * A person has done a task; a repetition changes nothing. Throws `task_not_found`, and `invalid_request` where it must
 * be said what was made out instead, or what was said cannot be.
 */
export async function finishTask(
  app: CoreApp & OfTenant,
  { id, note, document }: TaskDone,
): Promise<DocumentTask> {
  const task = await findTask(app, id);
  if (task.doneAt !== null) return task;
  refuseImpossible(task, document, app.clock());
  const { by, who } = causeOf(app);
  await endTask(app, task, {
    doneAt: app.clock(),
    doneBy: who ?? by,
    note,
    instead: document ?? null,
  });
  return findTask(app, id);
}

/** Throws `invalid_request` with the member that is missing or cannot be true. */
function refuseImpossible(task: DocumentTask, document: TaskDone['document'], now: number): void {
  if (task.kind === 'cancel_and_reissue' && document === undefined)
    throw wrong(
      'document',
      'is required: number, date and amount of what was made out instead, or null for nothing',
    );
  if (!document || !asksToCancel(task)) return;
  if (document.number === task.documentNumber && task.cancelledAt !== null)
    throw wrong('document.number', 'is that of the document that was cancelled');
  if (document.date > dayInTurkey(now)) throw wrong('document.date', 'must not be later than today');
  if (task.documentDate !== null && document.date < task.documentDate)
    throw wrong('document.date', 'must not be before that of the document it replaces');
  if (hundredths(document.amount) > hundredths(task.documentAmount))
    throw wrong('document.amount', `must be at most ${task.documentAmount}`);
}

const wrong = (field: string, message: string) =>
  new Refusal('invalid_request', { details: [{ field, message }], message: `${field}: ${message}` });
