import type { Command } from 'commander';
import { QUEUE_NAMES, type QueueName } from '../lib/footprint.ts';
import type { DeadLetter, DeadLetterQueues } from '../local/queues/dead-letters.ts';
import { iso, second, tableOf, type Table } from './columns.ts';
import { action, UsageError, type CliIo, type CommandCall, type CommandResult, type Target } from './io.ts';

/** The most messages per command: a flood is handled with AWS's own tools (see `docs/runbook/dead-letters.md`). */
const MOST = 1_000;

interface OfQueue {
  readonly queue?: string;
}

const QUEUE = ['--queue <queue>', `one of ${QUEUE_NAMES.join(', ')}`] as const;

/** `dead-letters`: messages that failed five times and were given up. */
export function addDeadLetters(billing: Command, io: CliIo): void {
  const deadLetters = billing
    .command('dead-letters')
    .description('messages that failed five times and were given up');

  deadLetters
    .command('list')
    .description('how many each queue has, and with --queue which')
    .option(...QUEUE)
    .action(action(io, list));

  deadLetters
    .command('show <id>')
    .description('one of them, as it was sent')
    .requiredOption(...QUEUE)
    .action(action(io, show));

  deadLetters
    .command('redrive [id]')
    .description('send one back to its queue, or with --all up to a thousand; doing work twice does no harm')
    .requiredOption(...QUEUE)
    .option('--all', 'all of the queue')
    .action(action(io, redrive));
}

async function list({ target, options }: CommandCall<OfQueue>): Promise<CommandResult> {
  const queues = queuesOf(target);
  const named = options.queue === undefined ? QUEUE_NAMES : [queueNamed(options.queue)];
  const counts = await Promise.all(named.map(async (name) => [name, await queues[name].count()] as const));
  const found = options.queue === undefined ? [] : await queues[queueNamed(options.queue)].peek(MOST);
  const [full] = counts.filter(([, count]) => count > 0);
  const next = options.queue === undefined ? ['dead-letters', 'list'] : ['dead-letters', 'redrive', '--all'];
  return {
    json: {
      queues: counts.map(([queue, count]) => ({ queue, count })),
      ...(options.queue !== undefined && { deadLetters: found.map(viewOf) }),
    },
    lines: [
      tableOf(
        ['queue', 'dead letters'],
        counts.map(([name, count]) => [name, String(count)]),
      ),
      ...(found.length === 0 ? [] : ['', listOf(found)]),
    ],
    next: full ? [[...next, '--queue', full[0]]] : [],
  };
}

async function show({ target, options, names: [id = ''] }: CommandCall<OfQueue>): Promise<CommandResult> {
  const queue = queueNamed(options.queue);
  const found = (await queuesOf(target)[queue].peek(MOST)).find((one) => one.id === id);
  if (!found) throw new Error(`the dead letters of ${queue} have none with the id ${id}`);
  const view = viewOf(found);
  return {
    json: { queue, ...view },
    lines: [`Sent ${second(view.sentAt)} to ${queue}:`, JSON.stringify(view.message, null, 2)],
    next: [['dead-letters', 'redrive', id, '--queue', queue]],
  };
}

async function redrive({
  target,
  options,
  names: [id],
}: CommandCall<OfQueue & { readonly all?: boolean }>): Promise<CommandResult> {
  if ((id === undefined) !== (options.all === true)) throw new UsageError('name a dead letter, or say --all');
  const queue = queueNamed(options.queue);
  const sent = await queuesOf(target)[queue].redrive({ max: MOST, id });
  if (id !== undefined && sent.length === 0)
    throw new Error(`the dead letters of ${queue} have none with the id ${id}`);
  return {
    json: { queue, redriven: sent.map((one) => one.id) },
    lines: [`Sent ${sent.length} back to ${queue}.`],
    next: [['dead-letters', 'list']],
  };
}

function queuesOf({ deadLetters, name }: Target): DeadLetterQueues {
  if (deadLetters) return deadLetters;
  throw new UsageError(`the queues of ${name} are not known; name it by --stack`);
}

function queueNamed(given = ''): QueueName {
  const queue = QUEUE_NAMES.find((one) => one === given);
  if (!queue) throw new UsageError(`${given} is none of ${QUEUE_NAMES.join(', ')}`);
  return queue;
}

function listOf(deadLetters: readonly DeadLetter[]): Table {
  const rows = deadLetters
    .map(viewOf)
    .map(({ id, sentAt, message }) => [id, second(sentAt), JSON.stringify(message)]);
  return tableOf(['id', 'sent', 'message'], rows);
}

function viewOf({ id, sentAt, body }: DeadLetter) {
  return { id, sentAt: iso(sentAt), message: jsonOr(body) };
}

/** A body that is not JSON is probably why the message failed, so it is shown as text. */
function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
