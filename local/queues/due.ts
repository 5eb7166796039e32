import { DynamoDBClient, ScanCommand, type ScanCommandInput } from '@aws-sdk/client-dynamodb';
import { entriesOf, REGION, type Template } from '../template/template.ts';

/** What the sweep would find. Times are epoch ms. */
export interface DueThings {
  /** The number of overdue items, and a sum over their times: if both are unchanged, nothing happened to them. */
  readonly overdue: number;
  readonly trace: string;
  /** When the next item falls due. */
  readonly next: number | undefined;
}

const INDEX = 'due';

/**
 * Reads due items directly from the index `due`, whose sort key is a time in epoch ms or ISO 8601. This is all that the
 * local cloud knows of the product: it skips minutes in which the sweep has nothing to do. Undefined if the table has
 * no such index.
 */
export function dueReader(
  template: Template,
  tableId: string,
  endpoint: string,
  tableName: string,
): ((now: number) => Promise<DueThings>) | undefined {
  const index = entriesOf(template.properties(tableId).GlobalSecondaryIndexes).find(
    ({ IndexName }) => IndexName === INDEX,
  );
  const sortKey = entriesOf(index?.KeySchema).find(({ KeyType }) => KeyType === 'RANGE');
  if (!sortKey) return undefined;
  const attribute = String(sortKey.AttributeName);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: REGION, credentials });

  async function* times(): AsyncGenerator<number> {
    let from: ScanCommandInput['ExclusiveStartKey'];
    do {
      const page = await client.send(
        new ScanCommand({
          TableName: tableName,
          IndexName: INDEX,
          ProjectionExpression: '#at',
          ExpressionAttributeNames: { '#at': attribute },
          ExclusiveStartKey: from,
        }),
      );
      for (const { [attribute]: at } of page.Items ?? [])
        yield at?.N === undefined ? Date.parse(at?.S ?? '') : Number(at.N);
      from = page.LastEvaluatedKey;
    } while (from);
  }

  return async (now) => {
    let overdue = 0;
    let sum = 0n;
    let next: number | undefined;
    for await (const at of times())
      if (at <= now) {
        overdue++;
        sum += BigInt(Math.round(at));
      } else if (next === undefined || at < next) next = at;
    return { overdue, trace: `${overdue} ${sum}`, next };
  };
}
