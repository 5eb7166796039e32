import { randomUUID } from 'node:crypto';
import {
  BatchWriteItemCommand,
  DynamoDBClient,
  paginateScan,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb';
import type { Running } from '../../flows/cloud/running.ts';

/** An item as the table has it. */
export type Stored = Record<string, AttributeValue>;

/** What was bought of the service: by its own id, and by the provider's reference. */
export interface Bought {
  readonly svcId: string;
  readonly reference: string;
}

/** Copies by number, and when those of them that are due, are due (epoch ms). */
export interface Wanted {
  readonly from: number;
  readonly many: number;
  readonly dueAt: number;
}

const BATCH = 25;
/** The end of a subscriber's id that it shares with its customer, their partition and their events. */
const HASH_DIGITS = 15;
const INDEX_SHARDS = 16;
const KEYS_OF_PROVIDERS = ['order', 'firstOrder'];

/** The table of a local cloud, past the service: what thousands of purchases would have left there. */
export class Copies {
  readonly #client: DynamoDBClient;
  readonly #table: string;

  constructor({ stack }: Running) {
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    this.#client = new DynamoDBClient({ endpoint: stack.dynamodbEndpoint, region: 'local', credentials });
    this.#table = stack.tableName;
  }

  /** Everything that is stored of a subscriber under its own id, as `pick` chooses. */
  async of({ svcId }: Bought, pick: (item: Stored) => boolean): Promise<Stored[]> {
    const hash = svcId.slice(-HASH_DIGITS);
    const found: Stored[] = [];
    for await (const { Items = [] } of paginateScan({ client: this.#client }, { TableName: this.#table }))
      found.push(...Items.filter((item) => JSON.stringify(item).includes(hash) && pick(item)));
    return found;
  }

  /** Stores so many copies of some items of a subscriber, each with an id of its own; those that are due, are then. */
  async make(items: readonly Stored[], { svcId }: Bought, wanted: Wanted): Promise<void> {
    const { from, many, dueAt } = wanted;
    const all: Stored[] = [];
    for (let nth = from; nth < from + many; nth++)
      for (const item of items) all.push(copy(item, svcId.slice(-HASH_DIGITS), nth, dueAt));
    await this.put(all);
  }

  async put(items: readonly Stored[]): Promise<void> {
    for (let from = 0; from < items.length; from += BATCH) {
      const puts = items.slice(from, from + BATCH).map((Item) => ({ PutRequest: { Item } }));
      await this.#client.send(new BatchWriteItemCommand({ RequestItems: { [this.#table]: puts } }));
    }
  }
}

export const sortKeyOf = ({ sk }: Stored): string => sk?.S ?? '';

function copy(item: Stored, hash: string, nth: number, dueAt: number): Stored {
  const own = nth.toString(16).padStart(HASH_DIGITS, 'f');
  const hyphened = (digits: string) => `${digits.slice(0, 3)}-${digits.slice(3)}`;
  const text = JSON.stringify(item).replaceAll(hash, own).replaceAll(hyphened(hash), hyphened(own));
  const made = JSON.parse(text) as Stored;
  for (const name of KEYS_OF_PROVIDERS) if (made[name]?.S !== undefined) made[name] = { S: randomUUID() };
  const shard = made.dueShard?.S;
  if (shard === undefined) return made;
  made.dueShard = { S: shard.replace(/\d+$/, String(nth % INDEX_SHARDS)) };
  made.dueAt = { N: String(dueAt) };
  return made;
}
