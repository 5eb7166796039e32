import type { Command } from 'commander';
import { findDeliveries } from '../lib/webhooks/find-event.ts';
import { listEvents } from '../lib/webhooks/list-events.ts';
import { findReplay, replayOne, startReplay } from '../lib/webhooks/replay.ts';
import {
  eventAnswer,
  eventListAnswer,
  eventListInput,
  replayAnswer,
  replayedAnswer,
  replayInput,
  replayProgressInput,
} from '../lib/wire/events.ts';
import { counted, pairs, second, tableOf } from './columns.ts';
import { ofTenant, TENANT, UsageError, type CliIo, type CommandResult, type TenantCall } from './io.ts';
import { addPaging, moreOf, nextPage, nothingOf, pagingIn, type Paging } from './paging.ts';

interface ListOptions extends Paging {
  readonly type?: string;
  readonly state?: string;
  readonly subscriber?: string;
  readonly from?: string;
  readonly to?: string;
}

interface ReplayOptions {
  readonly from?: string;
  readonly to?: string;
  readonly after?: string;
  readonly states?: string;
}

/** `events`: a tenant's events and their deliveries. */
export function addEvents(billing: Command, io: CliIo): void {
  const events = billing
    .command('events')
    .description('the events of a tenant, and how their delivery stands');

  addPaging(
    events
      .command('list')
      .description('events, newest first')
      .addOption(TENANT)
      .option('--type <type>', 'such as DID_RENEW')
      .option('--state <state>', 'PENDING, DELIVERED, EXHAUSTED or SKIPPED')
      .option('--subscriber <svc-id>', 'of one subscriber')
      .option('--from <time>', 'then or later, ISO 8601')
      .option('--to <time>', 'then or earlier; a date includes its day, in Istanbul'),
  ).action(ofTenant(io, list));

  events
    .command('show <event-id>')
    .description('one event with its deliveries')
    .addOption(TENANT)
    .action(ofTenant(io, show));

  events
    .command('replay [event-id]')
    .description('deliver one once more now, or with --from and --to or --after many in the background')
    .addOption(TENANT)
    .option('--from <time>', 'those from then, ISO 8601')
    .option('--to <time>', 'until then; a date includes its day, in Istanbul')
    .option(
      '--states <states>',
      'with --from: which ones, such as DELIVERED,SKIPPED (default: EXHAUSTED,SKIPPED)',
    )
    .option('--after <event-id>', 'all after this one')
    .action(ofTenant(io, replayEvent));

  events
    .command('replay-progress <replay-id>')
    .description('how far a replay of many has come')
    .addOption(TENANT)
    .action(ofTenant(io, showProgress));
}

async function list({ app, tenant: { id, name }, options }: TenantCall<ListOptions>): Promise<CommandResult> {
  const { type, state, subscriber, from, to } = options;
  const { filter, page } = eventListInput({
    type,
    state,
    'svc-id': subscriber,
    from,
    to,
    ...pagingIn(options),
  });
  const { data, has_more, next } = eventListAnswer(page, await listEvents(app, id, filter, page));
  const rows = data.map((event) => [
    event.eventId,
    event.notificationType,
    event.subtype ?? '-',
    event.state,
    String(event.attempts),
    second(event.createdAt),
  ]);
  const filters = { type, state, subscriber, from, to };
  return {
    json: { tenantId: id, ...moreOf(has_more, next), events: data },
    lines:
      rows.length === 0
        ? [nothingOf(name, 'events', { ...filters, ...pagingIn(options) }, next)]
        : [tableOf(['event', 'type', 'subtype', 'state', 'attempts', 'created'], rows)],
    next: nextPage(
      ['events', 'list'],
      { hasMore: has_more, last: next ?? data.at(-1)?.eventId },
      { ...filters, limit: options.limit, tenant: name },
    ),
  };
}

async function show({
  app,
  tenant: { id, name, webhook },
  names: [eventId = ''],
}: TenantCall): Promise<CommandResult> {
  const { event, deliveries } = await findDeliveries(app, id, eventId);
  const { data } = eventAnswer(event, deliveries);
  return {
    json: { tenantId: id, event: data },
    lines: [
      `${data.notificationType} ${data.eventId} is ${data.state}.`,
      ...pairs({
        created: second(data.createdAt),
        'address now': webhook && webhook.url,
        'next attempt': data.nextAttemptAt && second(data.nextAttemptAt),
      }),
      ...(data.deliveries.length === 0
        ? []
        : [tableOf(['attempt', 'outcome', 'at', 'took', 'answer'], data.deliveries.map(deliveryRow))]),
    ],
    next: data.state === 'PENDING' ? [] : [['events', 'replay', eventId, '--tenant', name]],
  };
}

function deliveryRow(one: ReturnType<typeof eventAnswer>['data']['deliveries'][number]): string[] {
  const outcome = one.httpStatus === null ? (one.error ?? '-') : `HTTP ${one.httpStatus}`;
  return [String(one.attempt), outcome, second(one.at), `${one.tookMs} ms`, one.answer ?? '-'];
}

async function replayEvent({
  app,
  tenant: { id, name },
  options,
  names: [eventId],
}: TenantCall<ReplayOptions>): Promise<CommandResult> {
  const { from, to, after } = options;
  if ([eventId, from, after].every((one) => one === undefined))
    throw new UsageError('name an event, or say --from or --after');
  const states = options.states?.split(',');
  const input = replayInput({ eventId, from, to, after, states });
  if (input.by === 'event') {
    const { data } = replayedAnswer(await replayOne(app, id, input.eventId));
    return {
      json: { tenantId: id, event: data },
      lines: [`${data.eventId} of ${name} is delivered again.`],
    };
  }
  const { data } = replayAnswer(await startReplay(app, id, input));
  return {
    json: { tenantId: id, replay: data },
    lines: [`The replay ${data.replayId} of ${name} has begun and goes on in the background.`],
    next: [['events', 'replay-progress', data.replayId, '--tenant', name]],
  };
}

async function showProgress({
  app,
  tenant: { id, name },
  names: [given = ''],
}: TenantCall): Promise<CommandResult> {
  const { replayId } = replayProgressInput({ 'replay-id': given });
  const { data } = replayAnswer(await findReplay(app, id, replayId));
  const { state, replayed } = data;
  return {
    json: { tenantId: id, replay: data },
    lines: [`The replay ${replayId} of ${name} is ${state}: ${counted(replayed, 'event')} so far.`],
    next: state === 'RUNNING' ? [['events', 'replay-progress', replayId, '--tenant', name]] : [],
  };
}
