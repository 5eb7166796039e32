import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { reading } from './reading.ts';
import type { DynamoOutside } from './table-access.ts';
import { writing } from './writing.ts';
import type { Table } from '../table.ts';

/**
 * The table at DynamoDB.
 *
 * The SDK repeats a request whose answer was lost. A transaction then answers as it did the first time. A single change
 * carries no token: its repetition may meet the first try's own effect and throw Conflict with it in `found`, and `add`
 * may count twice. So whoever sends one alone must either recognise what it finds as its own and treat that as success,
 * or not mind.
 */
export function dynamoTable(client: DynamoDBClient, tableName: string, outside: DynamoOutside): Table {
  const access = { client, tableName, outside };
  return { ...reading(access), ...writing(access) };
}
