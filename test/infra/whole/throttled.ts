import { LIST_INDEXES } from '../../../lib/table/list-indexes.ts';
import type { Metric } from './alarm.ts';
import { stateNames } from './state-names.ts';
import type { Place } from './parts.ts';

/** Throttled requests of the table and of each index, which have metrics of their own. */
export function throttled(what: 'Read' | 'Write', place: Place): Readonly<Record<string, Metric>> {
  const { name } = stateNames(place).table;
  const of = (...by: Metric['by']): Metric => ({ of: 'AWS/DynamoDB', name: `${what}ThrottleEvents`, by });
  return {
    [`table${what}s`]: of(['TableName', name]),
    ...Object.fromEntries(
      ['due', ...Object.keys(LIST_INDEXES)].map((index) => [
        `${index}${what}s`,
        of(['GlobalSecondaryIndexName', index], ['TableName', name]),
      ]),
    ),
  };
}

/** The sum of metrics that exist only sometimes. */
export const sumOf = (metrics: Readonly<Record<string, Metric>>) =>
  Object.keys(metrics)
    .map((id) => `FILL(${id}, 0)`)
    .join(' + ');
