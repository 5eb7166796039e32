import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** What the requests of a client have cost since the last look. */
export interface Metered {
  readonly requests: number;
  /** Capacity units; what the engine reports for reads and writes together. */
  readonly units: number;
}

interface WithCapacity {
  readonly ConsumedCapacity?: Capacity | readonly Capacity[];
}

interface Capacity {
  readonly CapacityUnits?: number;
}

/** Has every request of a client tell what it cost. The returned function answers that, and begins anew. */
export function meter(client: DynamoDBClient): () => Metered {
  let [requests, units] = [0, 0];
  client.middlewareStack.add(
    (next) => async (args) => {
      const input = { ...args.input, ReturnConsumedCapacity: 'TOTAL' as const };
      const result = await next({ ...args, input });
      const { ConsumedCapacity = [] } = result.output as WithCapacity;
      requests += 1;
      units += [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
      return result;
    },
    { step: 'initialize', name: 'meter' },
  );
  return () => {
    const metered = { requests, units };
    [requests, units] = [0, 0];
    return metered;
  };
}
