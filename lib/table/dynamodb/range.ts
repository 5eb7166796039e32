import type { QueryCommandInput } from '@aws-sdk/client-dynamodb';
import { Placeholders } from './expressions.ts';
import { sentKey } from './requests.ts';
import { LIST_INDEXES } from '../list-indexes.ts';
import type { ListQuery, Query } from '../table.ts';

/** The least sort key there can be, and a character above all that a sort key contains: it is none. */
const FIRST = '\u0000';
const LAST = '\u{10ffff}';

/** How a query is asked. `end` is the sort key at which to stop: it is in the range but not wanted. */
export interface Range {
  readonly input: Omit<QueryCommandInput, 'TableName'>;
  readonly end: string | undefined;
}

/** How a page of a list is asked for: so many entries, those at its bounds among them, whose position is `sort`. */
export interface ListRange {
  readonly input: Omit<QueryCommandInput, 'TableName'>;
  readonly limit: number;
  readonly sort: 'position' | 'sk';
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

/**
 * A page of a list as DynamoDB wants it; undefined if nothing can match, since it refuses ends in the wrong order. A key to
 * start after would need the whole key of an entry, of which only the position is known: so a page that begins at a bound
 * asks for one more and leaves that out.
 */
export function listRangeOf(query: ListQuery): ListRange | undefined {
  const { index, name, after, before, backwards = false, limit } = query;
  if (after !== undefined && before !== undefined && compare(after, before) >= 0) return undefined;
  const { list, sort } = LIST_INDEXES[index];
  const at = new Placeholders();
  const conditions = [`${at.name(list)} = ${at.value(name)}`];
  if (after !== undefined || before !== undefined) {
    const [low, high] = [at.value(after ?? FIRST), at.value(before ?? LAST)];
    conditions.push(`${at.name(sort)} BETWEEN ${low} AND ${high}`);
  }
  return {
    input: {
      IndexName: index,
      KeyConditionExpression: conditions.join(' AND '),
      ...at.fields,
      ScanIndexForward: !backwards,
    },
    limit: limit + [after, before].filter((bound) => bound !== undefined).length,
    sort,
  };
}

/** Whether a key lies behind all keys that begin with the prefix. */
const isAbove = (sk: string, prefix: string) => !sk.startsWith(prefix) && compare(sk, prefix) > 0;

/** DynamoDB orders strings by their UTF-8 bytes, JavaScript by UTF-16 units. */
const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
