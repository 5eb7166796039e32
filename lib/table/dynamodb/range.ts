import type { QueryCommandInput } from '@aws-sdk/client-dynamodb';
import { Placeholders } from './expressions.ts';
import { sentKey } from './requests.ts';
import { LIST_INDEXES, type ListIndex } from '../list-indexes.ts';
import type { ListQuery, Query } from '../table.ts';

/** The lowest possible sort key, and a character above every character of a sort key. */
const FIRST = '\u0000';
const LAST = '\u{10ffff}';

/** The request for a query. `end` is the exclusive sort key at which to stop. */
export interface Range {
  readonly input: Omit<QueryCommandInput, 'TableName'>;
  readonly end: string | undefined;
}

/** The request for a page of a list, including entries at its bounds; `sort` is the attribute of the position. */
export interface ListRange {
  readonly input: Omit<QueryCommandInput, 'TableName'>;
  readonly limit: number;
  readonly sort: (typeof LIST_INDEXES)[ListIndex]['sort'];
}

/**
 * A query as DynamoDB's request; undefined if nothing can match. Its first bound is the exclusive start key, at no
 * cost.
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
 * A page of a list as DynamoDB's request; undefined if nothing can match. One with bounds asks for one more: the entry at the bound that it begins with is left out.
 */
export function listRangeOf(query: ListQuery): ListRange | undefined {
  const { index, name, after, before, backwards = false, limit } = query;
  if (after !== undefined && before !== undefined && compare(after, before) >= 0) return undefined;
  const { list, sort } = LIST_INDEXES[index];
  const at = new Placeholders();
  const conditions = [`${at.name(list)} = ${at.value(name)}`];
  const isBounded = after !== undefined || before !== undefined;
  if (isBounded) {
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
    limit: isBounded ? limit + 1 : limit,
    sort,
  };
}

/** Whether a key sorts after all keys with the prefix. */
const isAbove = (sk: string, prefix: string) => !sk.startsWith(prefix) && compare(sk, prefix) > 0;

/** DynamoDB orders strings by their UTF-8 bytes, JavaScript by UTF-16 units. */
const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
