import {
  BatchGetItemCommand,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBClient, QueryCommandInput } from '@aws-sdk/client-dynamodb';
import { received, sent } from './attributes.ts';
import { Placeholders } from './expressions.ts';
import { listRangeOf, rangeOf } from './range.ts';
import { patiently, refusalOf, Unprocessed, type Waiting } from './refusals.ts';
import { inTransaction, requestOf, sentKey } from './requests.ts';
import { DUE_ATTRIBUTES, DUE_INDEX } from '../due.ts';
import { fieldsOf } from '../fields.ts';
import type { Change, Item, Key, Table } from '../table.ts';

/** What the table needs from outside besides its client. */
export interface DynamoOutside extends Waiting {
  /** A fresh token: a transaction that is sent again under the same one takes effect once. */
  newToken(): string;
}

/** DynamoDB's limit. */
const KEYS_PER_BATCH = 100;

/**
 * The table at DynamoDB.
 *
 * The SDK repeats a request whose answer was lost. A transaction then answers as it did the first time. A single change
 * carries no token: its repetition may meet the first try's own effect and throw Conflict with it in `found`, and `add`
 * may count twice. So whoever sends one alone must either recognise what it finds as its own and treat that as success,
 * or not mind.
 */
export function dynamoTable(client: DynamoDBClient, tableName: string, outside: DynamoOutside): Table {
  const TableName = tableName;

  async function batch(keys: readonly Key[], ConsistentRead: boolean): Promise<Item[]> {
    const items: Item[] = [];
    let Keys = keys.map(sentKey);
    await patiently(outside, async () => {
      const request = { RequestItems: { [tableName]: { Keys, ConsistentRead } } };
      const { Responses, UnprocessedKeys } = await client.send(new BatchGetItemCommand(request));
      items.push(...(Responses?.[tableName] ?? []).map(received));
      Keys = UnprocessedKeys?.[tableName]?.Keys ?? [];
      if (Keys.length > 0) throw new Unprocessed(Keys.length);
    });
    return items;
  }

  /** All items of a query up to the sort key `end`, or the first `limit`, page by page. */
  async function pages(
    input: Omit<QueryCommandInput, 'TableName'>,
    limit?: number,
    end?: string,
  ): Promise<Item[]> {
    const items: Item[] = [];
    let from = input.ExclusiveStartKey;
    while (limit === undefined || items.length < limit) {
      const Limit = limit === undefined ? undefined : limit - items.length;
      const page = await client.send(
        new QueryCommand({ ...input, TableName, Limit, ExclusiveStartKey: from }),
      );
      for (const item of (page.Items ?? []).map(received)) {
        if (item.sk === end) return items;
        items.push(item);
      }
      from = page.LastEvaluatedKey;
      if (!from) break;
    }
    return items;
  }

  async function send(change: Change): Promise<Item | undefined> {
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

  return {
    async get(key, { consistent }) {
      const request = { TableName, Key: sentKey(key), ConsistentRead: consistent };
      const { Item } = await client.send(new GetItemCommand(request));
      return Item && received(Item);
    },

    async getMany(keys, { consistent }) {
      const distinct = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
      const batches = Array.from({ length: Math.ceil(distinct.length / KEYS_PER_BATCH) }, (_, index) =>
        batch(distinct.slice(index * KEYS_PER_BATCH, (index + 1) * KEYS_PER_BATCH), consistent),
      );
      const found = new Map((await Promise.all(batches)).flat().map((item) => [nameOf(item), item]));
      return keys.map((key) => found.get(nameOf(key)));
    },

    async query(query) {
      const range = rangeOf(query);
      if (!range) return [];
      return pages({ ...range.input, ConsistentRead: query.consistent }, query.limit, range.end);
    },

    async list(query) {
      const range = listRangeOf(query);
      const items = await pages(range.input, range.limit);
      return items
        .map((item) => ({ pk: item.pk, sk: item.sk, position: fieldsOf(item).text(range.sort) }))
        .filter(({ position }) => position !== query.after && position !== query.before)
        .slice(0, query.limit);
    },

    async apply(change) {
      try {
        return await patiently(outside, () => send(change));
      } catch (error) {
        throw refusalOf(error, 1);
      }
    },

    async write(changes) {
      if (changes.length === 0) return;
      const TransactItems = changes.map((change) => inTransaction(requestOf(change, tableName)));
      const request = { TransactItems, ClientRequestToken: outside.newToken() };
      try {
        await patiently(outside, () => client.send(new TransactWriteItemsCommand(request)));
      } catch (error) {
        throw refusalOf(error, changes.length);
      }
    },

    async due(partition, until, limit, after) {
      const at = new Placeholders();
      const condition = `${at.name(DUE_ATTRIBUTES.shard)} = ${at.value(partition)} AND ${at.name(DUE_ATTRIBUTES.at)} <= ${at.value(until)}`;
      const request = {
        IndexName: DUE_INDEX,
        KeyConditionExpression: condition,
        ...at.fields,
        ...(after && { ExclusiveStartKey: sent({ ...after, [DUE_ATTRIBUTES.shard]: partition }) }),
      };
      const items = await pages(request, limit);
      return items.map(({ pk, sk, dueAt }) => ({ pk, sk, dueAt: Number(dueAt) }));
    },
  };
}

const nameOf = ({ pk, sk }: Key) => JSON.stringify([pk, sk]);
