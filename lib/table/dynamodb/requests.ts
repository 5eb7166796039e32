import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { sent, type Attributes } from './attributes.ts';
import { conditionExpression, hasContent, Placeholders, updateExpression } from './expressions.ts';
import { SCHEMA } from '../schema-version.ts';
import type { Change, Condition, Key, Update } from '../table.ts';

interface Versions {
  readonly written: number;
  readonly readable: number;
}

/** On a failed condition the stored item is returned: it often answers the caller's next question. */
const SHOW_STORED = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

/** One change as DynamoDB's request; alone, or through `inTransaction` in a transaction. */
export function requestOf(change: Change, tableName: string, versions: Versions = SCHEMA): TransactWriteItem {
  const at = new Placeholders();
  const to = { TableName: tableName };
  if ('put' in change)
    return {
      Put: {
        ...to,
        Item: sent({ ...change.put, [SCHEMA.attribute]: versions.written }),
        ...guard(change.if, at),
        ...at.fields,
      },
    };
  if ('delete' in change)
    return { Delete: { ...to, Key: sentKey(change.delete), ...guard(change.if, at), ...at.fields } };
  if ('check' in change) return { ConditionCheck: { ...to, ...checkOf(change.check, change.if, at) } };
  const UpdateExpression = updateExpression(change, at, () => versionSet(versions, at));
  const condition = conditionExpression(updateCondition(change), at);
  const expressions = {
    UpdateExpression,
    ...guarded([condition, notNewer(versions, at)].filter(Boolean).join(' AND ')),
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

/** The version with any update, never lowered below the item's. */
function versionSet({ written, readable }: Versions, at: Placeholders): string {
  const [name, version] = [at.name(SCHEMA.attribute), at.value(written)];
  return `${name} = ${written < readable ? `if_not_exists(${name}, ${version})` : version}`;
}

/** An item that newer code has written in a form of its own is not changed: the update fails, as reading it does. */
function notNewer({ readable }: Versions, at: Placeholders): string {
  const name = at.name(SCHEMA.attribute);
  return `(attribute_not_exists(${name}) OR ${name} <= ${at.value(readable)})`;
}

/** Without content DynamoDB might create an item of its bare key; requiring its presence prevents that. */
function updateCondition(update: Update): Condition {
  const claimed = update.if ?? [];
  return hasContent(update) ? claimed : [{ present: true }, ...claimed];
}

function guard(condition: Condition = [], at: Placeholders) {
  return guarded(conditionExpression(condition, at));
}

function guarded(expression: string | undefined) {
  return expression === undefined ? {} : { ConditionExpression: expression, ...SHOW_STORED };
}

function checkOf(key: Key, condition: Condition, at: Placeholders) {
  const anything = () => `attribute_exists(${at.name('pk')}) OR attribute_not_exists(${at.name('pk')})`;
  const expression = conditionExpression(condition, at) ?? anything();
  return { Key: sentKey(key), ConditionExpression: expression, ...SHOW_STORED, ...at.fields };
}
