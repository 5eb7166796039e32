import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../../lib/billing/events.ts';
import type { RouteName } from '../../../functions/routes.ts';
import { OPERATIONS, type Example } from '../../../openapi/operations.ts';
import { EVENTS } from '../../../openapi/webhooks.ts';
import { recordedAnswer, recordedEvent } from './recorded.ts';

const examples = Object.entries(OPERATIONS).flatMap(([name, { example }]): [RouteName, Example][] =>
  example ? [[name as RouteName, example]] : [],
);

describe('the examples of the description', () => {
  it('are there for every operation that answers JSON', () => {
    const isJson = ([name, { answer }]: [string, { answer: unknown }]) =>
      typeof answer !== 'string' && name !== 'openapi';
    const wanted = Object.entries(OPERATIONS)
      .filter(isJson)
      .map(([name]) => name);
    expect(examples.map(([name]) => name).sort()).toEqual(wanted.sort());
  });

  it.each(examples)('are as they were recorded from a stage: %s', async (name, { answer }) => {
    const given = await recordedAnswer(name, answer);
    expect(given, 'node test/promises/openapi/record.ts records it again').toEqual(answer);
    const { data } = given as { data?: unknown };
    if (Array.isArray(data)) expect(data).not.toEqual([]);
  });

  it.each(EVENT_TYPES)('are as they were sent from a stage: %s', async (type) => {
    const { example } = EVENTS[type];
    const again = 'node test/promises/openapi/record.ts records it again';
    expect(await recordedEvent(type, example), again).toEqual(example);
  });
});
