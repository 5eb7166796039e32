import { Client, type OwnSettings } from './client.ts';
import { command } from './command.ts';
import { AwsError } from './errors.ts';

/** A condition did not hold; the item as it is stored, where it was asked for. */
export class ConditionalCheckFailedException extends AwsError {
  readonly Item: unknown;

  constructor(name: string, status: number, said: Readonly<Record<string, unknown>>) {
    super(name, status, said);
    this.Item = said.Item;
  }
}

/** A transaction was not carried out, for a reason of each of its changes. */
export class TransactionCanceledException extends AwsError {
  readonly CancellationReasons: unknown;

  constructor(name: string, status: number, said: Readonly<Record<string, unknown>>) {
    super(name, status, said);
    this.CancellationReasons = said.CancellationReasons;
  }
}

/** DynamoDB, as far as the table uses it. */
export class DynamoDBClient extends Client {
  constructor(...own: OwnSettings) {
    super(
      {
        ...{ name: 'dynamodb', target: 'DynamoDB_20120810', type: 'application/x-amz-json-1.0' },
        errors: { ConditionalCheckFailedException, TransactionCanceledException },
      },
      ...own,
    );
  }
}

/** Reads an item by its key. */
export const GetItemCommand = /* @__PURE__ */ command('GetItem');
/** Reads items by their keys. */
export const BatchGetItemCommand = /* @__PURE__ */ command('BatchGetItem');
/** Reads items of a partition, or of an index. */
export const QueryCommand = /* @__PURE__ */ command('Query');
/** Writes a whole item. */
export const PutItemCommand = /* @__PURE__ */ command('PutItem');
/** Changes attributes of an item. */
export const UpdateItemCommand = /* @__PURE__ */ command('UpdateItem');
/** Removes an item. */
export const DeleteItemCommand = /* @__PURE__ */ command('DeleteItem');
/** Writes several items, or none of them. */
export const TransactWriteItemsCommand = /* @__PURE__ */ command('TransactWriteItems');
