import { BatchWriteItemCommand, ScanCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { clientOf } from '../../../nightly/engines/open.ts';

/** DynamoDB's limit. */
const PER_REQUEST = 25;

/** Takes everything of some tenants out of a table, so that nothing of theirs ever falls due again. */
export async function forget(
  endpoint: string,
  tableName: string,
  tenantIds: readonly string[],
): Promise<void> {
  const client = clientOf(endpoint);
  const isTheirs = (item: Record<string, AttributeValue>) =>
    tenantIds.some((id) => [item.pk, item.sk, item.id, item.tenant].some((value) => value?.S?.includes(id)));
  const found: Record<string, AttributeValue>[] = [];
  let from: Record<string, AttributeValue> | undefined;
  do {
    const page = await client.send(new ScanCommand({ TableName: tableName, ExclusiveStartKey: from }));
    found.push(...(page.Items ?? []).filter(isTheirs));
    from = page.LastEvaluatedKey;
  } while (from);
  for (let at = 0; at < found.length; at += PER_REQUEST) {
    const requests = found
      .slice(at, at + PER_REQUEST)
      .map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk: pk!, sk: sk! } } }));
    await client.send(new BatchWriteItemCommand({ RequestItems: { [tableName]: requests } }));
  }
  client.destroy();
}
