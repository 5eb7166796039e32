import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Waiting } from './retries.ts';

/** What the table needs besides its client. */
export interface DynamoOutside extends Waiting {
  /** A fresh idempotency token: a transaction sent again with the same token takes effect once. */
  newToken(): string;
  /** Ends a call that begins now: nothing of it is sent later, also not by its retries. */
  end(): AbortSignal;
}

/** One DynamoDB table, and all that a request to it needs. */
export interface TableAccess {
  readonly client: DynamoDBClient;
  readonly tableName: string;
  readonly outside: DynamoOutside;
}
