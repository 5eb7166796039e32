import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY, MINUTE, type Member } from '../../support/world/shop.ts';
import type { Answer } from '../../support/world/world.ts';
import { late, runRaces } from './report.ts';
import { hintsOf, settledMember } from './settled-member.ts';
import { named, type Stage, type IdentifierSide } from './stage.ts';

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

test('a change of plan is announced once and keeps every renewal, whatever the provider notifies meanwhile', async () => {
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
      const { world } = stage;
      const { member, renewsAt } = await settledMember(stage);
      const justBefore = renewsAt - conditions.callsBeforeRenewal * SLOW_CALL_MS;
      if (conditions.near) await world.clock.advanceTo(justBefore);
      const change = changes(stage, conditions.side, member, 'plus', {
        upgradePeriod: conditions.upgradePeriod,
      });
      const [end] = await race.run([
        { name: `change by ${conditions.side}`, after: conditions.change, run: change },
        ...hintsOf(stage, member, conditions),
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

test('of two concurrent changes of plan, each one answered with success is announced once', async () => {
  const outcomes = await runRaces({
    name: 'plan change × plan change',
    seed: SEED,
    conditions: fc.record({ first: side, second: side, after: late, reconciliation: late }),
    play: async (stage, race, conditions) => {
      const { member } = await settledMember(stage);
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
        ...hintsOf(stage, member, { reconciliation: conditions.reconciliation }),
      ]);
      const made = succeeded(answers);
      expect(made).toBeGreaterThan(0);
      const ownPlan = conditions.first === 'svc' || conditions.second === 'svc';
      return { left: { purchases: 1, planChanges: made, ownPlan }, outcome: `${made} made` };
    },
  });
  expect(Object.keys(outcomes).sort()).toEqual(['1 made', '2 made']);
});

test('a concurrent cancellation and change of plan both take effect', async () => {
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
      const { world } = stage;
      const { member, renewsAt } = await settledMember(stage);
      if (conditions.near) await world.clock.advanceTo(renewsAt - MINUTE);
      const cancels = stage.asks('subscribers/cancel', named(conditions.cancel, member));
      const [cancel, change] = await race.run([
        { name: `cancel by ${conditions.cancel}`, after: conditions.after, run: cancels },
        {
          name: `change by ${conditions.change}`,
          after: conditions.later,
          run: changes(stage, conditions.change, member, 'plus'),
        },
        ...hintsOf(stage, member, { reconciliation: conditions.reconciliation }),
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
