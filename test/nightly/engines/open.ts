import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamoTable } from '../../../lib/table/dynamodb/table.ts';
import { DUE_ATTRIBUTES, DUE_INDEX } from '../../../lib/table/work/due.ts';
import { LIST_INDEXES } from '../../../lib/table/list-indexes.ts';
import type { Table } from '../../../lib/table/table.ts';

/** A table of its own at an engine, spoken to by the code that speaks to DynamoDB. */
export interface OpenTable {
  readonly table: Table;
  readonly client: DynamoDBClient;
  readonly endpoint: string;
  readonly tableName: string;
  stop(): Promise<void>;
}

export function clientOf(endpoint: string): DynamoDBClient {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return new DynamoDBClient({ endpoint, region: 'eu-central-1', credentials });
}

/** Creates an empty table under a new name. */
export async function openTable(endpoint: string): Promise<OpenTable> {
  const client = clientOf(endpoint);
  const tableName = `billing-${randomUUID()}`;
  await client.send(
    new CreateTableCommand({
      TableName: tableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: keys('pk', 'sk'),
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'S' },
        { AttributeName: DUE_ATTRIBUTES.shard, AttributeType: 'S' },
        { AttributeName: DUE_ATTRIBUTES.at, AttributeType: 'N' },
        ...attributesOfLists().map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: DUE_INDEX,
          KeySchema: keys(DUE_ATTRIBUTES.shard, DUE_ATTRIBUTES.at),
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
        ...Object.entries(LIST_INDEXES).map(([IndexName, { list, sort }]) => ({
          IndexName,
          KeySchema: keys(list, sort),
          Projection: { ProjectionType: 'KEYS_ONLY' as const },
        })),
      ],
    }),
  );
  const table = dynamoTable(client, tableName, {
    newToken: () => randomUUID(),
    end: () => new AbortController().signal,
    wait: (ms) => new Promise((done) => setTimeout(done, ms)),
    jitter: () => Math.random(),
  });
  return {
    ...{ table, client, endpoint, tableName },
    async stop() {
      await client.send(new DeleteTableCommand({ TableName: tableName }));
      client.destroy();
    },
  };
}

/** What the lists are named and sorted by, besides the table's own keys. */
function attributesOfLists(): string[] {
  const all = Object.values(LIST_INDEXES).flatMap(({ list, sort }) => [list, sort]);
  return [...new Set<string>(all)].filter((attribute) => attribute !== 'sk');
}

function keys(partition: string, sort: string) {
  return [
    { AttributeName: partition, KeyType: 'HASH' as const },
    { AttributeName: sort, KeyType: 'RANGE' as const },
  ];
}
