import { expect, it } from 'vitest';
import { MEASURED_LOSSES } from '../../infra/watch/measured-losses.ts';
import { DUE_KINDS } from '../../lib/table/work/due.ts';

/** What wakes somebody, or tells of one tenant alone, by what it counts: how much of it, within how many minutes. */
const WAKES: Readonly<Record<string, string>> = {
  AmbiguousCharge: '1 in 5',
  'DifferencesFound charged_after_cancellation': '1 in 5',
  'DifferencesFound but charged_after_cancellation (one)': '1 in 60',
  OutcomesUnknown: '1 in 5',
  'NotificationsGivenUp (one)': '1 in 5',
  'NotificationsNotDeferred (one)': '1 in 60',
  'EventsExhausted (one)': '1 in 60',
  EventsExhausted: '100 in 60',
  EndpointsSlow: '5 in 5',
  UnknownMessage: '1 in 5',
  SweepUnreadable: '1 in 5',
  RecordsUnreadable: '1 in 60',
  SweepOutOfTime: '10 in 5',
  'OtherAccountAsked (one)': '1 in 60',
  'PayAccountMarked refused (one)': '1 in 5',
  'PayAccountMarked refused': '5 in 5',
  'PayAccountMarked silent': '1 in 60',
  'DocumentsFailed (one)': '1 in 5',
  DocumentsFailed: '50 in 60',
  'DocumentsLate but credentials,rateLimited': '1 in 5',
  'DocumentsLate credentials (one)': '1 in 5',
  'DocumentsLate rateLimited (one)': '1 in 5',
  // Ten minutes, in ms: of the largest, for what is no count.
  ...Object.fromEntries(DUE_KINDS.map((kind) => [`OldestDueAge ${kind}`, 'largest 600000 in 5'])),
};

it('each measured loss raises an alarm at the first case that needs manual action, or where many indicate one cause', () => {
  const found = MEASURED_LOSSES.map(({ metric, of, except, reaches, minutes = 5, largest, ofOneTenant }) => [
    [
      metric,
      ...(of ? [of] : []),
      ...(except ? [`but ${except.join()}`] : []),
      ...(ofOneTenant ? ['(one)'] : []),
    ].join(' '),
    `${largest ? 'largest ' : ''}${reaches} in ${minutes}`,
  ]);
  expect(Object.fromEntries(found)).toEqual(WAKES);
  expect(found).toHaveLength(Object.keys(WAKES).length);
});
