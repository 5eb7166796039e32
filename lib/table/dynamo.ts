import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  type CancellationReason,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { changeRequest, singleRequest } from './requests.ts';
import { Placeholders } from './expressions.ts';
import { DUE_ATTRIBUTES, DUE_INDEX } from './schema.ts';
import { Conflict, type Change, type DueKey, type Item, type Key, type Query, type Table } from './table.ts';

/** What a table needs from outside besides its client. */
export interface DynamoOutside {
  /** A fresh token, so that a transaction repeated by the SDK takes effect once. */
  newToken(): string;
  wait(ms: number): Promise<void>;
  /** Evenly between 0 and 1. */
  jitter(): number;
}

/** A transaction that met another one on the same item is tried again this often; each wait doubles. */
const CONTENTION_TRIES = 5;
const CONTENTION_WAIT_MS = 25;
/** DynamoDB answers at most this many keys in one batch. */
const BATCH_KEYS = 100;
const BATCH_TRIES = 6;

/**
 * The table at DynamoDB. A single conditional write that the SDK repeats may collide with its own first try; callers
 * that write something recognisably theirs treat finding it as success.
 */
export function dynamoTable(
  client: DynamoDBDocumentClient,
  tableName: string,
  outside: DynamoOutside,
): Table {
  const name = { TableName: tableName };

  async function batch(keys: readonly Key[], consistent: boolean): Promise<Item[]> {
    const items: Item[] = [];
    let asked: Record<string, unknown>[] = keys.map((key) => ({ ...key }));
    for (let tried = 1; asked.length > 0; tried++) {
      if (tried > BATCH_TRIES) throw new Error('the table did not answer all keys of a batch');
      if (tried > 1) await outside.wait(CONTENTION_WAIT_MS * 2 ** tried * outside.jitter());
      const answer = await client.send(
        new BatchGetCommand({ RequestItems: { [tableName]: { Keys: asked, ConsistentRead: consistent } } }),
      );
      items.push(...((answer.Responses?.[tableName] ?? []) as Item[]));
      asked = answer.UnprocessedKeys?.[tableName]?.Keys ?? [];
    }
    return items;
  }

  return {
    async get(key, { consistent }) {
      const { Item } = await client.send(
        new GetCommand({ ...name, Key: keyOf(key), ConsistentRead: consistent }),
      );
      return Item as Item | undefined;
    },

    async getMany(keys, { consistent }) {
      const distinct = [...new Map(keys.map((key) => [nameOf(key), keyOf(key)])).values()];
      const chunks = Array.from({ length: Math.ceil(distinct.length / BATCH_KEYS) }, (_, i) =>
        distinct.slice(i * BATCH_KEYS, (i + 1) * BATCH_KEYS),
      );
      const found = (await Promise.all(chunks.map((chunk) => batch(chunk, consistent)))).flat();
      const byName = new Map(found.map((item) => [nameOf(item), item]));
      return keys.map((key) => byName.get(nameOf(key)));
    },

    async query(query) {
      const items: Item[] = [];
      const limit =
        query.limit === undefined ? undefined : query.limit + (query.before === undefined ? 0 : 1);
      let from: Record<string, unknown> | undefined;
      do {
        const answer = await client.send(
          new QueryCommand({
            ...name,
            ...rangeOf(query),
            ConsistentRead: query.consistent,
            ScanIndexForward: !query.backwards,
            ...(limit !== undefined && { Limit: limit - items.length }),
            ...(from && { ExclusiveStartKey: from }),
          }),
        );
        items.push(...((answer.Items ?? []) as Item[]));
        from = answer.LastEvaluatedKey;
      } while (from && (limit === undefined || items.length < limit));
      // A range of keys includes its ends; `before` itself is not wanted.
      return items.filter(({ sk }) => sk !== query.before).slice(0, query.limit);
    },

    async apply(change) {
      const request = singleRequest(change, tableName);
      try {
        if (request.put) {
          await client.send(new PutCommand(request.put));
          return 'put' in change ? change.put : undefined;
        }
        if (request.delete) {
          await client.send(new DeleteCommand(request.delete));
          return undefined;
        }
        const { Attributes } = await client.send(
          new UpdateCommand({ ...request.update, ReturnValues: 'ALL_NEW' }),
        );
        return Attributes as Item | undefined;
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        throw new Conflict([0], [error.Item && (unmarshall(error.Item) as Item)]);
      }
    },

    async write(changes) {
      const command = {
        TransactItems: changes.map((change) => changeRequest(change, tableName)),
        ClientRequestToken: outside.newToken(),
      };
      for (let tried = 1; ; tried++) {
        try {
          await client.send(new TransactWriteCommand(command));
          return;
        } catch (error) {
          if (!(error instanceof TransactionCanceledException)) throw error;
          const conflict = conflictIn(changes, error.CancellationReasons ?? []);
          if (conflict) throw conflict;
          if (tried === CONTENTION_TRIES) throw error;
          await outside.wait(CONTENTION_WAIT_MS * 2 ** tried * outside.jitter());
          command.ClientRequestToken = outside.newToken();
        }
      }
    },

    async due(shard, until, limit) {
      const { Items } = await client.send(
        new QueryCommand({
          ...name,
          IndexName: DUE_INDEX,
          KeyConditionExpression: '#shard = :shard AND #at <= :until',
          ExpressionAttributeNames: { '#shard': DUE_ATTRIBUTES.shard, '#at': DUE_ATTRIBUTES.at },
          ExpressionAttributeValues: { ':shard': shard, ':until': until },
          Limit: limit,
        }),
      );
      return (Items ?? []) as unknown as DueKey[];
    },
  };
}

/** Which conditions failed; undefined where the transaction was cancelled for another reason. */
function conflictIn(
  changes: readonly Change[],
  reasons: readonly CancellationReason[],
): Conflict | undefined {
  const failed = changes.flatMap((_, index) =>
    reasons[index]?.Code === 'ConditionalCheckFailed' ? [index] : [],
  );
  if (failed.length === 0) return undefined;
  return new Conflict(
    failed,
    changes.map((_, index) => {
      const item = reasons[index]?.Item;
      return item && (unmarshall(item) as Item);
    }),
  );
}

function rangeOf({ pk, prefix, after, before }: Query) {
  const at = new Placeholders();
  const sk = () => at.name('sk');
  const conditions = [`${at.name('pk')} = ${at.value(pk)}`];
  if (after !== undefined || before !== undefined) {
    const lower = after !== undefined ? `${after}\u0000` : (prefix ?? '\u0000');
    const upper = before ?? `${prefix ?? ''}\u{10ffff}`;
    conditions.push(`${sk()} BETWEEN ${at.value(lower)} AND ${at.value(upper)}`);
  } else if (prefix !== undefined) conditions.push(`begins_with(${sk()}, ${at.value(prefix)})`);
  return { KeyConditionExpression: conditions.join(' AND '), ...at.fields };
}

const keyOf = ({ pk, sk }: Key) => ({ pk, sk });
const nameOf = ({ pk, sk }: Key) => `${pk}\n${sk}`;
