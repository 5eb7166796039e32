import { describe, expect, it } from 'vitest';
import type { RouteName } from '../../../functions/routes.ts';
import { OPERATIONS, type Example } from '../../../openapi/operations.ts';
import { EVENTS } from '../../../openapi/webhooks.ts';
import { DAY, MINUTE, subscribe, receivedEvents } from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { recordedAnswer } from './recorded.ts';
import { shapeDifferences } from './shape.ts';
import { openWorld } from '../../support/world/opened.ts';

const world = await openWorld();

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

  it('of webhooks have the members that are sent', async () => {
    const shop = await makeTenant(world);
    const [kept, failing] = [
      await subscribe(world, shop),
      await subscribe(world, shop, { card: '4131111111111117' }),
    ];
    await world.advance(32 * DAY);
    const by = { 'pay-subscriber-reference-code': kept.reference };
    await shop.call('subscribers/change-plan', {
      body: { ...by, 'pay-plan-reference-code': shop.plans.plus!.reference },
    });
    await shop.call('subscribers/cancel', { body: by });
    await world.advance(40 * DAY);
    await world.advance(MINUTE);
    const sent = receivedEvents(world, shop);
    expect(failing.svcId).not.toBe(kept.svcId);
    for (const [type, { example }] of Object.entries(EVENTS)) {
      const delivery = sent.find((one) => one.type === type);
      expect(delivery, `${type} was not sent`).toBeDefined();
      expect(shapeDifferences(example, delivery!.payload), type).toEqual([]);
    }
  });
});

describe('comparing members', () => {
  it('notices one that is in one alone, and one of another type', () => {
    expect(shapeDifferences({ a: 1, b: [{ c: '' }] }, { a: '', b: [{ d: '' }] })).toEqual([
      '.a: number and string',
      '.b[0].c is in one alone',
      '.b[0].d is in one alone',
    ]);
  });
});
