import type { CoreApp, Message, SendsTo } from '../runtime/app.ts';
import { errorFields } from '../runtime/log.ts';
import { NotTaken } from '../queue/not-taken.ts';
import type { WorkQueue } from '../table/work/due.ts';
import type { ForwardedWork } from './due-work.ts';

/** Sends each message to its queue. Returns the work whose messages were refused. */
export async function sendWork<W extends ForwardedWork>(
  app: CoreApp & SendsTo<WorkQueue>,
  works: readonly W[],
): Promise<readonly W[]> {
  const queues = [...new Set(works.map(({ queue }) => queue))];
  const refused = await Promise.all(
    queues.map(async (queue) => {
      const mine = works.filter((work) => work.queue === queue);
      const left = await send(
        app,
        queue,
        mine.map(({ message }) => message),
      );
      return mine.filter(({ message }) => left.has(message));
    }),
  );
  return refused.flat();
}

async function send(
  app: CoreApp & SendsTo<WorkQueue>,
  queue: WorkQueue,
  messages: readonly Message[],
): Promise<ReadonlySet<Message>> {
  try {
    await app.queues[queue].send(messages);
    return new Set();
  } catch (error) {
    app.log.error('queue refused messages of the sweep', {
      reference: queue,
      ...errorFields(error),
    });
    return new Set(error instanceof NotTaken ? error.messages : messages);
  }
}
