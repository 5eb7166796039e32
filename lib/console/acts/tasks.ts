import { finishTask as finish } from '../../invoicing/document-tasks.ts';
import { taskDoneInput } from '../../wire/tasks.ts';
import type { Act } from '../act.ts';

/** Notes that a task about a document is done, by whoever is signed in. */
export const finishTask: Act = {
  needs: 'money',
  about: ({ id }) => id?.slice(0, 60),
  from: ({ id }) => ({ screen: 'task', query: { id } }),
  run: async ({ app, tenant, form: { id, note } }) => {
    await finish(app, tenant.id, taskDoneInput({ id, ...(note !== undefined && note !== '' && { note }) }));
    return { to: 'tasks', done: 'task-done' };
  },
};
