import type { QueryCommandInput } from '@aws-sdk/client-dynamodb';
import { Placeholders } from './expressions.ts';
import { sentKey } from './requests.ts';
import type { Query } from '../table.ts';

/** The least sort key there can be, and a character above all that a sort key contains: it is none. */
const FIRST = '\u0000';
const LAST = '\u{10ffff}';

/** How a query is asked. `end` is the sort key at which to stop: it is in the range but not wanted. */
export interface Range {
  readonly input: Omit<QueryCommandInput, 'TableName'>;
  readonly end: string | undefined;
}

/**
 * A query as DynamoDB wants it; undefined if nothing can match. A key condition knows only inclusive ends, so the one
 * the query begins at becomes the key to start after, which costs nothing, and the other is met and left out.
 */
export function rangeOf({ pk, prefix = '', after, before, backwards = false }: Query): Range | undefined {
  const low = after !== undefined && compare(after, prefix) >= 0 ? after : undefined;
  const high = before !== undefined && !isAbove(before, prefix) ? before : undefined;
  if (low !== undefined && isAbove(low, prefix)) return undefined;
  if (high !== undefined && compare(high, low ?? prefix) <= 0) return undefined;

  const at = new Placeholders();
  const conditions = [`${at.name('pk')} = ${at.value(pk)}`];
  if (low !== undefined || high !== undefined) {
    const [first, last] = [low ?? (prefix || FIRST), high ?? prefix + LAST];
    conditions.push(`${at.name('sk')} BETWEEN ${at.value(first)} AND ${at.value(last)}`);
  } else if (prefix !== '') conditions.push(`begins_with(${at.name('sk')}, ${at.value(prefix)})`);

  const [begin, end] = backwards ? [high, low] : [low, high];
  return {
    input: {
      KeyConditionExpression: conditions.join(' AND '),
      ...at.fields,
      ScanIndexForward: !backwards,
      ...(begin !== undefined && { ExclusiveStartKey: sentKey({ pk, sk: begin }) }),
    },
    end,
  };
}

/** Whether a key lies behind all keys that begin with the prefix. */
const isAbove = (sk: string, prefix: string) => !sk.startsWith(prefix) && compare(sk, prefix) > 0;

/** DynamoDB orders strings by their UTF-8 bytes, JavaScript by UTF-16 units. */
const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
