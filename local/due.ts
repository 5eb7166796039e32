import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { DUE_ATTRIBUTES, DUE_INDEX } from '../lib/table/schema.ts';
import { REGION } from './template.ts';

/**
 * When the sweep would find something next (epoch ms). This look into the table's index is the only thing the local
 * cloud knows of the product: it lets time pass over the minutes in which the sweep has nothing to do.
 */
export function dueReader(endpoint: string, tableName: string): () => Promise<number | undefined> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: REGION, credentials });
  return async () => {
    let first: number | undefined;
    let from: Awaited<ReturnType<typeof page>>['LastEvaluatedKey'];
    do {
      const { Items = [], LastEvaluatedKey } = await page(from);
      for (const item of Items) {
        const at = Number(item[DUE_ATTRIBUTES.at]?.N);
        if (first === undefined || at < first) first = at;
      }
      from = LastEvaluatedKey;
    } while (from);
    return first;
  };

  function page(from: Record<string, never> | undefined | ScanStart) {
    return client.send(
      new ScanCommand({
        TableName: tableName,
        IndexName: DUE_INDEX,
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
  }
}

type ScanStart = NonNullable<ConstructorParameters<typeof ScanCommand>[0]['ExclusiveStartKey']>;
