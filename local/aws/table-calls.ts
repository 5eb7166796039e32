/** What the AWS endpoint needs to know of the table. */
export interface TableKeys {
  /** The partition key attribute by index; the table's own under the empty name. */
  readonly partitionKeys: Readonly<Record<string, string>>;
}

/** One action of a call on a table. */
export interface Touch {
  /** In IAM's terms, for example `PutItem` for a member of a transaction. */
  readonly action: string;
  readonly table: string;
  readonly index: string | undefined;
  /** The partition key values it reads or writes; none for a scan. */
  readonly keys: readonly string[];
  /** The attributes that an update sets or conditions on, including its key's; undefined for anything else. */
  readonly attributes?: readonly string[];
}

type Value = Readonly<Record<string, unknown>>;
type Attributes = Readonly<Record<string, Value | undefined>>;
type Body = Readonly<Record<string, unknown>>;

/** Members of a transaction and the permission each of them needs. */
const MEMBER_ACTIONS: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
};

/** Splits a table call into its actions on partitions. */
export function touchesOf(action: string, body: Body, { partitionKeys }: TableKeys): Touch[] {
  const own = partitionKeys[''] ?? '';
  const keyIn = (attributes: unknown) => {
    const value = (attributes as Attributes | undefined)?.[own];
    return value === undefined ? [] : [textOf(value)];
  };
  const table = String(body.TableName);
  switch (action) {
    case 'TransactGetItems':
    case 'TransactWriteItems':
      return ((body.TransactItems ?? []) as Record<string, Body>[])
        .flatMap((member) => Object.entries(member))
        .map(([kind, part]) => ({
          action: MEMBER_ACTIONS[kind] ?? kind,
          table: String(part.TableName),
          index: undefined,
          keys: keyIn(part.Key ?? part.Item),
        }));
    case 'BatchGetItem':
      return Object.entries((body.RequestItems ?? {}) as Record<string, { Keys?: unknown[] }>).map(
        ([name, { Keys = [] }]) => ({ action, table: name, index: undefined, keys: Keys.flatMap(keyIn) }),
      );
    case 'BatchWriteItem':
      return Object.entries((body.RequestItems ?? {}) as Record<string, Record<string, Body>[]>).map(
        ([name, requests]) => ({
          action,
          table: name,
          index: undefined,
          keys: requests
            .flatMap((request) => Object.values(request))
            .flatMap(({ Item, Key }) => keyIn(Key ?? Item)),
        }),
      );
    case 'Query': {
      const index = body.IndexName === undefined ? undefined : String(body.IndexName);
      return [{ action, table, index, keys: queried(body, partitionKeys[index ?? ''] ?? '') }];
    }
    case 'Scan':
      return [
        { action, table, index: body.IndexName === undefined ? undefined : String(body.IndexName), keys: [] },
      ];
    case 'UpdateItem':
      return [{ action, table, index: undefined, keys: keyIn(body.Key), attributes: attributesIn(body) }];
    default:
      return [{ action, table, index: undefined, keys: keyIn(body.Key ?? body.Item) }];
  }
}

/** Our code uses placeholders for all attributes, so these are all of them. */
function attributesIn({ Key, ExpressionAttributeNames }: Body): string[] {
  return [...Object.keys(Key ?? {}), ...Object.values(ExpressionAttributeNames ?? {}).map(String)];
}

/** The partition that a key condition such as `#pk = :pk AND …` names. */
function queried(body: Body, partitionKey: string): string[] {
  const names = (body.ExpressionAttributeNames ?? {}) as Record<string, string>;
  const values = (body.ExpressionAttributeValues ?? {}) as Attributes;
  for (const [, name = '', value = ''] of String(body.KeyConditionExpression).matchAll(
    /([#\w.-]+)\s*=\s*(:\w+)/g,
  ))
    if ((names[name] ?? name) === partitionKey) return [textOf(values[value] ?? {})];
  return [];
}

function textOf(value: Value): string {
  return Object.values(value).map(String).join();
}
