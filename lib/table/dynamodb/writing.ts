import {
  DeleteItemCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { received } from './attributes.ts';
import { withRetries, conflictOf } from './retries.ts';
import { inTransaction, requestOf } from './requests.ts';
import type { TableAccess } from './table-access.ts';
import type { Change, Item, Table } from '../table.ts';

/** The writing half of the table: single changes and transactions. */
export function writing(access: TableAccess): Pick<Table, 'apply' | 'write'> {
  const { client, tableName, outside } = access;
  return {
    async apply(change) {
      try {
        return await withRetries(outside, () => send(access, change));
      } catch (error) {
        throw conflictOf(error, 1);
      }
    },

    async write(changes) {
      if (changes.length === 0) return;
      const TransactItems = changes.map((change) => inTransaction(requestOf(change, tableName)));
      const request = { TransactItems, ClientRequestToken: outside.newToken() };
      const abortSignal = outside.deadline();
      try {
        await withRetries(outside, () =>
          client.send(new TransactWriteItemsCommand(request), { abortSignal }),
        );
      } catch (error) {
        throw conflictOf(error, changes.length);
      }
    },
  };
}

/** Sends one change; returns the item afterwards, undefined if it is deleted. */
async function send({ client, tableName }: TableAccess, change: Change): Promise<Item | undefined> {
  const { Put, Update, Delete } = requestOf(change, tableName);
  if (Put) {
    await client.send(new PutItemCommand(Put));
    return received(Put.Item ?? {});
  }
  if (Delete) await client.send(new DeleteItemCommand(Delete));
  if (!Update) return undefined;
  const { Attributes } = await client.send(new UpdateItemCommand({ ...Update, ReturnValues: 'ALL_NEW' }));
  return Attributes && received(Attributes);
}
