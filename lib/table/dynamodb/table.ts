import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { reading } from './reading.ts';
import type { DynamoOutside } from './table-access.ts';
import { writing } from './writing.ts';
import type { Table } from '../table.ts';

/**
 * The table on DynamoDB. Callers of `apply` recognise their own write in `found`, or do not mind: an SDK retry may meet
 * it.
 */
export function dynamoTable(client: DynamoDBClient, tableName: string, outside: DynamoOutside): Table {
  const access = { client, tableName, outside };
  return { ...reading(access), ...writing(access) };
}
