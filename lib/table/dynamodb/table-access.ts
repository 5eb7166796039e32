import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Waiting } from './refusals.ts';

/** What the table needs from outside besides its client. */
export interface DynamoOutside extends Waiting {
  /** A fresh token: a transaction that is sent again under the same one takes effect once. */
  newToken(): string;
}

/** One table at DynamoDB, and all that a request to it needs. */
export interface TableAccess {
  readonly client: DynamoDBClient;
  readonly tableName: string;
  readonly outside: DynamoOutside;
}
