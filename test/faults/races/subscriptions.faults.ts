import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../support/world/shop.ts';
import type { Member, Shop } from '../walks/records.ts';
import type { Act } from '../walks/steps/manage.ts';
import { late, named, runRaces, succeeded, type Side } from './play.ts';

const SEED = 6;
/** Slow enough for the provider to charge for the new plan, and to tell of it, while a race is on. */
const SLOW_CALL_MS = 700;

const side = fc.constantFrom<Side>('pay', 'svc');

const cancel = (by: Side, member: Member): Act => ({
  route: 'subscribers/cancel',
  ask: { body: named(by, member) },
});
const undo = (by: Side, member: Member): Act => ({
  route: 'subscribers/undo-cancel',
  ask: { body: named(by, member) },
});

/** A change to the n-th plan. */
function change(shop: Shop, by: Side, { references, svcId }: Member, nth: number, more = {}): Act {
  const plan = shop.plans[nth]!;
  const body =
    by === 'pay'
      ? { 'pay-subscriber-reference-code': references[0]!, 'pay-plan-reference-code': plan.reference }
      : { 'svc-subscriber-id': svcId, 'svc-plan-id': plan.id };
  return { route: 'subscribers/change-plan', ask: { body: { ...body, ...more } } };
}

test('a cancellation concurrent with a renewal ends the period that was paid for, and nothing else', async () => {
  const outcomes = await runRaces({
    name: 'cancel × renewal',
    seed: SEED,
    conditions: fc.record({
      by: side,
      msBefore: fc.nat(30),
      cancel: late,
      notification: late,
      reconciliation: late,
    }),
    play: async (track, conditions) => {
      const { stage, shop, world } = track;
      const { member, renewsAt } = await track.settledMember();
      await world.clock.advanceTo(renewsAt - conditions.msBefore);
      const cancels = track.asks(member, cancel(conditions.by, member));
      const [end] = await track.race.run([
        { name: `cancel by ${conditions.by}`, after: conditions.cancel, run: cancels },
        ...track.hintsOf(member, conditions),
      ]);
      const answer = end!.status === 409 ? await track.calmly(cancels) : end!;
      expect(answer).toMatchObject({ status: 200, body: { data: { cancelAtPeriodEnd: true } } });
      await stage.place.advance(33 * DAY);
      const isRenewed = shop.posts.some(({ body }) => body.includes('DID_RENEW'));
      return `by ${conditions.by} ${isRenewed ? 'after' : 'before'} the renewal`;
    },
  });
  expect(Object.keys(outcomes).sort()).toEqual([
    'by pay after the renewal',
    'by pay before the renewal',
    'by svc after the renewal',
    'by svc before the renewal',
  ]);
});

test('a cancellation is either undone or carried out at the provider', async () => {
  const outcomes = await runRaces({
    name: 'undo × sweep',
    seed: SEED,
    conditions: fc.record({
      cancelBy: side,
      undoBy: side,
      msBefore: fc.nat(12),
      undo: late,
      sweep: late,
      reconciliation: late,
    }),
    play: async (track, conditions) => {
      const { stage, shop, world } = track;
      const { member, renewsAt } = await track.settledMember();
      await track.calmly(track.asks(member, cancel(conditions.cancelBy, member)));
      await stage.place.advance(3 * MINUTE);
      await world.clock.advanceTo(renewsAt - DAY - conditions.msBefore);
      const undoes = track.asks(member, undo(conditions.undoBy, member));
      const [end] = await track.race.run([
        { name: `undo by ${conditions.undoBy}`, after: conditions.undo, run: undoes },
        { name: 'sweep', after: conditions.sweep, run: track.sweeps() },
        ...track.hintsOf(member, { reconciliation: conditions.reconciliation }),
      ]);
      const answer = end!.body.error === 'concurrent_change' ? await track.calmly(undoes) : end!;
      const undone = answer.status === 200;
      if (!undone) expect(answer.body.error).toBe('undo_window_closed');
      await stage.place.advance(27 * HOUR);
      const [there] = await stage.panel(shop);
      const isSent = !undone && conditions.cancelBy === 'pay';
      expect(there!.subscriptionStatus).toBe(isSent ? 'CANCELED' : 'ACTIVE');
      return `${conditions.cancelBy} ${undone ? 'undone' : 'too late'}`;
    },
  });
  expect(Object.keys(outcomes).sort()).toEqual(['pay too late', 'pay undone', 'svc too late', 'svc undone']);
});

