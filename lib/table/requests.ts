import { conditionExpression, Placeholders, updateExpression } from './expressions.ts';
import type { Change, Delete, Put, Update } from './table.ts';

/** On a failed condition the stored item comes back with the refusal: it often answers the question. */
const SHOW_STORED = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

/** One change as DynamoDB wants it; exactly one member is set. */
export function singleRequest(change: Put | Update | Delete, tableName: string) {
  const at = new Placeholders();
  if ('put' in change)
    return { put: { TableName: tableName, Item: withoutUndefined(change.put), ...condition(change, at) } };
  if ('delete' in change)
    return { delete: { TableName: tableName, Key: keyOf(change.delete), ...condition(change, at) } };
  const expression = updateExpression(change, at);
  return {
    update: {
      TableName: tableName,
      Key: keyOf(change.update),
      ...(expression !== undefined && { UpdateExpression: expression }),
      ...condition(change, at),
    },
  };
}

/** One change as a member of a transaction. */
export function changeRequest(change: Change, tableName: string) {
  if ('check' in change) {
    const at = new Placeholders();
    const expression = conditionExpression(change.if, at) ?? `attribute_exists(${at.name('pk')})`;
    return {
      ConditionCheck: {
        TableName: tableName,
        Key: keyOf(change.check),
        ConditionExpression: expression,
        ...at.fields,
        ...SHOW_STORED,
      },
    };
  }
  const request = singleRequest(change, tableName);
  if (request.put) return { Put: request.put };
  if (request.delete) return { Delete: request.delete };
  const { UpdateExpression, ...update } = request.update;
  if (UpdateExpression === undefined) throw new Error('an update in a transaction must change something');
  return { Update: { ...update, UpdateExpression } };
}

function condition(change: Put | Update | Delete, at: Placeholders) {
  const expression = conditionExpression(change.if, at);
  return {
    ...(expression !== undefined && { ConditionExpression: expression, ...SHOW_STORED }),
    ...at.fields,
  };
}

const keyOf = ({ pk, sk }: { pk: string; sk: string }) => ({ pk, sk });

function withoutUndefined(item: Put['put']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));
}
