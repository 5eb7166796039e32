import { Duration } from 'aws-cdk-lib';
import { HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import { ENVIRONMENT } from '../../lib/runtime/environment.ts';
import type { Background } from '../../lib/background-functions.ts';
import { reachedBy, type Route } from '../../lib/route.ts';
import { deniedTo } from '../../lib/table/guarded.ts';
import type { Bundles } from '../build/bundle.ts';
import { suppressMissingAuthorizer } from '../nag-suppressions.ts';
import type { StageSettings } from '../settings.ts';
import { PACE } from '../state/queues.ts';
import type { StateStack } from '../state/state-stack.ts';
import type { Row } from './chapters.ts';
import { Handler } from './handler.ts';
import type { Timer } from './schedule.ts';

/**
 * Reserved concurrency of open functions, by how long one holds its caller: a form or a portal that waits for the payment
 * provider for up to 8 s, an answer from the table within 50 ms (a renewal peak of 56 notifications a second holds 3), a
 * page of ours within 5 ms; and of the console, for a tenant's people.
 */
const OPEN_CONCURRENCY = { provider: 25, table: 10, none: 5, console: 10 } as const;
/** An open function may run longer than this only where it waits for a provider. */
const OF_THE_TABLE_SECONDS = 10;
/** One run and the next. */
const SCHEDULED_CONCURRENCY = 2;

interface FunctionsProps {
  readonly code: Bundles;
  readonly settings: StageSettings;
  readonly state: StateStack;
  readonly timers: Readonly<Record<'schedule' | 'nightly', Timer>>;
}

/** One Lambda per row, granted what its row declares and nothing else. */
export class Functions extends Construct {
  private readonly handlers = new Map<Row, Handler>();
  private readonly props: FunctionsProps;

  constructor(scope: Construct, id: string, rows: readonly Row[], props: FunctionsProps) {
    super(scope, id);
    this.props = props;
    for (const row of rows) {
      const handler = this.handlerOf(row);
      this.handlers.set(row, handler);
      this.grant(handler, row);
      if ('triggeredBy' in row) this.trigger(handler, row);
      else this.answer(handler, row);
    }
  }

  get all(): [Row, Handler][] {
    return [...this.handlers];
  }

  private handlerOf(row: Row): Handler {
    const { code, settings } = this.props;
    return new Handler(this, row.name, {
      settings,
      code: code.folderOf(row.name),
      timeout: Duration.seconds(row.timeoutSeconds),
      triggersItself: 'triggeredBy' in row && row.sends.some((queue) => queue === row.triggeredBy),
      concurrency: concurrencyOf(row),
    });
  }

  private grant(handler: Handler, row: Row): void {
    const { settings, state } = this.props;
    const { address, documents, key, mail, queues, table } = state;
    if (row.table === 'write') table.grantReadWrite(handler);
    if (row.table === 'read') table.grantRead(handler);
    if (row.table === 'keys') table.grantConnect(handler);
    if (row.table === 'read' || row.table === 'write')
      table.deny(handler, deniedTo({ ...row, isRoute: !('triggeredBy' in row) }));
    if (row.lists !== 'none') table.grantReadLists(handler, row.lists);
    if ('due' in row && row.due) table.grantQueryDue(handler);
    if (row.documents === 'read') documents.grantRead(handler);
    if (row.documents === 'write') documents.grantPut(handler);
    if (row.documents === 'readLogos') documents.grantReadLogos(handler);
    if (row.documents === 'writeLogos') documents.grantPutLogos(handler);
    if (row.restoreNotes) documents.grantNote(handler);
    if (row.mails) mail?.grantSend(handler);
    // Who reads or writes records says whether messages are sent, or owes them.
    if (settings.messages && (row.table === 'read' || row.table === 'write'))
      handler.setEnvironment(ENVIRONMENT.senderDomain, settings.messages.senderDomain);
    for (const queue of row.sends) queues.named(queue).grantSend(handler);
    if (row.decrypts.length > 0) key.grantDecrypt(handler, row.decrypts);
    if (row.encrypts.length > 0) key.grantEncrypt(handler, row.encrypts);
    // Who calls others says where the service is described.
    if (row.publicUrl || row.decrypts.length > 0) handler.setEnvironment(ENVIRONMENT.publicUrl, address.url);
  }

  private trigger(handler: Handler, { triggeredBy }: Background): void {
    const { settings, state, timers } = this.props;
    if (triggeredBy === 'schedule' || triggeredBy === 'nightly') timers[triggeredBy].triggers(handler);
    else state.queues.named(triggeredBy).triggers(handler, settings);
  }

  /** Routes all methods of the row to the handler; the row without methods is the default route. */
  private answer(handler: Handler, route: Route): void {
    const { name, methods, path, entry, caller } = route;
    const integration = new HttpLambdaIntegration(name, handler.alias);
    const keys =
      methods.length === 0
        ? [['Default', HttpRouteKey.DEFAULT] as const]
        : reachedBy({ methods }).flatMap((method) => [
            [method, HttpRouteKey.with(path, HttpMethod[method])] as const,
            ...(entry === undefined
              ? []
              : [[`${method}Entry`, HttpRouteKey.with(entry, HttpMethod[method])] as const]),
          ]);
    for (const [id, routeKey] of keys) {
      const served = new HttpRoute(handler, id, {
        httpApi: this.props.state.address.http,
        routeKey,
        integration,
      });
      suppressMissingAuthorizer(served, caller);
    }
  }
}

/**
 * Reserved concurrency separates open functions from the others, so that neither can take the other's capacity, and
 * keeps the sweep, which repairs what all others lose, its own, whatever tenants' requests take.
 */
function concurrencyOf(row: Row): number | undefined {
  if ('triggeredBy' in row) return reservedFor(row.triggeredBy);
  if (row.caller === 'tenant') return undefined;
  if (row.name.startsWith('console/')) return OPEN_CONCURRENCY.console;
  if (row.table === 'none') return OPEN_CONCURRENCY.none;
  return row.timeoutSeconds > OF_THE_TABLE_SECONDS ? OPEN_CONCURRENCY.provider : OPEN_CONCURRENCY.table;
}

function reservedFor(trigger: Background['triggeredBy']): number | undefined {
  if (trigger === 'schedule' || trigger === 'nightly') return SCHEDULED_CONCURRENCY;
  return trigger === 'sweeps' ? PACE.sweeps.concurrency : undefined;
}
