import { expect, it } from 'vitest';
import { Refusal } from '../../../lib/refusal.ts';
import { replayInput } from '../../../lib/wire/events.ts';

function fieldsAtFault(body: object): unknown {
  try {
    replayInput(body);
  } catch (error) {
    if (error instanceof Refusal) return error.more.details?.map(({ field }) => field);
    throw error;
  }
  return undefined;
}

it.each([
  [{ eventId: 'x', after: 'y' }, 'eventId', 'after'],
  [{ after: 'y', states: ['DELIVERED'] }, 'states', 'after'],
  [{ eventId: 'x', to: '2026-01-01' }, 'eventId', 'to'],
  [{ from: '2026-01-01', after: 'y' }, 'from', 'after'],
])('a replay names both of two mutually exclusive selectors: %j', (body, one, other) => {
  expect(fieldsAtFault(body)).toEqual([one, other]);
});
