import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { sent, type Attributes } from './attributes.ts';
import { conditionExpression, hasContent, Placeholders, updateExpression } from './expressions.ts';
import { SCHEMA } from '../schema-version.ts';
import type { Change, Condition, Key, Update } from '../table.ts';

/** The version attribute of every written item. */
const VERSION = { [SCHEMA.attribute]: SCHEMA.written };

/** On a failed condition the stored item is returned: it often answers the caller's next question. */
const SHOW_STORED = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

/** One change as DynamoDB's request; alone, or through `inTransaction` in a transaction. */
export function requestOf(change: Change, tableName: string): TransactWriteItem {
  const at = new Placeholders();
  const to = { TableName: tableName };
  if ('put' in change)
    return {
      Put: { ...to, Item: sent({ ...change.put, ...VERSION }), ...guard(change.if, at), ...at.fields },
    };
  if ('delete' in change)
    return { Delete: { ...to, Key: sentKey(change.delete), ...guard(change.if, at), ...at.fields } };
  if ('check' in change) return { ConditionCheck: { ...to, ...checkOf(change.check, change.if, at) } };
  const expressions = {
    UpdateExpression: updateExpression(versioned(change), at),
    ...guard(grounds(change), at),
  };
  return { Update: { ...to, Key: sentKey(change.update), ...expressions, ...at.fields } };
}

/** A transaction does not accept an update without an expression; only its condition is kept. */
export function inTransaction(request: TransactWriteItem): TransactWriteItem {
  if (!request.Update) return request;
  const { UpdateExpression, ...rest } = request.Update;
  if (UpdateExpression !== undefined) return request;
  return { ConditionCheck: { ...rest, ConditionExpression: rest.ConditionExpression } };
}

/** A key in the format of DynamoDB's API. */
export function sentKey({ pk, sk }: Key): Attributes {
  return sent({ pk, sk });
}

/** An update that writes anything also writes the version. */
function versioned(update: Update): Update {
  return hasContent(update) ? { ...update, set: { ...update.set, ...VERSION } } : update;
}

/** Without content DynamoDB might create an item of its bare key; requiring its presence prevents that. */
function grounds(update: Update): Condition {
  const claimed = update.if ?? [];
  return hasContent(update) ? claimed : [{ present: true }, ...claimed];
}

function guard(condition: Condition = [], at: Placeholders) {
  const expression = conditionExpression(condition, at);
  return expression === undefined ? {} : { ConditionExpression: expression, ...SHOW_STORED };
}

function checkOf(key: Key, condition: Condition, at: Placeholders) {
  const anything = () => `attribute_exists(${at.name('pk')}) OR attribute_not_exists(${at.name('pk')})`;
  const expression = conditionExpression(condition, at) ?? anything();
  return { Key: sentKey(key), ConditionExpression: expression, ...SHOW_STORED, ...at.fields };
}
