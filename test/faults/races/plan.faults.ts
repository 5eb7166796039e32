import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY, MINUTE, nextOrder, subscribe, type Member } from '../../world/shop.ts';
import type { Answer } from '../../world/world.ts';
import { late, runRaces } from './report.ts';
import { hintsOf, named, type Stage, type IdentifierSide } from './stage.ts';

const SEED = 9;
/** Slow enough for the provider to charge for the new plan, and to tell of it, while a race is on. */
const SLOW_CALL_MS = 700;

const side = fc.constantFrom<IdentifierSide>('pay', 'svc');

function planBody(stage: Stage, by: IdentifierSide, { reference, svcId }: Member, plan: string) {
  const to = stage.shop.plans[plan]!;
  return by === 'pay'
    ? { 'pay-subscriber-reference-code': reference, 'pay-plan-reference-code': to.reference }
    : { 'svc-subscriber-id': svcId, 'svc-plan-id': to.id };
}

const changes = (stage: Stage, by: IdentifierSide, member: Member, plan: string, more = {}) =>
  stage.asks('subscribers/change-plan', { body: { ...planBody(stage, by, member, plan), ...more } });

const succeeded = (answers: readonly (Answer | undefined)[]) =>
  answers.filter((answer) => answer?.status === 200).length;

test('a change of plan is told once and keeps every renewal, whatever the provider tells meanwhile', async () => {
  const outcomes = await runRaces({
    name: 'plan change × notification',
    seed: SEED,
    callTakesMs: SLOW_CALL_MS,
    conditions: fc.record({
      side,
      upgradePeriod: fc.constantFrom('NOW', 'NEXT_PERIOD'),
      near: fc.boolean(),
      callsBeforeRenewal: fc.nat(30),
      change: late,
      notification: late,
      reconciliation: late,
      post: late,
    }),
    play: async (stage, race, conditions) => {
      const { world, shop } = stage;
      const member = await subscribe(world, shop);
      const { startPeriod } = await nextOrder(world, member.reference);
      const justBefore = startPeriod - conditions.callsBeforeRenewal * SLOW_CALL_MS;
      await stage.goOn(3 * MINUTE);
      if (conditions.near) await world.clock.advanceTo(justBefore);
      const { notification, reconciliation } = hintsOf(stage, member);
      const change = changes(stage, conditions.side, member, 'plus', {
        upgradePeriod: conditions.upgradePeriod,
      });
      const [end] = await race.run([
        { name: `change by ${conditions.side}`, after: conditions.change, run: change },
        { name: 'notification', after: conditions.notification, run: notification },
        { name: 'reconciliation', after: conditions.reconciliation, run: reconciliation },
        { name: 'post', after: 0, run: stage.comesBy(race, 'post', conditions.post) },
      ]);
      const again = end!.body.error === 'concurrent_change';
      const answer = again ? await change(stage.calm) : end!;
      expect(answer.status).toBe(200);
      const outcome = `by ${conditions.side} ${conditions.near ? 'near a renewal' : 'in between'}`;
      return { left: { purchases: 1, planChanges: 1, ownPlan: conditions.side === 'svc' }, outcome };
    },
  });
  expect(Object.keys(outcomes)).toHaveLength(4);
});

test('of two changes of plan each that was answered with success is told once', async () => {
  const outcomes = await runRaces({
    name: 'plan change × plan change',
    seed: SEED,
    conditions: fc.record({ first: side, second: side, after: late, reconciliation: late }),
    play: async (stage, race, conditions) => {
      const member = await subscribe(stage.world, stage.shop);
      await stage.goOn(3 * MINUTE);
      const answers = await race.run([
        {
          name: `change#1 by ${conditions.first}`,
          after: 0,
          run: changes(stage, conditions.first, member, 'plus'),
        },
        {
          name: `change#2 by ${conditions.second}`,
          after: conditions.after,
          run: changes(stage, conditions.second, member, 'light'),
        },
        {
          name: 'reconciliation',
          after: conditions.reconciliation,
          run: hintsOf(stage, member).reconciliation,
        },
      ]);
      const made = succeeded(answers);
      expect(made).toBeGreaterThan(0);
      const ownPlan = conditions.first === 'svc' || conditions.second === 'svc';
      return { left: { purchases: 1, planChanges: made, ownPlan }, outcome: `${made} made` };
    },
  });
  expect(Object.keys(outcomes).sort()).toEqual(['1 made', '2 made']);
});

test('a cancellation and a change of plan both stand', async () => {
  const outcomes = await runRaces({
    name: 'cancel × plan change',
    seed: SEED,
    conditions: fc.record({
      cancel: side,
      change: side,
      near: fc.boolean(),
      after: late,
      later: late,
      reconciliation: late,
    }),
    play: async (stage, race, conditions) => {
      const { world, shop } = stage;
      const member = await subscribe(world, shop);
      const { startPeriod } = await nextOrder(world, member.reference);
      await stage.goOn(3 * MINUTE);
      if (conditions.near) await world.clock.advanceTo(startPeriod - MINUTE);
      const cancels = stage.asks('subscribers/cancel', named(conditions.cancel, member));
      const [cancel, change] = await race.run([
        { name: `cancel by ${conditions.cancel}`, after: conditions.after, run: cancels },
        {
          name: `change by ${conditions.change}`,
          after: conditions.later,
          run: changes(stage, conditions.change, member, 'plus'),
        },
        {
          name: 'reconciliation',
          after: conditions.reconciliation,
          run: hintsOf(stage, member).reconciliation,
        },
      ]);
      const answer = cancel!.status === 409 ? await cancels(stage.calm) : cancel!;
      expect(answer.status).toBe(200);
      await stage.goOn(33 * DAY);
      const made = succeeded([change]);
      const left = {
        purchases: 1,
        planChanges: made,
        ownPlan: conditions.change === 'svc',
        ownEnd: conditions.cancel === 'svc',
      };
      return { left, outcome: `by ${conditions.cancel} beside ${made} changes` };
    },
  });
  expect(Object.keys(outcomes).length).toBeGreaterThanOrEqual(3);
});
