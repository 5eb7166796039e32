import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { BACKGROUND, ROUTES } from '../lib/routes.ts';
import type { Background, QueueName, Route, RouteName, SecretPurpose } from '../lib/routes.ts';
import { suppressMissingAuthorizer } from './nag-suppressions.ts';
import type { Api } from './api.ts';
import type { Bundles } from './bundle.ts';
import { Handler } from './handler.ts';
import type { SecretsKey } from './key.ts';
import type { Queues } from './queues.ts';
import type { Timer } from './schedule.ts';
import type { BillingTable } from './table.ts';

export type FunctionName = (typeof ROUTES | typeof BACKGROUND)[number]['name'];

interface FunctionsProps {
  readonly code: Bundles;
  readonly api: Api;
  readonly table: BillingTable;
  readonly queues: Queues;
  readonly key: SecretsKey;
  readonly everyMinute: Timer;
  readonly everyNight: Timer;
}

interface Row {
  readonly name: FunctionName;
  readonly sends: readonly QueueName[];
  readonly decrypts: readonly SecretPurpose[];
  readonly encrypts: readonly SecretPurpose[];
  readonly publicUrl: boolean;
  readonly timeoutSeconds: number;
}

/** One Lambda per row of `lib/routes.ts`, each granted what its row says and nothing else. */
export class Functions extends Construct {
  private readonly handlers = new Map<FunctionName, Handler>();
  private readonly props: FunctionsProps;

  constructor(scope: Construct, id: string, props: FunctionsProps) {
    super(scope, id);
    this.props = props;
    for (const route of ROUTES) this.answerRequests(route);
    for (const background of BACKGROUND) this.workInBackground(background);
  }

  named(name: FunctionName): Handler {
    const handler = this.handlers.get(name);
    if (!handler) throw new Error(`no function is called ${name}`);
    return handler;
  }

  get all(): [FunctionName, Handler][] {
    return [...this.handlers];
  }

  private answerRequests(route: Route & { readonly name: RouteName }): void {
    const { api, table } = this.props;
    const handler = this.handlerOf(route);
    if (route.table === 'write') table.grantReadWrite(handler);
    else if (route.table !== 'none') table.grantRead(handler);
    suppressMissingAuthorizer(route.name, api.routes(route, handler));
  }

  private workInBackground(row: Background & Row): void {
    const { everyMinute, everyNight, queues, table } = this.props;
    const handler = this.handlerOf(row, row.triggeredBy);
    table.grantReadWrite(handler);
    if (row.due) table.grantQueryDue(handler);
    if (row.triggeredBy === 'schedule') everyMinute.triggers(handler);
    else if (row.triggeredBy === 'nightly') everyNight.triggers(handler);
    else queues[row.triggeredBy].triggers(handler);
  }

  private handlerOf(row: Row, triggeredBy?: Background['triggeredBy']): Handler {
    const { api, code, key, queues } = this.props;
    const handler = new Handler(this, row.name, {
      code: code.folderOf(row.name),
      timeout: Duration.seconds(row.timeoutSeconds),
      triggersItself: row.sends.some((queue) => queue === triggeredBy),
    });
    for (const queue of row.sends) queues[queue].grantSend(handler);
    if (row.decrypts.length > 0) key.grantOpen(handler, row.decrypts);
    if (row.encrypts.length > 0) key.grantSeal(handler, row.encrypts);
    if (row.publicUrl) api.setPublicUrl(handler);
    this.handlers.set(row.name, handler);
    return handler;
  }
}