test('a change of plan is announced once and keeps every renewal, whatever the provider notifies meanwhile', async () => {
  const outcomes = await runRaces({
    name: 'plan change × notification',
    seed: 9,
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
    play: async (track, conditions) => {
      const { shop, world } = track;
      const { member, renewsAt } = await track.settledMember();
      const justBefore = renewsAt - conditions.callsBeforeRenewal * SLOW_CALL_MS;
      if (conditions.near) await world.clock.advanceTo(justBefore);
      const { upgradePeriod } = conditions;
      const changes = track.asks(member, change(shop, conditions.side, member, 1, { upgradePeriod }));
      const [end] = await track.race.run([
        { name: `change by ${conditions.side}`, after: conditions.change, run: changes },
        ...track.hintsOf(member, conditions),
        { name: 'post', after: 0, run: track.comesBy('post', conditions.post) },
      ]);
      const answer = end!.body.error === 'concurrent_change' ? await track.calmly(changes) : end!;
      expect(answer.status).toBe(200);
      track.planChanges = 1;
      return `by ${conditions.side} ${conditions.near ? 'near a renewal' : 'in between'}`;
    },
  });
  expect(Object.keys(outcomes)).toHaveLength(4);
});

test('of two concurrent changes of plan, each one answered with success is announced once', async () => {
  const outcomes = await runRaces({
    name: 'plan change × plan change',
    seed: 9,
    conditions: fc.record({ first: side, second: side, after: late, reconciliation: late }),
    play: async (track, conditions) => {
      const { shop } = track;
      const { member } = await track.settledMember();
      const [first, second] = [conditions.first, conditions.second].map((by, nth) =>
        track.asks(member, change(shop, by, member, nth + 1)),
      );
      const answers = await track.race.run([
        { name: `change#1 by ${conditions.first}`, after: 0, run: first! },
        { name: `change#2 by ${conditions.second}`, after: conditions.after, run: second! },
        ...track.hintsOf(member, { reconciliation: conditions.reconciliation }),
      ]);
      const made = succeeded(answers);
      expect(made).toBeGreaterThan(0);
      track.planChanges = made;
      return `${made} made`;
    },
  });
  expect(Object.keys(outcomes).sort()).toEqual(['1 made', '2 made']);
});

test('a concurrent cancellation and change of plan both take effect', async () => {
  const outcomes = await runRaces({
    name: 'cancel × plan change',
    seed: 9,
    conditions: fc.record({
      cancel: side,
      change: side,
      near: fc.boolean(),
      after: late,
      later: late,
      reconciliation: late,
    }),
    play: async (track, conditions) => {
      const { stage, shop, world } = track;
      const { member, renewsAt } = await track.settledMember();
      if (conditions.near) await world.clock.advanceTo(renewsAt - MINUTE);
      const cancels = track.asks(member, cancel(conditions.cancel, member));
      const changes = track.asks(member, change(shop, conditions.change, member, 1));
      const [cancelled, changed] = await track.race.run([
        { name: `cancel by ${conditions.cancel}`, after: conditions.after, run: cancels },
        { name: `change by ${conditions.change}`, after: conditions.later, run: changes },
        ...track.hintsOf(member, { reconciliation: conditions.reconciliation }),
      ]);
      const answer = cancelled!.status === 409 ? await track.calmly(cancels) : cancelled!;
      expect(answer.status).toBe(200);
      await stage.place.advance(33 * DAY);
      track.planChanges = succeeded([changed]);
      return `by ${conditions.cancel} beside ${track.planChanges} changes`;
    },
  });
  expect(Object.keys(outcomes).length).toBeGreaterThanOrEqual(3);
});
