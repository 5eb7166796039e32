import { RemovalPolicy } from 'aws-cdk-lib';
import type { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { AttributeType, Billing, ProjectionType, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, Grant, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { ENVIRONMENT } from '../../lib/runtime/environment.ts';
import { DUE_ATTRIBUTES, DUE_INDEX } from '../../lib/table/work/due.ts';
import { LIST_INDEXES, LISTS_OF } from '../../lib/table/list-indexes.ts';
import type { Denied } from '../../lib/table/guarded.ts';
import { RATE_LIMITS, TTL_ATTRIBUTE, key } from '../../lib/table/schema.ts';
import { WITHHELD } from '../deploy/table-indexes.ts';
import type { Handler } from '../functions/handler.ts';

const READ = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const CHECK = 'dynamodb:ConditionCheckItem';
const WRITE = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', CHECK];

/** The operations of requests, as AWS tells them apart in what it measures; writes to several items are one. */
const OPERATIONS = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'TransactWriteItems',
];

/** Partition keys of usage counters. */
const COUNTER_KEYS = `${RATE_LIMITS}*`;

const INDEXES = [
  {
    indexName: DUE_INDEX,
    partitionKey: { name: DUE_ATTRIBUTES.shard, type: AttributeType.STRING },
    sortKey: { name: DUE_ATTRIBUTES.at, type: AttributeType.NUMBER },
    projectionType: ProjectionType.KEYS_ONLY,
  },
  ...Object.entries(LIST_INDEXES).map(([indexName, { list, sort }]) => ({
    indexName,
    partitionKey: { name: list, type: AttributeType.STRING },
    sortKey: { name: sort, type: AttributeType.STRING },
    projectionType: ProjectionType.KEYS_ONLY,
  })),
];

/** The single table. Grants name the table only: the due index is for the sweep, and nobody may scan. */
export class BillingTable extends Construct {
  readonly table: ITableV2;

  /** `existing` names an existing table of the same design, for example restored from a backup. */
  constructor(scope: Construct, id: string, existing: string | undefined) {
    super(scope, id);
    this.table = existing === undefined ? this.made() : TableV2.fromTableName(this, 'Existing', existing);
  }

  private made(): TableV2 {
    const withheld = String(this.node.tryGetContext(WITHHELD) ?? '').split(',');
    return new TableV2(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      globalSecondaryIndexes: INDEXES.filter(({ indexName }) => !withheld.includes(indexName)),
      billing: Billing.onDemand(),
      timeToLiveAttribute: TTL_ATTRIBUTE,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      // AWS-owned key: secrets are encrypted with our own key anyway, and a KMS outage does not affect the table.
      encryption: TableEncryptionV2.dynamoOwnedKey(),
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }

  /** Grants reading everything, and writing usage counters only. */
  grantRead(handler: Handler): void {
    this.grant(handler, READ);
    this.grant(handler, ['dynamodb:PutItem', 'dynamodb:UpdateItem'], onlyKeys(COUNTER_KEYS));
  }

  grantReadWrite(handler: Handler): void {
    this.grant(handler, [...READ, ...WRITE]);
  }

  /** Grants the priming read of a key that never exists, for a function that reads indexes only. */
  grantConnect(handler: Handler): void {
    this.grant(handler, ['dynamodb:BatchGetItem'], onlyKeys(key.nothing().pk));
  }

  /** Grants querying the due index, across all tenants. */
  grantQueryDue(handler: Handler): void {
    this.grantQuery(handler, [DUE_INDEX]);
  }

  /** Grants reading lists of events or subscribers. */
  grantReadLists(handler: Handler, of: keyof typeof LISTS_OF): void {
    this.grantQuery(handler, LISTS_OF[of]);
  }

  /** Denies a function what its row leaves to others, whatever else it is granted. */
  deny(handler: Handler, { all, writing, deleting }: Denied): void {
    const denials = [
      { actions: ['dynamodb:*'], keys: all },
      { actions: WRITE.filter((action) => action !== CHECK), keys: writing },
      { actions: ['dynamodb:DeleteItem'], keys: deleting },
    ];
    for (const { actions, keys } of denials)
      if (keys.length > 0)
        handler.grantPrincipal.addToPrincipalPolicy(
          new PolicyStatement({
            effect: Effect.DENY,
            actions,
            resources: [this.table.tableArn],
            // One such key is enough, among all that a request names.
            conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [...keys] } },
          }),
        );
  }

  private grantQuery(handler: Handler, indexes: readonly string[]): void {
    const resourceArns = indexes.map((index) => `${this.table.tableArn}/index/${index}`);
    Grant.addToPrincipal({ grantee: handler, actions: ['dynamodb:Query'], resourceArns });
  }

  /** Throttled requests, of the table and its indexes: AWS counts each by its operation, whichever of them throttled it. */
  metricThrottled(options: MetricOptions & { readonly period: Duration }): MathExpression {
    const idOf = (operation: string) => `of${operation}`;
    return new MathExpression({
      expression: OPERATIONS.map((operation) => `FILL(${idOf(operation)}, 0)`).join(' + '),
      label: 'requests throttled',
      usingMetrics: Object.fromEntries(
        OPERATIONS.map((Operation) => [
          idOf(Operation),
          this.table.metric('ThrottledRequests', {
            ...options,
            dimensionsMap: { TableName: this.table.tableName, Operation },
          }),
        ]),
      ),
      period: options.period,
    });
  }

  private grant(
    handler: Handler,
    actions: string[],
    conditions?: Record<string, Record<string, unknown>>,
  ): void {
    Grant.addToPrincipal({
      grantee: handler,
      actions,
      resourceArns: [this.table.tableArn],
      ...(conditions && { conditions }),
    });
    handler.setEnvironment(ENVIRONMENT.table, this.table.tableName);
  }
}

/** A condition that admits only partition keys of this form. */
function onlyKeys(form: string): Record<string, Record<string, unknown>> {
  return {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [form] },
    // Without it, a request that names no key would satisfy a condition on all keys.
    Null: { 'dynamodb:LeadingKeys': 'false' },
  };
}
