import {
  DeleteItemCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { received } from './attributes.ts';
import { withRetries, conflictFrom } from './retries.ts';
import { inTransaction, requestOf } from './requests.ts';
import type { TableAccess, DynamoOutside } from './table-access.ts';
import type { Change, Item, Table } from '../table.ts';
import { reading } from './reading.ts';

/** The writing half of the table: single changes and transactions. */
function writing(access: TableAccess): Pick<Table, 'apply' | 'write'> {
  const { client, tableName, outside } = access;
  return {
    async apply(change) {
      try {
        const abortSignal = outside.end();
        return await withRetries(outside, () => send(access, change, abortSignal));
      } catch (error) {
        throw conflictFrom(error, 1);
      }
    },

    async write(changes) {
      if (changes.length === 0) return;
      const TransactItems = changes.map((change) => inTransaction(requestOf(change, tableName)));
      const request = { TransactItems, ClientRequestToken: outside.newToken() };
      const abortSignal = outside.end();
      try {
        await withRetries(outside, () =>
          client.send(new TransactWriteItemsCommand(request), { abortSignal }),
        );
      } catch (error) {
        throw conflictFrom(error, changes.length);
      }
    },
  };
}

async function send(
  { client, tableName }: TableAccess,
  change: Change,
  abortSignal: AbortSignal,
): Promise<Item | undefined> {
  const { Put, Update, Delete } = requestOf(change, tableName);
  if (Put) {
    await client.send(new PutItemCommand(Put), { abortSignal });
    return received(Put.Item ?? {});
  }
  if (Delete) await client.send(new DeleteItemCommand(Delete), { abortSignal });
  if (!Update) return undefined;
  const command = new UpdateItemCommand({ ...Update, ReturnValues: 'ALL_NEW' });
  const { Attributes } = await client.send(command, { abortSignal });
  return Attributes && received(Attributes);
}

/**
 * The table on DynamoDB. Callers of `apply` recognise their own write in `found`, or do not mind: an SDK retry may meet
 * it.
 */
export function dynamoTable(client: DynamoDBClient, tableName: string, outside: DynamoOutside): Table {
  const access = { client, tableName, outside };
  return { ...reading(access), ...writing(access) };
}
