import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { reading } from './reading.ts';
import type { DynamoOutside } from './table-access.ts';
import { writing } from './writing.ts';
import type { Table } from '../table.ts';

/**
 * The table on DynamoDB.
 *
 * The SDK retries a request whose answer was lost. A transaction is idempotent by its token. A single change has no token:
 * its retry may collide with the first try's own effect and throw Conflict with it in `found`, and `add` may count twice.
 * So callers of `apply` either recognise their own write in `found`, or are indifferent to it.
 */
export function dynamoTable(client: DynamoDBClient, tableName: string, outside: DynamoOutside): Table {
  const access = { client, tableName, outside };
  return { ...reading(access), ...writing(access) };
}
