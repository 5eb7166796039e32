import { findTask } from '../../invoicing/document-tasks.ts';
import type { DocumentTask } from '../../billing/document-task.ts';
import { finishTask as finishVerb } from '../../verbs/finish-task.ts';
import { byPerson } from '../../verbs/verb.ts';
import { taskDoneInput } from '../../wire/tasks.ts';
import { amountWritten } from '../../wire/written-amount.ts';
import type { Act } from '../act.ts';
import type { Given } from '../visit.ts';

/** Notes that a task about a document is done, by whoever is signed in, and what was made out instead. */
export const finishTask: Act = {
  fields: { 'document.number': 'number', 'document.date': 'date', 'document.amount': 'amount' },
  verb: finishVerb,
  about: ({ id }) => id?.slice(0, 60),
  from: ({ id }) => ({ screen: 'task', query: { id } }),
  run: async (call) => {
    const { app, form } = call;
    const { id = '', note } = form;
    const task = await findTask(app, id.toLowerCase());
    const document = documentIn(form, task);
    await byPerson(
      finishVerb,
      call,
      taskDoneInput({ id, document, ...(note !== undefined && note !== '' && { note }) }),
    );
    return { to: 'tasks', done: 'task-done' };
  },
};

/** What the form says was made out instead: nothing where it is left empty or ticked so, the same document where it stands. */
function documentIn({ made, number = '', date = '', amount = '' }: Given, task: DocumentTask): unknown {
  const { documentNumber, documentDate, documentAmount } = task;
  if (made === 'stands') return { number: documentNumber, date: documentDate, amount: documentAmount };
  const isBlank = number.trim() === '' && date.trim() === '';
  if (made === 'none' || (isBlank && task.kind !== 'cancel_and_reissue')) return null;
  const written = amount.trim() === '' ? amount : amountWritten('document.amount', amount, task.currency);
  return { number, date, amount: written };
}
