import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb';
import { clientOf } from '../../nightly/engines/open.ts';

const AT_ONCE = 8;
/** DynamoDB's limit. */
const PER_REQUEST = 25;

/** Puts so many items of other customers of a tenant into a table. */
export async function fill(
  endpoint: string,
  tableName: string,
  tenant: string,
  items: number,
): Promise<void> {
  const client = clientOf(endpoint);
  let next = 0;
  const work = async () => {
    for (let from = next; from < items; from = next) {
      next = Math.min(from + PER_REQUEST, items);
      const numbers = Array.from({ length: next - from }, (_, nth) => String(from + nth).padStart(15, '0'));
      const requests = numbers.map((hash) => ({
        PutRequest: {
          Item: {
            pk: { S: `T#${tenant}#C#${hash}` },
            sk: { S: `CUSTOMER#${hash}@example.com` },
            text: { S: 'x'.repeat(200) },
          },
        },
      }));
      await client.send(new BatchWriteItemCommand({ RequestItems: { [tableName]: requests } }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  client.destroy();
}
