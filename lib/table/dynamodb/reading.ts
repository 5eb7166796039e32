import {
  BatchGetItemCommand,
  GetItemCommand,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/client-dynamodb';
import { received, receivedOrPassed, sent } from './attributes.ts';
import { Placeholders } from './expressions.ts';
import { listRangeOf, rangeOf } from './range.ts';
import { withRetries, Unprocessed } from './retries.ts';
import { sentKey } from './requests.ts';
import type { TableAccess } from './table-access.ts';
import { DUE_ATTRIBUTES, DUE_INDEX } from '../work/due.ts';
import { fieldsOf } from '../fields.ts';
import type { Item, Key, Query, Table } from '../table.ts';

/** DynamoDB's maximum per request. */
const KEYS_PER_BATCH = 100;

/** The reading half of the table. */
export function reading(access: TableAccess): Pick<Table, 'get' | 'getMany' | 'query' | 'list' | 'due'> {
  return {
    async get(key, { consistent }) {
      const request = { TableName: access.tableName, Key: sentKey(key), ConsistentRead: consistent };
      const { Item } = await access.client.send(new GetItemCommand(request), {
        abortSignal: access.outside.end(),
      });
      return Item && received(Item);
    },

    async getMany(keys, { consistent }) {
      const distinct = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
      const batches = Array.from({ length: Math.ceil(distinct.length / KEYS_PER_BATCH) }, (_, index) =>
        batch(access, distinct.slice(index * KEYS_PER_BATCH, (index + 1) * KEYS_PER_BATCH), consistent),
      );
      const found = new Map((await Promise.all(batches)).flat().map((item) => [nameOf(item), item]));
      return keys.map((key) => found.get(nameOf(key)));
    },

    async query(query) {
      const range = rangeOf(query);
      if (!range) return [];
      const input = { ...range.input, ConsistentRead: query.consistent };
      return pages(access, input, query.limit, { end: range.end, passOver: query.passOver });
    },

    async list(query) {
      const range = listRangeOf(query);
      if (!range) return [];
      const items = await pages(access, range.input, range.limit);
      return items
        .map((item) => ({ pk: item.pk, sk: item.sk, position: fieldsOf(item).text(range.sort) }))
        .filter(({ position }) => position !== query.after && position !== query.before)
        .slice(0, query.limit);
    },

    async due(partition, until, limit, after) {
      const at = new Placeholders();
      const shard = `${at.name(DUE_ATTRIBUTES.shard)} = ${at.value(partition)}`;
      const request = {
        IndexName: DUE_INDEX,
        KeyConditionExpression: `${shard} AND ${at.name(DUE_ATTRIBUTES.at)} <= ${at.value(until)}`,
        ...at.fields,
        ...(after && { ExclusiveStartKey: sent({ ...after, [DUE_ATTRIBUTES.shard]: partition }) }),
      };
      const items = await pages(access, request, limit);
      return items.map(({ pk, sk, dueAt }) => ({ pk, sk, dueAt: Number(dueAt) }));
    },
  };
}

async function batch(
  { client, tableName, outside }: TableAccess,
  keys: readonly Key[],
  ConsistentRead: boolean,
): Promise<Item[]> {
  const items: Item[] = [];
  let Keys = keys.map(sentKey);
  const abortSignal = outside.end();
  await withRetries(outside, async () => {
    const request = { RequestItems: { [tableName]: { Keys, ConsistentRead } } };
    const { Responses, UnprocessedKeys } = await client.send(new BatchGetItemCommand(request), {
      abortSignal,
    });
    items.push(...(Responses?.[tableName] ?? []).map(received));
    Keys = UnprocessedKeys?.[tableName]?.Keys ?? [];
    if (Keys.length > 0) throw new Unprocessed(Keys.length);
  });
  return items;
}

/** All items of a query up to the sort key `end`, or the first `limit`, across pages; with `passOver`, without newer ones. */
async function pages(
  { client, tableName, outside }: TableAccess,
  input: Omit<QueryCommandInput, 'TableName'>,
  limit = Infinity,
  { end, passOver }: { readonly end?: string | undefined; readonly passOver?: Query['passOver'] } = {},
): Promise<Item[]> {
  const items: Item[] = [];
  let from = input.ExclusiveStartKey;
  while (items.length < limit) {
    const Limit = limit === Infinity ? undefined : limit - items.length;
    const request = { ...input, TableName: tableName, Limit, ExclusiveStartKey: from };
    const page = await client.send(new QueryCommand(request), { abortSignal: outside.end() });
    for (const attributes of page.Items ?? []) {
      if (end !== undefined && attributes.sk?.S === end) return items;
      const item = passOver ? receivedOrPassed(attributes, passOver) : received(attributes);
      if (item) items.push(item);
    }
    from = page.LastEvaluatedKey;
    if (!from) break;
  }
  return items;
}

const nameOf = ({ pk, sk }: Key) => JSON.stringify([pk, sk]);
