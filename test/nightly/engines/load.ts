import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb';
import { sent } from '../../../lib/table/dynamodb/attributes.ts';
import type { Item } from '../../../lib/table/table.ts';
import type { OpenTable } from './open.ts';

const AT_ONCE = 8;
/** DynamoDB's limit. */
const PER_REQUEST = 25;

/** Puts items into a table, past all transactions: tens of thousands in seconds. */
export async function load({ client, tableName }: OpenTable, items: Iterator<Item>): Promise<void> {
  const take = () => {
    const some: Item[] = [];
    for (let next = items.next(); !next.done; next = items.next()) {
      some.push(next.value);
      if (some.length === PER_REQUEST) break;
    }
    return some;
  };
  const work = async () => {
    for (let some = take(); some.length > 0; some = take()) {
      const requests = some.map((item) => ({ PutRequest: { Item: sent(item) } }));
      const { UnprocessedItems = {} } = await client.send(
        new BatchWriteItemCommand({ RequestItems: { [tableName]: requests } }),
      );
      if (Object.keys(UnprocessedItems).length > 0) throw new Error('the engine did not take all items');
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
