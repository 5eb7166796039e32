import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { sent, type Attributes } from './attributes.ts';
import { conditionExpression, hasContent, Placeholders, updateExpression } from './expressions.ts';
import { SCHEMA } from '../schema-version.ts';
import type { Change, Condition, Key, Update } from '../table.ts';

/** What every item that is written says of its form. */
const VERSION = { [SCHEMA.attribute]: SCHEMA.written };

/** On a failed condition the stored item comes back with the refusal: it often answers the caller's next question. */
const SHOW_STORED = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

/** One change as DynamoDB wants it. The same request serves alone and, through `inTransaction`, among others. */
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

/** A transaction takes no update without an expression; what is left of one is its condition. */
export function inTransaction(request: TransactWriteItem): TransactWriteItem {
  if (!request.Update) return request;
  const { UpdateExpression, ...rest } = request.Update;
  if (UpdateExpression !== undefined) return request;
  return { ConditionCheck: { ...rest, ConditionExpression: rest.ConditionExpression } };
}

/** A key as DynamoDB's own API takes it. */
export function sentKey({ pk, sk }: Key): Attributes {
  return sent({ pk, sk });
}

/** What puts anything into an item says of which version it is. */
function versioned(update: Update): Update {
  return hasContent(update) ? { ...update, set: { ...update.set, ...VERSION } } : update;
}

/** DynamoDB may or may not make an item of its bare key here; asking for its presence leaves no doubt. */
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
